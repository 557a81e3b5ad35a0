"""Leasing: how workers take steps, keep them, hand them in, and lose them.

A claim leases a step to one worker for a time and raises the step's *fencing token* by one. Whoever
comes back late holds an old token and is refused, so that a step is committed once. A step whose
worker died comes back by `requeue_expired` only: the ledger does not orchestrate.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cortex_planner.cassette import statements
from cortex_planner.cassette.clock import rfc3339
from cortex_planner.cassette.store import ClaimedRow, DuplicateRowError, LockedStep, StepKey, Store
from cortex_planner.cassette.values import OUTCOMES, Claim, Completion, Receipt
from cortex_planner.cassette.wellformed import (
    canonical_payload,
    lease_milliseconds,
    parse_payload,
    require_integer,
    require_names,
    require_word,
)
from cortex_planner.errors import CassetteError

MOST_CLAIMS = 10_000


def claim_steps(store: Store, run_id: str, worker_id: str, n: int, ttl_seconds: float) -> list[Claim]:
    """Lease up to `n` steps of a run to a worker, in the order of messages, jobs and steps."""
    require_names(run_id=run_id, worker_id=worker_id)
    require_integer("n", n, least=1)
    lease_ms = lease_milliseconds(ttl_seconds)
    claimed = store.claim(run_id, worker_id, min(n, MOST_CLAIMS), lease_ms)
    return [_claim(run_id, row) for row in claimed]


def renew_lease(
    store: Store,
    run_id: str,
    job_id: str,
    step_id: str,
    worker_id: str,
    fencing_token: int,
    ttl_seconds: float,
) -> str:
    """Let a lease end `ttl_seconds` from now, never sooner than it does already; return its end."""
    require_names(run_id=run_id, job_id=job_id, step_id=step_id, worker_id=worker_id)
    require_integer("fencing_token", fencing_token, least=1)
    lease_ms = lease_milliseconds(ttl_seconds)
    with store.transaction():
        step = _lock(store, [(job_id, step_id)])[job_id, step_id]
        _require_lease(step, run_id, worker_id, fencing_token)
        assert step.lease_expires_at is not None  # noqa: S101 - a leased step has an end
        expires = max(step.now + lease_ms, step.lease_expires_at)
        if expires > step.lease_expires_at:
            parameters = {"job_id": job_id, "step_id": step_id, "lease_expires_at": expires}
            store.run_each(statements.RENEW_LEASE, [parameters])
    return rfc3339(expires)


def complete_steps(store: Store, completions: Iterable[object]) -> list[Receipt]:
    """Commit every step with its receipt, or none; what was committed by the same call is returned again."""
    wanted = [_completion(item) for item in completions]
    texts = [canonical_payload("receipt_payload", item.receipt_payload) for item in wanted]
    if not wanted:
        return []
    try:
        with store.transaction():
            receipts = _commit(store, wanted, texts)
    except DuplicateRowError as error:
        message = "a receipt was stored at the same moment; the same call again says which"
        raise CassetteError("step-committed", message, retryable=True) from error
    return [_receipt(item.run_id, receipts[item.job_id, item.step_id]) for item in wanted]


def _commit(
    store: Store, wanted: Sequence[Completion], texts: Sequence[str]
) -> dict[StepKey, dict[str, Any]]:
    """Commit what is not committed yet, and return every receipt; one may lie there without its commit."""
    steps = _lock(store, [(item.job_id, item.step_id) for item in wanted])
    receipts: dict[StepKey, dict[str, Any]] = {}
    for item, text in zip(wanted, texts, strict=True):
        key = (item.job_id, item.step_id)
        receipts[key] = _receipt_row(store, steps[key], item, text, receipts.get(key))
    leased = [(row, steps[key].has_receipt) for key, row in receipts.items() if steps[key].status == "LEASED"]
    fresh = [row for row, has_receipt in leased if not has_receipt]
    left = [
        {"job_id": row["job_id"], "step_id": row["step_id"]} for row, has_receipt in leased if has_receipt
    ]
    if fresh:
        store.commit_steps(fresh)
    if left:
        store.run_each(statements.COMMIT_STEP, left)
    return receipts


def requeue_expired(store: Store, run_id: str | None) -> list[StepKey]:
    """Make the steps whose lease has expired PENDING again, and return their job and step ids."""
    if run_id is not None:
        require_names(run_id=run_id)
    with store.transaction():
        expired = store.lock_expired(run_id)
        if expired:
            keys = [{"job_id": job_id, "step_id": step_id} for job_id, step_id in expired]
            store.run_each(statements.REQUEUE_STEP, keys)
    return expired


def _claim(run_id: str, row: ClaimedRow) -> Claim:
    return Claim(
        run_id=run_id,
        message_id=row.message_id,
        job_id=row.job_id,
        step_id=row.step_id,
        ordinal=row.ordinal,
        payload=parse_payload(row.payload_json),
        fencing_token=row.fencing_token,
        lease_expires_at=rfc3339(row.lease_expires_at),
    )


def _completion(item: object) -> Completion:
    """Return a completion, given as one, as the arguments of `complete_step`, or as their mapping."""
    try:
        made = Completion(**item) if isinstance(item, Mapping) else Completion(*item)  # type: ignore[misc]
    except TypeError as error:
        message = f"a completion has the arguments of complete_step: {error}"
        raise CassetteError("cassette-value", message) from error
    require_names(run_id=made.run_id, job_id=made.job_id, step_id=made.step_id, worker_id=made.worker_id)
    require_integer("fencing_token", made.fencing_token, least=1)
    require_word("outcome", made.outcome, OUTCOMES)
    return made


def _lock(store: Store, keys: Sequence[StepKey]) -> dict[StepKey, LockedStep]:
    found = {(step.job_id, step.step_id): step for step in store.lock_steps(sorted(set(keys)))}
    for job_id, step_id in keys:
        if (job_id, step_id) not in found:
            raise CassetteError("plan-not-stored", f"there is no step {step_id!r} in job {job_id!r}")
    return found


def _require_run(step: LockedStep, run_id: str) -> None:
    if step.run_id != run_id:
        message = f"job {step.job_id!r} belongs to run {step.run_id!r}, not {run_id!r}"
        raise CassetteError("run-mismatch", message)


def _require_lease(step: LockedStep, run_id: str, worker_id: str, fencing_token: int) -> None:
    """Refuse unless the step is leased to this worker under this token, and still is."""
    _require_run(step, run_id)
    if step.status == "COMMITTED":
        raise CassetteError("step-committed", f"step {step.step_id!r} is committed already")
    if step.status == "PENDING":
        raise CassetteError("step-not-leased", f"step {step.step_id!r} is not leased; claim it first")
    if (step.lease_owner, step.fencing_token) != (worker_id, fencing_token):
        message = (
            f"step {step.step_id!r} is leased to {step.lease_owner!r} under token {step.fencing_token},"
            f" not to {worker_id!r} under token {fencing_token}"
        )
        raise CassetteError("lease-not-held", message)
    if step.lease_expires_at is None or step.lease_expires_at <= step.now:
        raise CassetteError("lease-expired", f"the lease of step {step.step_id!r} has expired")


def _receipt_row(
    store: Store, step: LockedStep, item: Completion, text: str, earlier: dict[str, Any] | None
) -> dict[str, Any]:
    """Return the receipt to store, or the stored one where this very call was made before."""
    if step.has_receipt and earlier is None:
        _require_run(step, item.run_id)
        earlier = _stored_receipt(store, step)
    if earlier is None:
        _require_lease(step, item.run_id, item.worker_id, item.fencing_token)
    made = {
        "job_id": item.job_id,
        "step_id": item.step_id,
        "worker_id": item.worker_id,
        "fencing_token": item.fencing_token,
        "outcome": item.outcome,
        "payload_json": text,
        "created_at": step.now if earlier is None else earlier["created_at"],
    }
    if earlier is not None and earlier != made:
        raise CassetteError("step-committed", f"step {step.step_id!r} has another receipt already")
    return made


def _stored_receipt(store: Store, step: LockedStep) -> dict[str, Any] | None:
    key = {"job_id": step.job_id, "step_id": step.step_id}
    found = store.rows(statements.RECEIPT_OF_STEP, key)
    if not found:
        return None
    names = ("worker_id", "fencing_token", "outcome", "payload_json", "created_at")
    return key | dict(zip(names, found[0], strict=True))


def _receipt(run_id: str, row: dict[str, Any]) -> Receipt:
    return Receipt(
        run_id=run_id,
        job_id=row["job_id"],
        step_id=row["step_id"],
        worker_id=row["worker_id"],
        fencing_token=row["fencing_token"],
        outcome=row["outcome"],
        payload=parse_payload(row["payload_json"]),
        created_at=rfc3339(row["created_at"]),
    )
