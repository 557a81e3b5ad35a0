"""Drift: step by step, what is the same, what changed, and in which words to say so."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Literal, TypedDict

from cortex_planner.cassette import StoredPlan, StoredStep
from cortex_planner.compiler.drafts import Draft
from cortex_planner.compiler.plan import Plan, finished_step
from cortex_planner.compiler.sizes import counted
from cortex_planner.compiler.world import World

State = Literal["same", "changed", "added", "removed"]
CONFIGURATION_REASONS = frozenset({"slice-changed", "intent-changed", "symbol-retargeted"})


class StepDrift(TypedDict):
    """One step, then and now; `ordinal` and `step_id` are the present ones, of a removed step the stored."""

    ordinal: int
    step_id: str
    state: State
    reason: str | None
    message: str


def compare(stored: StoredPlan, plan: Plan) -> tuple[StepDrift, ...]:
    """Return how each step of the present plan relates to the stored one; removed steps come last."""
    waiting: dict[str, list[StoredStep]] = defaultdict(list)
    for row in reversed(stored.steps):
        waiting[_identity(json.loads(row.payload_json))].append(row)
    drift: list[StepDrift] = []
    for step, draft in zip(plan.steps, plan.drafts, strict=True):
        before = waiting.get(_identity(step))
        drift.append(_changed(before.pop(), step, draft) if before else _added(step, draft))
    left = sorted((row for rows in waiting.values() for row in rows), key=lambda row: row.ordinal)
    return (*drift, *(_removed(row) for row in left))


def compare_each(stored: StoredPlan, drafts: list[Draft], world: World) -> tuple[StepDrift, ...]:
    """Return what became of each stored step where the present request does not compile as a whole."""
    present: dict[str, list[Draft]] = defaultdict(list)
    for draft in reversed(drafts):
        present[_identity({"op": draft.op, "refs": draft.refs})].append(draft)
    drift = []
    for row in stored.steps:
        found = present.get(_identity(json.loads(row.payload_json)))
        if found:
            draft = found.pop()
            drift.append(_changed(row, finished_step(draft, row.ordinal), draft))
        else:
            drift.append(_gone(row, world))
    return tuple(drift)


def _gone(row: StoredStep, world: World) -> StepDrift:
    path = row.facts.get("path")
    there = world.index.files([path]) if world.index is not None and path else {}
    if path and there.get(path) is None:
        return _drift(row.ordinal, row.step_id, "removed", "file-gone", f"{_target(row)}: {path} is gone")
    return _removed(row)


def _drift(ordinal: int, step_id: str, state: State, reason: str | None, message: str) -> StepDrift:
    return StepDrift(ordinal=ordinal, step_id=step_id, state=state, reason=reason, message=message)


def _identity(step: Mapping[str, Any]) -> str:
    """Return what makes a step the same step in another version of the plan."""
    refs = step["refs"]
    named = refs.get("symbol_id") or refs.get("file_path") or refs.get("test_name") or refs.get("message")
    return f"{step['op']} {named}"


def _target(step: StoredStep) -> str:
    refs = json.loads(step.payload_json)["refs"]
    return str(refs.get("symbol_id") or refs.get("file_path") or refs.get("test_name") or refs.get("message"))


def _added(step: Mapping[str, Any], draft: Draft) -> StepDrift:
    reason = "intent-changed" if draft.pointer == "/intent" else "input-added"
    return _drift(step["ordinal"], step["step_id"], "added", reason, f"{draft.target}: a new step")


def _removed(step: StoredStep) -> StepDrift:
    return _drift(
        step.ordinal, step.step_id, "removed", "intent-changed", f"{_target(step)}: no longer a step"
    )


def _changed(before: StoredStep, step: Mapping[str, Any], draft: Draft) -> StepDrift:
    if before.step_id == step["step_id"]:
        return _drift(step["ordinal"], step["step_id"], "same", None, f"{draft.target}: unchanged")
    then = json.loads(before.payload_json)
    reason, message = _reason(before, then, step, draft)
    return _drift(step["ordinal"], step["step_id"], "changed", reason, f"{draft.target}: {message}")


def _reason(
    before: StoredStep, then: Mapping[str, Any], step: Mapping[str, Any], draft: Draft
) -> tuple[str, str]:
    old_path, source = before.facts.get("path"), draft.source
    if source is not None and old_path is not None and old_path != source.file_path:
        return "symbol-retargeted", f"names {source.file_path} now, it named {old_path}"
    if then["refs"].get("slice") != step["refs"].get("slice"):
        return (
            "slice-changed",
            f"its slice is {step['refs'].get('slice')} now, it was {then['refs'].get('slice')}",
        )
    if (then["constraints"], then["expected_outputs"]) != (step["constraints"], step["expected_outputs"]):
        return "intent-changed", "the intent declares it differently now"
    hashes = ("content_hash", "file_hash", "section_id")
    if source is not None and any(then["refs"].get(name) != step["refs"].get(name) for name in hashes):
        return _text_reason(before, draft)
    if then["refs"] != step["refs"]:
        return "intent-changed", "the intent declares it differently now"
    return "moved", f"step {step['ordinal']} now, it was step {then['ordinal']}"


def _text_reason(before: StoredStep, draft: Draft) -> tuple[str, str]:
    source, facts = draft.source, before.facts
    if source is None:
        return "text-changed", "its text changed"
    now = source.line_end - source.line_start
    if facts.get("content_hash") == source.content_hash:
        return "section-moved", f"{source.file_path}: the same text in another place"
    was = facts.get("lines")
    lines = f", {was} -> {counted(now, 'line')}" if was is not None else ""
    return "text-changed", f"{source.file_path} changed{lines}"
