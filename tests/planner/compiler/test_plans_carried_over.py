"""A plan that goes on from the one before is, to the byte, the plan that would be made anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from planner.compiler.compiler_requests import request

from cortex_planner.compiler import plan as plans
from cortex_planner.compiler.plan import Plan
from cortex_planner.compiler.world import World
from cortex_planner.documents.analysis import Analysis
from cortex_planner.kinds import Kind
from cortex_planner.text import Syntax

STEP = '[[intents.{name}.steps]]\nname = "t"\nop = "RUN_TEST"\nrefs = {{ test_name = "x" }}\nexpected_outputs = {{ n = {n} }}\n'
CONFIGURATION = STEP.format(name="one", n="1") + STEP.format(name="yes", n="true")


def plan_of(asked: dict[str, Any], before: Plan | None = None) -> Plan:
    """Return the plan of a request that needs no index."""
    world = World.nowhere(Path("/")).with_configuration(CONFIGURATION)
    made = Analysis(Syntax(json.dumps(asked)), Kind.PLAN_REQUEST, world, None, before).plan
    assert made is not None
    return made


NOTES = st.lists(st.sampled_from(["a", "b", "é"]), min_size=1, max_size=5)


@given(st.lists(st.tuples(NOTES, st.sampled_from(["explain", "one", "yes"]), st.booleans()), max_size=6))
def test_a_plan_that_goes_on_is_the_plan_made_anew(edits: list[tuple[list[str], str, bool]]) -> None:
    """Notes come, go and move, intents change; sometimes only one id was asked for between."""
    last = plan_of(request(inputs={"notes": ["a"]}))
    for notes, intent, in_full in edits:
        asked = request(inputs={"notes": notes}, intent=intent)
        last = plan_of(asked, last)
        assert last.step_id(0) == plan_of(asked).step_id(0)
        assert not in_full or json.dumps(last.output) == json.dumps(plan_of(asked).output)


def test_equal_outputs_that_are_spelled_differently_are_two_steps() -> None:
    """`1` and `true` are equal in Python, and two texts in JSON."""
    one, yes = request(intent="one"), request(intent="yes")
    before = plan_of(one)
    assert before.output["steps"]
    assert plan_of(yes, before).hash == plan_of(yes).hash != before.hash


def test_only_the_step_that_changed_is_made_again(monkeypatch: Any) -> None:
    """A keystroke in one note costs one step, however many there are."""
    notes = [f"note {number}" for number in range(50)]
    before = plan_of(request(inputs={"notes": notes}, budgets={"max_steps": 100}))
    assert before.hash
    made: list[int] = []
    finished = plans.finished_step
    monkeypatch.setattr(
        plans, "finished_step", lambda draft, ordinal: made.append(ordinal) or finished(draft, ordinal)
    )
    notes[7] += "!"
    assert plan_of(request(inputs={"notes": notes}, budgets={"max_steps": 100}), before).hash != before.hash
    assert made == [8]
