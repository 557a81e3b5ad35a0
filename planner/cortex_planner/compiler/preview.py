"""Previews: the compiled plan, or why there is none, with what it would use; for people and editors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cortex_planner.compiler.plan import Plan
from cortex_planner.compiler.semantics import Semantics
from cortex_planner.compiler.sizes import human_bytes
from cortex_planner.finding import Finding


@dataclass(frozen=True)
class Preview:
    """What a request compiles to. Refused: no plan and no steps, but the use is shown."""

    plan: dict[str, Any] | None
    findings: list[Finding]
    budgets: dict[str, dict[str, Any]]
    steps: list[dict[str, Any]]


def preview_of(semantics: Semantics, findings: list[Finding]) -> Preview:
    """Return the preview of a request; `findings` are all that is to be said about it."""
    plan = Plan(semantics) if semantics.compiles else None
    return Preview(
        plan=plan.output if plan is not None else None,
        findings=findings,
        budgets=budgets_json(semantics),
        steps=steps_json(plan) if plan is not None else [],
    )


def budgets_json(semantics: Semantics) -> dict[str, dict[str, Any]]:
    """Return the use of every budget with what each input contributes."""
    return {
        name: {
            "used": use.used,
            "limit": use.limit,
            "inputs": [
                {"pointer": each.pointer, "used": each.used} for each in semantics.contributions(name)
            ],
        }
        for name, use in semantics.budgets.items()
    }


def steps_json(plan: Plan) -> list[dict[str, Any]]:
    """Return the steps as a preview lists them."""
    ids = [step["step_id"] for step in plan.steps]
    return [
        {
            "step_id": ids[place],
            "ordinal": place + 1,
            "op": draft.op,
            "target": draft.target,
            "bytes": draft.bytes,
            "needs": [ids[need] for need in draft.needs],
            "pointer": draft.pointer,
        }
        for place, draft in enumerate(plan.drafts)
    ]


def usage_line(semantics: Semantics) -> str:
    """Return the use of all budgets in one line: `5 of 20 steps · 12.4 KB of 10 MB · 3 of 100 symbols`."""
    steps, size, symbols = (semantics.budgets[name] for name in ("steps", "bytes", "symbols"))
    return (
        f"{steps.used:,} of {steps.limit:,} steps · {human_bytes(size.used)} of {human_bytes(size.limit)}"
        f" · {symbols.used:,} of {symbols.limit:,} symbols"
    )
