"""Verification: whether the ledger's rows agree among themselves, and whether its guards stand.

Nothing is recompiled here. Hashes are computed anew from the rows alone, with the formulas under
which the plan was made: a disagreement means that someone passed by the triggers. Whether a
plan still fits the files is another question, which `verify_plan` answers.
"""

from __future__ import annotations

import hashlib
from typing import Any

from cortex_planner.canonical import canonical_json, content_hash
from cortex_planner.cassette import rules, statements
from cortex_planner.cassette.reading import not_stored, plan_of_job
from cortex_planner.cassette.store import Row, Store
from cortex_planner.cassette.values import StoredPlan, StoredStep
from cortex_planner.cassette.wellformed import parse_payload, require_names
from cortex_planner.finding import Anchor, Finding

_NOWHERE = Anchor()
_PARTS = ("refs", "constraints", "expected_outputs")
_FACTS: dict[str, type] = {
    "path": str,
    "lines": int,
    "bytes": int,
    "git_blob": str,
    "content_hash": str,
    "heading_path": list,
}


def verify(store: Store, run_id: str | None) -> list[Finding]:
    """Return what is wrong with the ledger, or with one run of it; no findings means that all agrees."""
    if run_id is not None:
        require_names(run_id=run_id)
    chosen = {"run_id": run_id}
    with store.snapshot():
        messages = store.rows(statements.MESSAGES_TO_VERIFY, chosen)
        if run_id is not None and not messages:
            raise not_stored({"run_id": run_id})
        findings = guard_findings(store)
        findings += [found for row in messages for found in _message_findings(row)]
        jobs = store.rows(statements.JOBS, {"run_id": run_id, "request_id": None, "job_id": None})
        for job in jobs:
            findings += _job_findings(store, job[0])
        findings += _orphans(store, chosen)
    return findings


def guard_findings(store: Store) -> list[Finding]:
    """Return the guards that are missing, switched off or altered, and what someone put beside them."""
    return [
        rules.TRIGGER_MISSING.at(
            _NOWHERE,
            data={fault.kind: fault.name, "fault": fault.fault},
            kind=fault.kind,
            name=fault.name,
            fault=fault.fault,
        )
        for fault in store.guard_faults()
    ]


def plan_findings(plan: StoredPlan) -> list[Finding]:
    """Return where request, steps and hashes of one stored plan disagree among themselves."""
    if not plan.request_json:
        return [_orphan(f"job {plan.job_id}", "message")]
    findings = [_request_finding(plan, field) for field in _fields_that_disagree(plan)]
    for place, step in enumerate(plan.steps, start=1):
        findings += [_step_finding(plan, step, reason) for reason in _step_faults(plan, step, place)]
    computed = plan_hash_of_rows(plan)
    if computed != plan.plan_hash:
        data = {"job_id": plan.job_id, "stored": plan.plan_hash, "computed": computed}
        findings.append(
            rules.STORED_PLAN_HASH.at(
                _NOWHERE, data=data, job_id=plan.job_id, computed=computed, stored=plan.plan_hash
            )
        )
    return findings


def plan_hash_of_rows(plan: StoredPlan) -> str:
    """Return the plan hash that the stored steps give, by the planner's formula."""
    texts = [str(step.payload_json) for step in plan.steps]  # an altered row may hold anything
    return content_hash({"run_id": plan.run_id, "request_id": plan.request_id, "steps": texts})


def _message_findings(row: Row) -> list[Finding]:
    message_id, text = row
    if _is_canonical(text):
        return []
    what = f"message {message_id}"
    return [rules.STORED_PAYLOAD.at(_NOWHERE, data={"message_id": message_id}, what=what)]


def _job_findings(store: Store, job_id: str) -> list[Finding]:
    plan = plan_of_job(store, job_id)
    findings = [] if plan is None else plan_findings(plan)
    states = store.rows(statements.STATES_TO_VERIFY, {"job_id": job_id})
    return findings + [found for row in states for found in _state_findings(row)]


