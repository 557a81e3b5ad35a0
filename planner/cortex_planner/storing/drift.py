"""Drift: step by step, what is the same, what changed, and in which words to say so."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from cortex_planner.cassette import StoredPlan, StoredStep
from cortex_planner.compiler.drafts import Draft
from cortex_planner.compiler.plan import Plan, finished_step
from cortex_planner.compiler.sizes import counted
from cortex_planner.compiler.world import World
from cortex_planner.storing.absence import absence_of_file, absence_of_name
from cortex_planner.substrate.model import Section
from cortex_planner.substrate.slugs import github_slug

State = Literal["same", "changed", "added", "removed"]
CONFIGURATION_REASONS = frozenset(
    {"slice-changed", "intent-changed", "symbol-retargeted", "symbol-undeclared", "file-excluded"}
)
"""Reasons that only cortex.toml gives, as long as it has changed at all."""


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
    configuration_changed = stored.hashes.get("configuration_hash") != world.configuration.hash
    for row in stored.steps:
        found = present.get(_identity(json.loads(row.payload_json)))
        if found:
            draft = found.pop()
            drift.append(_changed(row, finished_step(draft, row.ordinal), draft))
        else:
            drift.append(_gone(row, world, configuration_changed=configuration_changed))
    return tuple(drift)


def blamed_on_planner(steps: tuple[StepDrift, ...], made_by: str, now: str) -> tuple[StepDrift, ...]:
    """Return the drift between two versions of the planner: what nobody declared differently, it makes differently."""
    words = f"version {now} of the planner compiles it differently than {made_by} did"
    return tuple(
        StepDrift(**{**step, "reason": "planner-version-changed", "message": f"{_subject(step)}: {words}"})
        if step["reason"] in {"intent-changed", "moved"}
        else step
        for step in steps
    )


def _subject(step: StepDrift) -> str:
    return step["message"].rpartition(": ")[0]


def _gone(row: StoredStep, world: World, *, configuration_changed: bool) -> StepDrift:
    """Return what became of a stored step that the present request no longer gives."""
    path = row.facts.get("path")
    if not path:
        return _removed(row)
    there = world.index.files([path]) if world.index is not None else {}
    if there.get(path) is None:
        absence = absence_of_file(path, world)
    elif _target(row).startswith("@"):
        absence = absence_of_name(row, path, world, configuration_changed=configuration_changed)
    else:
        return _removed(row)
    return _drift(row.ordinal, row.step_id, "removed", absence.reason, _say(_target(row), absence.message))


def _say(target: str, what: str) -> str:
    """Return a step's message, which names a file once where it is the target itself."""
    return what if what.startswith(f"{target} ") else f"{target}: {what}"


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
    return _drift(step["ordinal"], step["step_id"], "changed", reason, _say(draft.target, message))


def _reason(
    before: StoredStep, then: Mapping[str, Any], step: Mapping[str, Any], draft: Draft
) -> tuple[str, str]:
    old_path, source = before.facts.get("path"), draft.source
    if source is not None and old_path is not None and old_path != source.file_path:
        return "symbol-retargeted", f"names {source.file_path} now, it named {old_path}"
    if source is not None and _names_another_section(before, source):
        reason = "symbol-retargeted" if step["op"] == "READ_SYMBOL" else "intent-changed"
        now, was = _place(source.heading_path), _place(before.facts["heading_path"])
        return reason, f"names {now} of {old_path} now, it named {was}"
    if then["refs"].get("slice") != step["refs"].get("slice"):
        return "slice-changed", _slices(step["refs"].get("slice"), then["refs"].get("slice"))
    if (then["constraints"], then["expected_outputs"]) != (step["constraints"], step["expected_outputs"]):
        return "intent-changed", "the intent declares it differently now"
    hashes = ("content_hash", "file_hash", "section_id")
    if source is not None and any(then["refs"].get(name) != step["refs"].get(name) for name in hashes):
        return _text_reason(before, draft)
    if then["refs"] != step["refs"]:
        return "intent-changed", "the intent declares it differently now"
    return "moved", f"step {step['ordinal']} now, it was step {then['ordinal']}"


def _names_another_section(before: StoredStep, source: Section) -> bool:
    """Return whether a step reads another section of its file: by the last heading, as those above may be renamed."""
    was = before.facts.get("heading_path")
    if was is None or before.facts.get("content_hash") == source.content_hash:
        return False
    return [github_slug(each) for each in was[-1:]] != [
        github_slug(each) for each in source.heading_path[-1:]
    ]


def _slices(now: str | None, was: str | None) -> str:
    if now is None:
        return f"it has no slice now, it had {was}"
    return f"its slice is {now} now, it {'had none' if was is None else f'was {was}'}"


def _place(heading_path: Sequence[str]) -> str:
    return f"the section {heading_path[-1]!r}" if heading_path else "the whole"


def _text_reason(before: StoredStep, draft: Draft) -> tuple[str, str]:
    source, facts = draft.source, before.facts
    if source is None:
        return "text-changed", "its text changed"
    if facts.get("content_hash") == source.content_hash:
        return "section-moved", f"{source.file_path}: the same text in another place"
    return "text-changed", f"{source.file_path} changed{_line_counts(facts.get('lines'), source)}"


def _line_counts(was: int | None, source: Section) -> str:
    now = source.line_end - source.line_start
    if was is None:
        return ""
    return f", {counted(now, 'line')} as before" if was == now else f", {was:,} -> {counted(now, 'line')}"
