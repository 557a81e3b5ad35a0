"""A plan for people: a table of its steps, a bar for each budget, its hash. It fits 80 columns."""

from __future__ import annotations

import shutil
from typing import TextIO

from cortex_planner.cli.report.frame import fitted, text_width
from cortex_planner.compiler.plan import Plan
from cortex_planner.compiler.semantics import Semantics
from cortex_planner.compiler.sizes import human_bytes

_BAR = 20
_NARROWEST_TARGET = 16


def explain(plan: Plan, semantics: Semantics, stream: TextIO) -> None:
    """Write the plan as a table."""
    request = semantics.request
    full, empty = _bar_characters(stream)
    stream.write(f"run {request.run_id} · request {request.request_id} · intent {request.intent}\n\n")
    room = max(_NARROWEST_TARGET, shutil.get_terminal_size((80, 24)).columns - 51)
    stream.write(f"{'#':>4}  {'op':<12}  {'target':<{room}}  {'bytes':>7}  step id\n")
    for ordinal, (draft, step) in enumerate(zip(plan.drafts, plan.steps, strict=True), start=1):
        target = fitted(" ".join(draft.target.split()), room)
        padding = " " * (room - text_width(target))
        size = human_bytes(draft.bytes) if draft.source is not None and draft.bytes else "-"
        stream.write(f"{ordinal:>4}  {draft.op:<12}  {target}{padding}  {size:>7}  {step['step_id']}\n")
    stream.write("\n")
    for name, use in semantics.budgets.items():
        used, limit = (
            (human_bytes(use.used), human_bytes(use.limit)) if name == "bytes" else (use.used, use.limit)
        )
        share = min(1.0, use.used / use.limit) if use.limit else float(use.used > 0)
        filled = round(share * _BAR)
        bar = full * filled + empty * (_BAR - filled)
        stream.write(f"{name:<8}  {bar}  {share:>4.0%}  {used} of {limit}\n")
    stream.write(f"\nplan hash {plan.hash}\n")


def _bar_characters(stream: TextIO) -> tuple[str, str]:
    """Return the characters of a bar, plain ones where the terminal cannot show others."""
    try:
        "█░·…".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return "#", "-"
    return "█", "░"
