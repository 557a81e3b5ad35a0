"""Verifying: whether a stored plan is still what its request compiles to, and if not, what moved."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from cortex_planner.cassette import StoredPlan, plan_findings
from cortex_planner.compiler.model import PLANNER_VERSION, PlanRequest
from cortex_planner.compiler.plan import Plan
from cortex_planner.compiler.planner import default_root, ordered
from cortex_planner.compiler.semantics import Semantics
from cortex_planner.compiler.shape import check_shape
from cortex_planner.compiler.world import World
from cortex_planner.finding import Finding
from cortex_planner.storing.drift import CONFIGURATION_REASONS, StepDrift, compare, compare_each
from cortex_planner.storing.posting import Place, open_cassette, world_hashes
from cortex_planner.substrate import build_in_temporary_place, open_index, store_location

Cause = Literal["stored-rows-altered", "planner-version-changed", "configuration-changed", "substrate-moved"]


@dataclass(frozen=True)
class Verification:
    """The answer: whether the stored plan still holds, and if not, why and where."""

    ok: bool
    cause: Cause | None = None
    steps: tuple[StepDrift, ...] = ()
    findings: tuple[Finding, ...] = field(default=())

    def as_json(self) -> dict[str, Any]:
        """Return the answer as `cassette plan-verify --json` prints it."""
        return {
            "ok": self.ok,
            "cause": self.cause,
            "steps": list(self.steps),
            "findings": [
                {"code": each.code, "message": each.message, "pointer": each.anchor.pointer}
                for each in self.findings
            ],
        }


def verify_plan(
    run_id: str,
    request_id: str,
    *,
    repo_root: str | Path | None = None,
    substrate: str = "sqlite",
    cassette: Place = None,
) -> Verification:
    """Compare a stored plan with one recompiled from the stored request.

    The index is refreshed in a temporary place: nothing under the root is made or changed. Raises
    `CassetteError` (`plan-not-stored`) where nothing is stored.
    """
    root = Path(repo_root).absolute() if repo_root is not None else default_root()
    with open_cassette(cassette, root) as ledger:
        stored = ledger.stored_plan(run_id, request_id)
    altered = plan_findings(stored)
    if altered:
        return Verification(ok=False, cause="stored-rows-altered", findings=tuple(altered))
    with _present_world(root, substrate) as world:
        return _against(stored, world)


def _against(stored: StoredPlan, world: World) -> Verification:
    request = json.loads(stored.request_json)
    shape = check_shape(request, PlanRequest, world.root.as_posix())
    semantics = Semantics(request, world, shape)
    if not semantics.compiles:
        steps = compare_each(stored, semantics.drafts, world)
        findings = tuple(ordered(semantics.refusals))
        return Verification(ok=False, cause=_cause(stored, world, steps), steps=steps, findings=findings)
    plan = Plan(semantics)
    if plan.hash == stored.plan_hash:
        return Verification(ok=True, steps=compare(stored, plan))
    steps = compare(stored, plan)
    return Verification(ok=False, cause=_cause(stored, world, steps), steps=steps)


def _cause(stored: StoredPlan, world: World, steps: tuple[StepDrift, ...]) -> Cause:
    """Return what moved: a configuration is to blame only where it changed and a step shows it."""
    if stored.planner_version != PLANNER_VERSION:
        return "planner-version-changed"
    reconfigured = stored.hashes.get("configuration_hash") != world_hashes(world)["configuration_hash"]
    if reconfigured and world.configuration.findings:
        return "configuration-changed"
    shown = any(step["reason"] in CONFIGURATION_REASONS for step in steps) or not any(
        step["state"] != "same" for step in steps
    )
    return "configuration-changed" if reconfigured and shown else "substrate-moved"


@contextmanager
def _present_world(root: Path, substrate: str) -> Iterator[World]:
    """Give the world of a root as it is now, with an index that nobody else sees."""
    world = World.load(root)
    with tempfile.TemporaryDirectory(prefix="cortex-verify-") as folder:
        location = store_location(root, substrate)
        moved = build_in_temporary_place(root, world.configuration.config, location, Path(folder))
        with open_index(root, substrate, sections=moved.sections, symbols=moved.symbols) as reader:
            yield world.with_index(reader)
