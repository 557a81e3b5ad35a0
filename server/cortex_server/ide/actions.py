"""Actions: what can be done at a place: mend a finding, mend all that is safe to mend, compile the plan."""

from __future__ import annotations

from dataclasses import dataclass

from cortex_planner.documents.analysis import non_overlapping
from cortex_planner.finding import Edit, Finding, Fix, Span
from cortex_server.ide.changes import Refactoring
from cortex_server.ide.configuring import mending
from cortex_server.ide.view import View


@dataclass(frozen=True, slots=True)
class QuickFix:
    """A fix and the finding that it mends; `preferred` is the one to take without thinking."""

    fix: Fix
    finding: Finding
    preferred: bool


def quick_fixes(view: View, span: Span) -> list[QuickFix]:
    """Return the fixes of the findings that touch `span`, in document order."""
    return [
        QuickFix(fix, finding, preferred=fix.safety == "safe" and place == 0)
        for finding in view.analysis.findings
        if _touches(finding, span)
        for place, fix in enumerate(view.analysis.fixes(finding))
    ]


def configuration_fixes(view: View, span: Span) -> list[tuple[Finding, Refactoring]]:
    """Return the fixes of the findings that touch `span` which are edits of `cortex.toml`."""
    return [
        (finding, refactoring)
        for finding in view.analysis.findings
        if _touches(finding, span)
        for refactoring in mending(view, finding)
    ]


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
