"""Reading the ledger: where jobs and runs stand, one stored plan as its rows say it, and the export."""

from __future__ import annotations

from typing import Any

from cortex_planner.cassette import statements
from cortex_planner.cassette.store import Row, Store
from cortex_planner.cassette.values import JobStatus, RunStatus, StoredPlan, StoredStep
from cortex_planner.cassette.wellformed import parse_payload, require_names
from cortex_planner.errors import CassetteError


def job_statuses(
    store: Store, run_id: str | None, request_id: str | None, job_id: str | None
) -> list[JobStatus]:
    """Return the jobs that the given ids name, oldest first; an id that names nothing is an error.

    A run may have messages and no jobs yet: it is known, so that none is the answer.
    """
    given = {"run_id": run_id, "request_id": request_id, "job_id": job_id}
    named = {field: value for field, value in given.items() if value is not None}
    require_names(**named)
    with store.snapshot():
        jobs = store.rows(statements.JOBS, given)
        found = [JobStatus(*job, *_counts(store, job[0])) for job in jobs]
    if not found and list(named) == ["run_id"]:
        require_run(store, named["run_id"])
    elif named and not found:
        raise not_stored(named)
    return found


def require_run(store: Store, run_id: str) -> None:
    """Refuse a run that has not even a message."""
    require_names(run_id=run_id)
    with store.snapshot():
        known = store.rows(statements.A_MESSAGE_OF_RUN, {"run_id": run_id})
    if not known:
        raise not_stored({"run_id": run_id})


def run_statuses(store: Store) -> list[RunStatus]:
    """Return every run that has a message, in the order of their first messages."""
    with store.snapshot():
        messages = sorted(store.rows(statements.MESSAGES_BY_RUN), key=lambda row: int(row[2]))
        jobs: dict[str, int] = dict(store.rows(statements.JOBS_BY_RUN))
        counts = {row[0]: _integers(row[1:]) for row in store.rows(statements.COUNTS_BY_RUN)}
    return [
        RunStatus(run_id, count, jobs.get(run_id, 0), *counts.get(run_id, (0, 0, 0, 0)))
        for run_id, count, _ in messages
    ]


def stored_plan(store: Store, run_id: str, request_id: str) -> StoredPlan:
    """Return the plan that is stored for a request, as its rows say it."""
    named = {"run_id": run_id, "request_id": request_id}
    require_names(**named)
    with store.snapshot():
        job = store.job_by_request(run_id, request_id)
        plan = None if job is None else plan_of_job(store, job.job_id)
    if plan is None:
        raise not_stored(named)
    return plan


def plan_of_job(store: Store, job_id: str) -> StoredPlan | None:
    """Return the plan of a job, or None where there is none; inside a snapshot.

    Where its message is missing, which takes someone who dropped the guards, `request_json` is empty.
    """
    found = store.rows(statements.PLAN_OF_JOB, {"job_id": job_id})
    if not found:
        return None
    steps = [_stored_step(row) for row in store.rows(statements.STEPS_OF_JOB, {"job_id": job_id})]
    *columns, section_index_hash, symbols_hash, configuration_hash = found[0]
    hashes = {
        "section_index_hash": section_index_hash,
        "symbols_hash": symbols_hash,
        "configuration_hash": configuration_hash,
    }
    return StoredPlan(*(*columns, hashes, steps))


def exported_rows(store: Store, job_id: str) -> list[dict[str, Any]]:
    """Return every row of one job as `{"table", "row"}`: message, job, steps, receipts."""
    require_names(job_id=job_id)
    with store.snapshot():
        lines = [
            {"table": table, "row": row}
            for table, query in statements.EXPORTS
            for row in store.named_rows(query, {"job_id": job_id})
        ]
    if not lines:
        raise not_stored({"job_id": job_id})
    return lines


def not_stored(named: dict[str, str]) -> CassetteError:
    """Return the error for ids that name nothing in this ledger."""
    words = ", ".join(f"{field} {value!r}" for field, value in named.items())
    return CassetteError("plan-not-stored", f"no plan is stored for {words}", details=dict(named))


def _stored_step(row: Row) -> StoredStep:
    *columns, path, lines, size, git_blob, rest = row
    read = {"path": path, "lines": lines, "bytes": size, "git_blob": git_blob}
    facts = {name: value for name, value in read.items() if value is not None}
    others = _other_facts(rest)
    return StoredStep(*(*columns, facts | (others or {}), others is not None))


def _other_facts(text: str | None) -> dict[str, Any] | None:
    """Return the facts that have no column of their own; None where the row does not spell any."""
    try:
        others = {} if text is None else parse_payload(text)
    except (TypeError, ValueError, RecursionError):
        return None
    return others if isinstance(others, dict) else None


def _counts(store: Store, job_id: str) -> tuple[int, ...]:
    return _integers(store.rows(statements.COUNTS_OF_JOB, {"job_id": job_id})[0])


def _integers(row: Row) -> tuple[int, ...]:
    """Return sums as integers: PostgreSQL adds up to a numeric."""
    return tuple(int(value) for value in row)
