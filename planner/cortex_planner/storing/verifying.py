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
from cortex_planner.cassette.refusal import is_missing
from cortex_planner.cassette.rules import STORED_PLAN
from cortex_planner.compiler.model import PLANNER_VERSION, PlanRequest
from cortex_planner.compiler.plan import Plan
from cortex_planner.compiler.planner import default_root, ordered
from cortex_planner.compiler.policy import ceiling
from cortex_planner.compiler.semantics import Semantics
from cortex_planner.compiler.shape import check_shape
from cortex_planner.compiler.world import World
from cortex_planner.errors import CassetteError
from cortex_planner.finding import Anchor, Finding
from cortex_planner.storing.drift import (
    CONFIGURATION_REASONS,
    StepDrift,
    blamed_on_planner,
    compare,
    compare_each,
)
from cortex_planner.storing.posting import Place, open_cassette_to_read, world_hashes
from cortex_planner.substrate import build_in_temporary_place, open_index, store_location

_BROKEN = ("config-", "intent-", "rule-")
"""How the codes of a broken cortex.toml begin. It refuses every plan, so that it was whole when one was stored."""
_CONFIGURED = (*_BROKEN, "policy-")
"""How the codes of refusals begin that cortex.toml alone gives."""
_BEYOND_HASHES = (*_BROKEN, "file-", "policy-writable")
"""How the codes of refusals begin that no hash covers: a broken cortex.toml, and what lies at a path."""

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
    stored = _stored(run_id, request_id, cassette, root)
    altered = plan_findings(stored)
    if altered:
        return Verification(ok=False, cause="stored-rows-altered", findings=tuple(altered))
    with _present_world(root, substrate) as world:
        return _against(stored, world)


def _stored(run_id: str, request_id: str, cassette: Place, root: Path) -> StoredPlan:
    try:
        with open_cassette_to_read(cassette, root) as ledger:
            return ledger.stored_plan(run_id, request_id)
    except CassetteError as error:
        if is_missing(error):
            raise CassetteError("plan-not-stored", f"nothing is stored: {error.message}") from error
        raise


def _against(stored: StoredPlan, world: World) -> Verification:
    request = json.loads(stored.request_json)
    shape = check_shape(request, PlanRequest, world.root.as_posix())
    semantics = Semantics(request, world, shape)
    if not semantics.compiles:
        uncovered = any(each.code.startswith(_BEYOND_HASHES) for each in semantics.refusals)
        if _nothing_moved(stored, world) and not uncovered:
            return Verification(ok=False, cause="stored-rows-altered", findings=(_another_plan(stored),))
        steps = compare_each(stored, semantics.drafts, world)
        return _drifted(stored, world, steps, tuple(ordered(semantics.refusals)))
    plan = Plan(semantics)
    steps = compare(stored, plan)
    if plan.hash == stored.plan_hash:
        return Verification(ok=True, steps=steps)
    if _nothing_moved(stored, world):
        return Verification(ok=False, cause="stored-rows-altered", findings=(_another_plan(stored),))
    return _drifted(stored, world, steps)


def _nothing_moved(stored: StoredPlan, world: World) -> bool:
    """Return whether all that a plan depends on is as it was when it was stored."""
    present = world_hashes(world)
    return (
        stored.planner_version == PLANNER_VERSION
        and dict(stored.hashes) == present
        and None not in present.values()
    )


def _another_plan(stored: StoredPlan) -> Finding:
    return STORED_PLAN.at(Anchor(), data={"job_id": stored.job_id}, job_id=stored.job_id)


def _drifted(
    stored: StoredPlan, world: World, steps: tuple[StepDrift, ...], findings: tuple[Finding, ...] = ()
) -> Verification:
    if stored.planner_version != PLANNER_VERSION:
        explained = blamed_on_planner(steps, stored.planner_version, PLANNER_VERSION)
        return Verification(ok=False, cause="planner-version-changed", steps=explained, findings=findings)
    return Verification(
        ok=False, cause=_cause(stored, world, steps, findings), steps=steps, findings=findings
    )


def _cause(
    stored: StoredPlan, world: World, steps: tuple[StepDrift, ...], findings: tuple[Finding, ...]
) -> Cause:
    """Return what moved: a configuration is to blame only where it changed and something shows it."""
    if any(finding.code.startswith(_BROKEN) for finding in findings):
        return "configuration-changed"
    if stored.hashes.get("configuration_hash") == world_hashes(world)["configuration_hash"]:
        return "substrate-moved"
    shown = (
        world.configuration.findings
        or any(_is_configured(finding, world) for finding in findings)
        or any(step["reason"] in CONFIGURATION_REASONS for step in steps)
        or all(step["state"] == "same" for step in steps)
    )
    return "configuration-changed" if shown else "substrate-moved"


def _is_configured(finding: Finding, world: World) -> bool:
    """Return whether cortex.toml gives a refusal: by itself, or as the ceiling of a budget that nobody wrote."""
    if not finding.code.startswith("budget-"):
        return finding.code.startswith(_CONFIGURED)
    highest = ceiling(world.configuration.config.policy, finding.code.removeprefix("budget-"))
    return highest is not None and finding.data.get("limit") == highest


@contextmanager
def _present_world(root: Path, substrate: str) -> Iterator[World]:
    """Give the world of a root as it is now, with an index that nobody else sees."""
    world = World.load(root)
    with tempfile.TemporaryDirectory(prefix="cortex-verify-") as folder:
        location = store_location(root, substrate)
        moved = build_in_temporary_place(root, world.configuration.config, location, Path(folder))
        with open_index(root, substrate, sections=moved.sections, symbols=moved.symbols) as reader:
            yield world.with_index(reader)
