"""Plans and ledgers to test with: small, made by the planner's own formulas."""

from __future__ import annotations

import hashlib
from typing import Any

from cortex_planner.canonical import canonical_json, content_hash
from cortex_planner.cassette import Cassette, CompiledPlan, PostedPlan

HASHES = {"section_index_hash": "1" * 64, "symbols_hash": "2" * 64, "configuration_hash": "3" * 64}


def request(run_id: str = "run", request_id: str = "request", **changes: Any) -> dict[str, Any]:
    made = {"run_id": run_id, "request_id": request_id, "intent": "explain", "budgets": {"max_steps": 100}}
    return made | changes


def step(ordinal: int) -> dict[str, Any]:
    body = {
        "ordinal": ordinal,
        "op": "NOTE",
        "refs": {"message": f"note {ordinal}"},
        "constraints": {},
        "expected_outputs": {},
    }
    digest = hashlib.sha256(canonical_json(body).encode()).hexdigest()
    return {"step_id": f"step_{digest[:16]}", **body}


def plan(run_id: str = "run", request_id: str = "request", size: int = 3) -> CompiledPlan:
    steps = [step(ordinal) for ordinal in range(1, size + 1)]
    texts = [canonical_json(each) for each in steps]
    output = {
        "run_id": run_id,
        "request_id": request_id,
        "planner_version": "1.0",
        "steps": steps,
        "plan_hash": content_hash({"run_id": run_id, "request_id": request_id, "steps": texts}),
    }
    facts = {each["step_id"]: {"lines": 4, "bytes": 90, "git_blob": "b" * 40} for each in steps}
    return CompiledPlan(output, HASHES, facts)


def post(cassette: Cassette, run_id: str = "run", request_id: str = "request", size: int = 3) -> PostedPlan:
    """Post a plan of so many notes."""
    return cassette.post_plan(run_id, request(run_id, request_id), lambda: plan(run_id, request_id, size))


def complete(
    cassette: Cassette, claim: Any, worker: str = "w", payload: Any = None, outcome: str = "SUCCESS"
) -> Any:
    """Complete a claim as the worker that holds it would."""
    return cassette.complete_step(
        claim.run_id, claim.job_id, claim.step_id, worker, claim.fencing_token, payload, outcome
    )
