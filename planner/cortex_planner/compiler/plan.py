"""A plan: steps with ordinals and ids that follow from their content, and one hash over all of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

from cortex_planner.canonical import canonical_json, content_hash
from cortex_planner.compiler.drafts import Draft
from cortex_planner.compiler.model import PLANNER_VERSION
from cortex_planner.compiler.semantics import Semantics
from cortex_planner.compiler.weaving import INTENT_POINTER

STEP_ID_DIGITS = 16


class _Made(NamedTuple):
    """A finished step, its canonical JSON, and the draft that it was made of."""

    draft: Draft
    step: dict[str, Any]
    text: str

    def is_of(self, draft: Draft) -> bool:
        """Return whether a draft is known to become this step: it is this one's, or an input's that says the same.

        Inputs say nothing but strings; what intents say can be equal and yet spelled differently: `1` and `true`.
        """
        if draft is self.draft:
            return True
        are_inputs = INTENT_POINTER not in (draft.pointer, self.draft.pointer)
        return are_inputs and draft.op == self.draft.op and draft.refs == self.draft.refs


class Plan:
    """The plan of a request that compiles; drafts, ids and hash are computed when they are asked for.

    `before` is the plan of the text as it was: steps of inputs that are still the same are not made again.
    """

    def __init__(self, semantics: Semantics, before: Plan | None = None) -> None:
        self.semantics = semantics
        self._made: dict[int, _Made] = before._made if before is not None else {}

    @property
    def drafts(self) -> list[Draft]:
        """Return the steps before they have their place and id."""
        return self.semantics.drafts

    @cached_property
    def steps(self) -> list[dict[str, Any]]:
        """Return the finished steps."""
        return [self._finished(place).step for place in range(len(self.drafts))]

    def step_id(self, place: int) -> str:
        """Return the id of the step at `place`, counted from 0, without making the others."""
        return str(self._finished(place).step["step_id"])

    @cached_property
    def step_texts(self) -> list[str]:
        """Return the canonical JSON of each step, which the hash covers and the ledger keeps."""
        return [self._finished(place).text for place in range(len(self.drafts))]

    def _finished(self, place: int) -> _Made:
        draft, made = self.drafts[place], self._made.get(place)
        if made is None or not made.is_of(draft):
            step = finished_step(draft, ordinal=place + 1)
            made = self._made[place] = _Made(draft, step, canonical_json(step))
        return made

    @cached_property
    def hash(self) -> str:
        """Return the plan hash."""
        request = self.semantics.request
        return hash_of_texts(request.run_id, request.request_id, self.step_texts)

    @cached_property
    def output(self) -> dict[str, Any]:
        """Return the plan output document."""
        request = self.semantics.request
        return {
            "run_id": request.run_id,
            "request_id": request.request_id,
            "planner_version": PLANNER_VERSION,
            "steps": self.steps,
            "plan_hash": self.hash,
        }


def finished_step(draft: Draft, ordinal: int) -> dict[str, Any]:
    """Return the step that a draft becomes at its place in the plan."""
    body = {
        "ordinal": ordinal,
        "op": draft.op,
        "refs": draft.refs,
        "constraints": draft.constraints,
        "expected_outputs": draft.expected_outputs,
    }
    return {"step_id": step_id(body), **body}


def step_id(step: dict[str, Any]) -> str:
    """Return the id of a step: from its canonical JSON, all but the id itself."""
    body = {key: value for key, value in step.items() if key != "step_id"}
    return f"step_{content_hash(body)[:STEP_ID_DIGITS]}"


def plan_hash(run_id: object, request_id: object, steps: Iterable[dict[str, Any]]) -> str:
    """Return the hash of a plan: over its run, its request and the canonical JSON of each step."""
    return hash_of_texts(run_id, request_id, [canonical_json(step) for step in steps])


def hash_of_texts(run_id: object, request_id: object, step_texts: list[str]) -> str:
    """Return the hash of a plan whose steps are canonical JSON already."""
    return content_hash({"run_id": run_id, "request_id": request_id, "steps": step_texts})


def plan_text(plan: dict[str, Any]) -> str:
    """Return a plan output as it is printed and written: the same bytes for the same plan."""
    return json.dumps(plan, indent=2, ensure_ascii=False) + "\n"