def _fields_that_disagree(plan: StoredPlan) -> list[str]:
    request = parse_payload(plan.request_json) if _is_canonical(plan.request_json) else None
    if not isinstance(request, dict):
        return ["payload_json"]
    wrong = [
        field for field in ("run_id", "request_id", "intent") if request.get(field) != getattr(plan, field)
    ]
    if plan.message_run_id != plan.run_id and "run_id" not in wrong:
        wrong.insert(0, "run_id")
    if content_hash(request) != plan.request_hash:
        wrong.append("request_hash")
    return wrong


def _step_faults(plan: StoredPlan, step: StoredStep, place: int) -> list[str]:
    if not _is_canonical(step.payload_json):
        return ["its payload is not canonical JSON"]
    payload = parse_payload(step.payload_json)
    if not isinstance(payload, dict):
        return ["its payload is not an object"]
    faults = _fact_faults(step)
    if payload.get("step_id") != step.step_id or _step_id(payload) != step.step_id:
        faults.append("its step_id is not the hash of its payload")
    if payload.get("ordinal") != step.ordinal or step.ordinal != place:
        faults.append(f"its ordinal is {step.ordinal}, its place {place}")
    if (step.run_id, step.sequence) != (plan.run_id, plan.message_sequence):
        faults.append("its run or sequence is not that of its message")
    if not faults and any(not isinstance(payload.get(name), dict) for name in _PARTS):
        faults.append("its payload is not a step")
    return faults


def _fact_faults(step: StoredStep) -> list[str]:
    """Return what is wrong with the facts beside a step: no hash covers them, but each has its kind."""
    wrong = [name for name, kind in _FACTS.items() if not isinstance(step.facts.get(name, kind()), kind)]
    if not wrong and not all(isinstance(each, str) for each in step.facts.get("heading_path", ())):
        wrong.append("heading_path")
    if not step.facts_are_readable:
        wrong.append("facts_json")
    return [f"what was recorded of its text is not readable: {', '.join(wrong)}"] if wrong else []


def _step_id(payload: dict[str, Any]) -> str:
    hashed = canonical_json({key: value for key, value in payload.items() if key != "step_id"})
    return f"step_{hashlib.sha256(hashed.encode()).hexdigest()[:16]}"


def _state_findings(row: Row) -> list[Finding]:
    job_id, step_id, status, owner, expires, token, receipt_worker, receipt_token = row
    reason = None
    if status == "COMMITTED" and (receipt_worker, receipt_token) != (owner, token):
        reason = "there is no receipt of its owner and token"
    elif status != "COMMITTED" and receipt_worker is not None:
        reason = "it has a receipt"
    elif status == "LEASED" and not (
        owner and isinstance(expires, int) and isinstance(token, int) and token > 0
    ):
        reason = "it has no whole lease"
    elif status == "PENDING" and (owner is not None or expires is not None):
        reason = "it has a lease"
    if reason is None:
        return []
    data = {"job_id": job_id, "step_id": step_id}
    return [rules.STORED_STATE.at(_NOWHERE, data=data, **data, status=status, reason=reason)]


def _orphans(store: Store, chosen: dict[str, str | None]) -> list[Finding]:
    steps = [
        (f"step {row[1]} of job {row[0]}", "job") for row in store.rows(statements.ORPHANED_STEPS, chosen)
    ]
    receipts = [
        (f"receipt of step {row[1]} of job {row[0]}", "step")
        for row in store.rows(statements.ORPHANED_RECEIPTS)
    ]
    return [_orphan(what, parent) for what, parent in steps + receipts]


def _orphan(what: str, parent: str) -> Finding:
    return rules.STORED_ORPHAN.at(_NOWHERE, data={"what": what}, what=what, parent=parent)


def _request_finding(plan: StoredPlan, field: str) -> Finding:
    data = {"job_id": plan.job_id, "message_id": plan.message_id, "field": field}
    return rules.STORED_REQUEST.at(_NOWHERE, data=data, job_id=plan.job_id, field=field)


def _step_finding(plan: StoredPlan, step: StoredStep, reason: str) -> Finding:
    data = {"job_id": plan.job_id, "step_id": step.step_id, "ordinal": step.ordinal}
    return rules.STORED_STEP.at(_NOWHERE, data=data, job_id=plan.job_id, step_id=step.step_id, reason=reason)


def _is_canonical(text: str) -> bool:
    try:
        return canonical_json(parse_payload(text)) == text
    except (TypeError, ValueError, RecursionError):
        return False
