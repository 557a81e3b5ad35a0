"""Actions: what can be done at a place: mend a finding, mend all that is safe to mend, compile the plan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cortex_planner.documents.analysis import non_overlapping
from cortex_planner.finding import Edit, Finding, Fix, Span
from cortex_server.ide.changes import Refactoring
from cortex_server.ide.configuring import mending
from cortex_server.ide.view import View

FixKey = tuple[str, str, int, int]
"""Code, pointer and start of a finding, and the number of one of its fixes: enough to find it again."""


@dataclass(frozen=True, slots=True)
class QuickFix:
    """A fix and the finding that it mends; `preferred` is the one to take without thinking."""

    fix: Fix
    finding: Finding
    place: int

    @property
    def preferred(self) -> bool:
        """Return whether it is the first of its finding's fixes, and safe."""
        return self.fix.safety == "safe" and self.place == 0

    @property
    def key(self) -> FixKey:
        """Return what names the fix, among all fixes of this version of the document."""
        anchor = self.finding.anchor
        return self.finding.code, anchor.pointer, (anchor.span or (0, 0))[0], self.place


def quick_fixes(view: View, span: Span) -> Iterator[QuickFix]:
    """Yield the fixes of the findings that touch `span`, in document order."""
    for finding in view.analysis.findings:
        if _touches(finding, span):
            for place, fix in enumerate(view.analysis.fixes(finding)):
                yield QuickFix(fix, finding, place)


def fix_of(view: View, key: FixKey) -> Fix | None:
    """Return the fix that a key names, or None."""
    found = quick_fixes(view, (key[2], key[2]))
    return next((each.fix for each in found if each.key == key), None)


def configuration_fixes(view: View, span: Span) -> Iterator[tuple[Finding, Refactoring]]:
    """Yield the fixes of the findings that touch `span` which are edits of `cortex.toml`."""
    for finding in view.analysis.findings:
        if _touches(finding, span):
            for refactoring in mending(view, finding):
                yield finding, refactoring


def fix_all(view: View) -> tuple[Edit, ...]:
    """Return the edits that make every safe fix at once."""
    safe = [
        fix
        for finding in view.analysis.findings
        for fix in view.analysis.fixes(finding)[:1]
        if fix.safety == "safe"
    ]
    return tuple(edit for fix in non_overlapping(safe) for edit in fix.edits)


def _touches(finding: Finding, span: Span) -> bool:
    start, end = finding.anchor.span or (0, 0)
    return start <= span[1] and span[0] <= end
