"""Inlay hints: behind each input its step, behind each budget its use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cortex_planner.compiler.budgets import amount
from cortex_planner.compiler.sizes import human_bytes
from cortex_planner.finding import Span
from cortex_server.ide.view import View

SHORT_ID = len("step_") + 4


@dataclass(frozen=True, slots=True)
class Hint:
    """A label behind `offset`; `tooltip` says more."""

    offset: int
    label: str
    tooltip: str


def hints(view: View, visible: Span) -> list[Hint]:
    """Return the hints of the visible part; only its steps are hashed."""
    return sorted((*_step_hints(view, visible), *_budget_hints(view, visible)), key=lambda hint: hint.offset)


def _step_hints(view: View, visible: Span) -> Iterator[Hint]:
    plan = view.plan
    if plan is None:
        return
    mark = " (stale)" if view.stale else ""
    for place, span in enumerate(view.step_spans):
        if span is None or not visible[0] <= span[1] <= visible[1] or plan.drafts[place].pointer == "/intent":
            continue
        draft, step_id = plan.drafts[place], plan.step_id(place)
        size = f" · {human_bytes(draft.bytes)}" if draft.source is not None else ""
        label = f"{step_id[:SHORT_ID]}… · {draft.op}{size}{mark}"
        yield Hint(span[1], label, f"step {place + 1} · {step_id}{mark}")


def _budget_hints(view: View, visible: Span) -> Iterator[Hint]:
    semantics, tree = view.analysis.semantics, view.analysis.syntax.tree
    if semantics is None:
        return
    for name, use in semantics.budgets.items():
        number = tree.find(f"/budgets/max_{name}")
        if number is None:
            continue
        end = tree.node(number).end
        if visible[0] <= end <= visible[1]:
            share = f" · {use.used / use.limit:.0%}" if use.limit else ""
            yield Hint(end, f"used: {amount(name, use.used)}{share}", f"{use.used:,} of {use.limit:,} {name}")
