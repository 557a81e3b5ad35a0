"""Syntax: what a text says as JSON, and where; computed once per text, and pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import Any

from cortex_planner.finding import Anchor, Finding, Part, Span
from cortex_planner.text.lines import LineIndex
from cortex_planner.text.reader import read
from cortex_planner.text.tree import Tree


class Syntax:
    """A text and its reading. Lazy: nothing is read before something is asked."""

    def __init__(self, text: str, lines: LineIndex | None = None) -> None:
        self.text = text
        self._lines = lines

    @cached_property
    def lines(self) -> LineIndex:
        """Return the lines of the text."""
        return self._lines if self._lines is not None else LineIndex.of(self.text)

    @cached_property
    def _reading(self) -> tuple[Tree, list[Finding], bool]:
        return read(self.text)

    @property
    def tree(self) -> Tree:
        """Return the values and their places, as far as they could be read."""
        return self._reading[0]

    @property
    def value(self) -> Any:
        """Return the value of the whole text."""
        return self.tree.value

    @property
    def findings(self) -> list[Finding]:
        """Return what is wrong with the text as JSON, at most twenty findings, in document order."""
        return self._reading[1]

    @property
    def balanced(self) -> bool:
        """Return whether every bracket has its partner, so that the shape of the value is what was meant."""
        return self._reading[2]

    def span(self, anchor: Anchor) -> Span:
        """Return where an anchor is; where its place is gone, the nearest place above that is there."""
        if anchor.span is not None:
            return anchor.span
        pointer = anchor.pointer
        while (number := self.tree.find(pointer)) is None:
            if not pointer:
                return 0, min(1, len(self.text))
            pointer = pointer.rpartition("/")[0]
        return self.tree.span(number, anchor.part if pointer == anchor.pointer else Part.KEY)

    def placed(self, findings: Iterable[Finding]) -> list[Finding]:
        """Return the findings with their spans filled in, in document order.

        Findings about values that had to be guessed are left out: the syntax error is what counts.
        """
        located = [self._placed(finding) for finding in findings if not self._guessed(finding.anchor)]
        return sorted(located, key=lambda finding: finding.anchor.span or (0, 0))

    def _placed(self, finding: Finding) -> Finding:
        related = tuple(
            replace(each, anchor=replace(each.anchor, span=self.span(each.anchor)))
            if each.file is None
            else each
            for each in finding.related
        )
        return replace(
            finding, anchor=replace(finding.anchor, span=self.span(finding.anchor)), related=related
        )

    def _guessed(self, anchor: Anchor) -> bool:
        return bool(self.tree.broken) and self.tree.find(anchor.pointer) in self.tree.broken
