"""Analysis: what can be said about a document, computed when it is asked for, and once.

Text becomes `Syntax`; with the kind and the world it becomes findings. Everybody who shows
findings gets them from here, so that the editor and CI cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from cortex_planner.compiler.sizes import human_bytes
from cortex_planner.compiler.world import World
from cortex_planner.documents import rules
from cortex_planner.documents.severity import Severities
from cortex_planner.finding import Anchor, Finding, Fix, Part
from cortex_planner.kinds import Kind
from cortex_planner.text.rules import JSON_ENCODING
from cortex_planner.text.syntax import Syntax

if TYPE_CHECKING:
    from cortex_planner.compiler.plan import Plan
    from cortex_planner.compiler.semantics import Semantics

MAX_DOCUMENT_BYTES = 5_000_000


class Analysis:
    """A document of one kind, in one world; `before` is the last plan that it had, whose steps may still hold."""

    def __init__(
        self, syntax: Syntax, kind: Kind, world: World, path: str | None = None, before: Plan | None = None
    ) -> None:
        self.syntax = syntax
        self.kind = kind
        self.world = world
        self.path = path
        self._before = before

    @cached_property
    def findings(self) -> list[Finding]:
        """Return everything there is to say, in document order, with severities as configured."""
        return Severities.of(self.world, self.path).applied(self._all_findings())

    def _all_findings(self) -> list[Finding]:
        too_large = self._too_large()
        if too_large is not None:
            return [*self.syntax.findings, too_large]
        if not self._is_sound:
            return self.syntax.findings
        meant = [*self._unsaid_shape(), *self._meaning()]
        if not meant or not self.syntax.findings:
            return self.syntax.placed(meant) if meant else self.syntax.findings
        merged = [*self.syntax.findings, *self.syntax.placed(meant)]
        return sorted(merged, key=lambda finding: finding.anchor.span or (0, 0))

    def _unsaid_shape(self) -> list[Finding]:
        """Return the findings about the shape that the text's own findings do not say already."""
        return [finding for finding in self.shape if finding.code != JSON_ENCODING.code]

    @property
    def _is_sound(self) -> bool:
        """Return whether the text is sound enough to judge what it says."""
        return self.syntax.balanced and not self.syntax.is_empty

    @cached_property
    def shape(self) -> list[Finding]:
        """Return what does not fit the kind's model, without positions."""
        from cortex_planner.compiler.schema import MODELS
        from cortex_planner.compiler.shape import check_shape

        model = MODELS.get(self.kind)
        return check_shape(self.syntax.value, model, self.world.root.as_posix()) if model is not None else []

    @cached_property
    def semantics(self) -> Semantics | None:
        """Return what a plan request means, as far as its text can be read; None for other kinds."""
        if self.kind is not Kind.PLAN_REQUEST or self._too_large() is not None:
            return None
        from cortex_planner.compiler.semantics import Semantics

        before = self._before.semantics if self._before is not None else None
        return Semantics(self.syntax.value, self.world, self.shape, before)

    @cached_property
    def plan(self) -> Plan | None:
        """Return the compiled plan, or None where there is none for the present text."""
        semantics = self.semantics
        if semantics is None or self.syntax.findings or not semantics.compiles:
            return None
        from cortex_planner.compiler.plan import Plan

        before, self._before = self._before, None
        return Plan(semantics, before)

    def _meaning(self) -> list[Finding]:
        if self.semantics is not None:
            return self.semantics.findings
        if self.kind is Kind.PLAN_OUTPUT:
            from cortex_planner.compiler.outputs import check_output

            return check_output(self.syntax.value)
        return []

    def _too_large(self) -> Finding | None:
        text = self.syntax.text
        if len(text) * 4 <= MAX_DOCUMENT_BYTES:
            return None
        size = len(text.encode("utf-8", "surrogatepass"))
        if size <= MAX_DOCUMENT_BYTES:
            return None
        anchor = Anchor("", Part.BRACE, (0, 1))
        return rules.DOCUMENT_TOO_LARGE.at(
            anchor, size=human_bytes(size), limit=human_bytes(MAX_DOCUMENT_BYTES)
        )

    def fixes(self, finding: Finding) -> list[Fix]:
        """Return the ways to mend a finding, the likeliest first."""
        from cortex_planner.compiler import fixes as compiler_fixes
        from cortex_planner.text import fixes as text_fixes

        return [
            *text_fixes.fixes_for(finding, self.syntax),
            *compiler_fixes.fixes_for(finding, self.syntax, self.kind, self.world),
        ]


def analyse(text: str, kind: Kind, world: World, path: str | None = None) -> Analysis:
    """Return the analysis of a text; `path` is its place relative to the root, if it has one."""
    return Analysis(Syntax(text), kind, world, path)


def non_overlapping(fixes: Iterable[Fix]) -> list[Fix]:
    """Return those of `fixes` that can be made together, the earlier ones first."""
    taken: list[tuple[int, int]] = []
    chosen: list[Fix] = []
    for fix in fixes:
        spans = [(edit.start, edit.end) for edit in fix.edits]
        if all(end <= start or before >= after for start, after in taken for before, end in spans):
            chosen.append(fix)
            taken += spans
    return chosen
