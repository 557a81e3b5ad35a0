"""Plan outputs as documents: every id and hash is recomputed from the steps as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cortex_planner.compiler import rules
from cortex_planner.compiler.plan import plan_hash, step_id
from cortex_planner.finding import Anchor, Finding


def check_output(value: object) -> list[Finding]:
    """Return where a plan no longer fits its ids, its ordinals or its hash."""
    if not isinstance(value, dict) or not isinstance(value.get("steps"), list):
        return []
    steps = value["steps"]
    findings = [finding for place, step in enumerate(steps) for finding in _check_step(step, place)]
    written = value.get("plan_hash")
    if isinstance(written, str) and all(isinstance(step, dict) for step in steps):
        expected = plan_hash(value.get("run_id"), value.get("request_id"), steps)
        if written != expected:
            anchor = Anchor("/plan_hash")
            findings.append(
                rules.PLAN_HASH_MISMATCH.at(anchor, expected=expected, data={"expected": expected})
            )
    return findings


def _check_step(step: Any, place: int) -> Iterator[Finding]:
    if not isinstance(step, dict):
        return
    pointer = f"/steps/{place}"
    ordinal = step.get("ordinal")
    if type(ordinal) is int and ordinal != place + 1:
        anchor = Anchor(f"{pointer}/ordinal")
        data = {"expected": place + 1}
        yield rules.ORDINAL_SEQUENCE.at(anchor, expected=place + 1, given=ordinal, data=data)
    written = step.get("step_id")
    if isinstance(written, str):
        expected = step_id(step)
        if written != expected:
            anchor = Anchor(f"{pointer}/step_id")
            yield rules.STEP_ID_MISMATCH.at(anchor, expected=expected, data={"expected": expected})
