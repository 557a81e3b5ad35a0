"""Syntax: what a text says as JSON, and where; computed once per text, and pure."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from cortex_planner.finding import Anchor, Finding, Part, Related, Span
from cortex_planner.text.carrying import carried
from cortex_planner.text.lines import LineIndex
from cortex_planner.text.reader import read
from cortex_planner.text.strict import DECLINED, read_strictly
from cortex_planner.text.tree import Tree


class Syntax:
    """A text and its reading. Lazy: nothing is read before something is asked.

    `before` is the syntax of the text as it was: what was read of that is carried over where it still holds.
    """

    def __init__(self, text: str, lines: LineIndex | None = None, before: Syntax | None = None) -> None:
        self.text = text
        self._lines = lines
        self._before = before._last_read if before is not None else None

    @cached_property
    def lines(self) -> LineIndex:
        """Return the lines of the text."""
        return self._lines if self._lines is not None else LineIndex.of(self.text)

    @cached_property
    def _strict(self) -> Any:
        return read_strictly(self.text) if self._carried is None else self._carried.value

    @cached_property
    def _reading(self) -> tuple[Tree, list[Finding], bool]:
        return read(self.text) if self._carried is None else (self._carried, [], True)

    @cached_property
    def _carried(self) -> Tree | None:
        before, self._before = self._before, None
        return carried(before.text, before.tree, self.text) if before is not None else None

    @property
    def _last_read(self) -> Syntax | None:
        """Return this syntax, or the one before it, whichever has a tree without a flaw already."""
        if "_reading" in self.__dict__:
            return self if not self._reading[1] else None
        return self if self.__dict__.get("_carried") is not None else self._before

    @property
    def tree(self) -> Tree:
        """Return the values and their places, as far as they could be read."""
        return self._reading[0]

    @property
    def is_empty(self) -> bool:
        """Return whether the text holds no value at all."""
        return self._strict is DECLINED and not len(self.tree)

    @property
    def value(self) -> Any:
        """Return the value of the whole text."""
        return self.tree.value if self._strict is DECLINED else self._strict

    @property
    def findings(self) -> list[Finding]:
        """Return what is wrong with the text as JSON, at most twenty findings, in document order."""
        return self._reading[1] if self._strict is DECLINED else []

    @property
    def balanced(self) -> bool:
        """Return whether every bracket has its partner, so that the shape of the value is what was meant."""
        return self._reading[2] if self._strict is DECLINED else True

    def span(self, anchor: Anchor) -> Span:
        """Return where an anchor is; where its place is gone, the nearest place above that is there."""
        if anchor.span is not None:
            return anchor.span
        tree, pointer = self.tree, anchor.pointer
        while (number := tree.find(pointer)) is None:
            if not pointer:
                return 0, min(1, len(self.text))
            pointer = pointer.rpartition("/")[0]
        return tree.span(number, anchor.part if pointer == anchor.pointer else Part.KEY)

    def placed(self, findings: Iterable[Finding]) -> list[Finding]:
        """Return the findings with their spans filled in, in document order.

        Findings about values that had to be guessed are left out: the syntax error is what counts.
        """
        if self.tree.broken:
            findings = [finding for finding in findings if not self._guessed(finding.anchor)]
        return sorted(map(self._placed, findings), key=lambda finding: finding.anchor.span or (0, 0))

    def _placed(self, finding: Finding) -> Finding:
        anchor = finding.anchor
        return Finding(
            finding.code,
            finding.severity,
            finding.message,
            Anchor(anchor.pointer, anchor.part, self.span(anchor)),
            finding.data,
            tuple(map(self._placed_relative, finding.related)) if finding.related else (),
        )

    def _placed_relative(self, related: Related) -> Related:
        if related.file is not None:
            return related
        anchor = related.anchor
        return Related(related.message, Anchor(anchor.pointer, anchor.part, self.span(anchor)))

    def _guessed(self, anchor: Anchor) -> bool:
        return self.tree.find(anchor.pointer) in self.tree.broken
