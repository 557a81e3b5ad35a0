"""The summary: a document's whole preview as one page of Markdown.

Agents' clients ask for hover, definition and diagnostics and for nothing else: this is how they see the plan.
"""

from __future__ import annotations

from typing import Any

from cortex_planner.compiler.drafts import Draft
from cortex_planner.compiler.sizes import counted, human_bytes
from cortex_planner.finding import Finding, Severity
from cortex_planner.kinds import Kind
from cortex_server.ide.lens import HASH_DIGITS, ROOTLESS, document_title
from cortex_server.ide.markdown import cell, prose, shortened
from cortex_server.ide.view import View

MOST_STEPS = 1000
_MOST_ERRORS = 5
_ALL_STEPS = "`cortex plan --request-file FILE --explain` shows all of them"
_HEAD = ["| # | op | target | bytes | step id |", "| --- | --- | --- | --- | --- |"]


def summary(view: View) -> str:
    """Return the use of the budgets, why there is no plan where there is none, and the steps of the plan to show."""
    semantics = view.analysis.semantics
    if semantics is None:
        return _of_plan(view)
    parts = [f"**{document_title(view)}**", *_why_not(view)]
    if view.plan is not None:
        parts += [_steps(view), f"plan `{view.plan.hash}`{' (stale)' if view.stale else ''}"]
    return "\n\n".join(parts)


def _of_plan(view: View) -> str:
    """Return what a plan output is, and whether it is still as it was compiled."""
    value = view.analysis.syntax.value
    if view.analysis.kind is not Kind.PLAN_OUTPUT or not isinstance(value, dict):
        return ""
    errors = _errors(view.analysis.findings)
    state = _list(errors) if errors else "Every step id and the plan hash fit the steps."
    return f"**{_title_of_plan(value)}**\n\n{state}"


def _title_of_plan(plan: dict[str, Any]) -> str:
    """Return how many steps a plan has and its hash, as far as it says so."""
    steps, digest = plan.get("steps"), plan.get("plan_hash")
    count = counted(len(steps), "step") if isinstance(steps, list) and steps else ""
    named = f"plan {prose(digest[:HASH_DIGITS])}" if isinstance(digest, str) and digest else ""
    return " · ".join(filter(None, (count, named))) or "A plan output without steps"


def _why_not(view: View) -> list[str]:
    analysis = view.analysis
    semantics = analysis.semantics
    if analysis.plan is not None or semantics is None:
        return []
    errors = _errors(analysis.findings) or _errors(semantics.refusals)
    if errors:
        return [f"No plan for the present text:\n\n{_list(errors)}"]
    return [f"No plan: {ROOTLESS if analysis.world.rootless else 'there is no index yet'}."]


def _errors(findings: list[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.severity is Severity.ERROR]


def _list(errors: list[Finding]) -> str:
    more = [f"- … {len(errors) - _MOST_ERRORS} more"] if len(errors) > _MOST_ERRORS else []
    return "\n".join([*(f"- {prose(each.message)} ({each.code})" for each in errors[:_MOST_ERRORS]), *more])


def _steps(view: View) -> str:
    plan = view.plan
    drafts = plan.drafts if plan is not None else []
    rows = [
        f"| {place + 1} | {draft.op} | {_target(draft)} | {human_bytes(draft.bytes) if draft.bytes else ''}"
        f" | `{plan.step_id(place) if plan is not None else ''}` |"
        for place, draft in enumerate(drafts[:MOST_STEPS])
    ]
    more = counted(len(drafts) - MOST_STEPS, "more step") if len(drafts) > MOST_STEPS else ""
    return "\n".join([*_HEAD, *rows, *(["", f"… and {more}: {_ALL_STEPS}"] if more else [])])


def _target(draft: Draft) -> str:
    """Return what a step works on: a name as it is, or the beginning of a note."""
    return cell(shortened(draft.target) if draft.op == "NOTE" else draft.target)
