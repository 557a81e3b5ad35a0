"""Plan outputs as documents: what was changed after compiling is found where it was changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from planner.compiler.compiler_requests import codes, compiled

from cortex_planner.compiler.world import World
from cortex_planner.documents.analysis import analyse
from cortex_planner.kinds import Kind


@pytest.fixture
def plan(tmp_path: Path) -> dict[str, Any]:
    """Return a compiled plan of three notes."""
    (tmp_path / "cortex.toml").touch()
    return compiled(tmp_path, inputs={"notes": ["One.", "Two.", "Three."]})


def check(plan: dict[str, Any]) -> list[tuple[str, str]]:
    return codes(analyse(json.dumps(plan), Kind.PLAN_OUTPUT, World.nowhere(Path("/"))).findings)


def test_a_plan_as_it_was_compiled_has_no_findings(plan: dict[str, Any]) -> None:
    """Also not with a `$schema` line."""
    assert check(plan) == []
    assert check({"$schema": "x", **plan}) == []


def test_a_changed_step_no_longer_fits_its_id_nor_the_plan_its_hash(plan: dict[str, Any]) -> None:
    """Both are said, each at its place."""
    plan["steps"][1]["refs"]["message"] = "Changed."
    assert check(plan) == [("step-id-mismatch", "/steps/1/step_id"), ("plan-hash-mismatch", "/plan_hash")]


def test_a_removed_step_leaves_a_gap_in_the_ordinals(plan: dict[str, Any]) -> None:
    """The ids of the rest still fit: a step's id covers its own ordinal only."""
    del plan["steps"][1]
    assert check(plan) == [("ordinal-sequence", "/steps/1/ordinal"), ("plan-hash-mismatch", "/plan_hash")]


def test_another_run_is_another_plan(plan: dict[str, Any]) -> None:
    """The hash binds a plan to its run and request."""
    assert check({**plan, "run_id": "other"}) == [("plan-hash-mismatch", "/plan_hash")]
