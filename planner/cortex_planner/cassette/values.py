"""What the ledger hands out and takes in, as frozen values.

Times are RFC 3339 text here and integer milliseconds in the rows. A *message* is anything posted to
a run; a *job* is the plan that was made of a message; a *step* is one unit of work of a job; a
*claim* is a step leased to a worker; a *receipt* is what the worker said when it was done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

Source = Literal["USER", "PLANNER", "SYSTEM", "WORKER"]
Outcome = Literal["SUCCESS", "FAILURE", "ABORTED"]
SOURCES: tuple[str, ...] = ("USER", "PLANNER", "SYSTEM", "WORKER")
OUTCOMES: tuple[str, ...] = ("SUCCESS", "FAILURE", "ABORTED")


@dataclass(frozen=True, slots=True)
class Claim:
    """A step that is leased to a worker until `lease_expires_at`, under `fencing_token`."""

    run_id: str
    message_id: str
    job_id: str
    step_id: str
    ordinal: int
    payload: dict[str, Any]
    fencing_token: int
    lease_expires_at: str


class Completion(NamedTuple):
    """The arguments of one `complete_step`, for `complete_steps`."""

    run_id: str
    job_id: str
    step_id: str
    worker_id: str
    fencing_token: int
    receipt_payload: Any = None
    outcome: str = "SUCCESS"


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a worker said about a step when it completed it."""

    run_id: str
    job_id: str
    step_id: str
    worker_id: str
    fencing_token: int
    outcome: str
    payload: Any
    created_at: str


@dataclass(frozen=True, slots=True)
class JobStatus:
    """One stored plan and where its steps stand; `leased` counts live leases only."""

    job_id: str
    message_id: str
    run_id: str
    request_id: str
    request_hash: str
    plan_hash: str
    planner_version: str
    pending: int
    leased: int
    expired: int
    committed: int


@dataclass(frozen=True, slots=True)
class RunStatus:
    """One run and where the steps of all its jobs stand; `leased` counts live leases only."""

    run_id: str
    messages: int
    jobs: int
    pending: int
    leased: int
    expired: int
    committed: int


@dataclass(frozen=True, slots=True)
class CompiledPlan:
    """A plan output as the compiler gives it, with what is recorded beside it to explain drift.

    `hashes` may hold `section_index_hash`, `symbols_hash` and `configuration_hash`. `facts` maps a
    step id to what was read for it: `path`, `lines`, `bytes`, `git_blob` have columns of their own, and
    whatever else will help to tell, later, what moved is kept as JSON. `step_texts` is the canonical
    JSON of each step, in order, where the compiler has it at hand: it hashed them a moment ago.
    """

    plan: Mapping[str, Any]
    hashes: Mapping[str, str | None] = field(default_factory=dict)
    facts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    step_texts: Sequence[str] | None = None


@dataclass(frozen=True, slots=True)
class PostedPlan:
    """The ids of a plan in the ledger; `already_stored` where this call stored nothing."""

    message_id: str
    job_id: str
    plan_hash: str
    step_ids: tuple[str, ...]
    already_stored: bool


@dataclass(frozen=True, slots=True)
class StoredStep:
    """One row of `cassette_steps`, as far as the plan goes; `payload_json` is the step as it was hashed."""

    step_id: str
    ordinal: int
    run_id: str
    sequence: int
    payload_json: str
    facts: Mapping[str, Any]
    facts_are_readable: bool = True


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """A whole plan as its rows say it, nothing recomputed; `request_json` is the message's payload."""

    message_id: str
    message_run_id: str
    message_sequence: int
    request_json: str
    job_id: str
    run_id: str
    request_id: str
    intent: str
    request_hash: str
    plan_hash: str
    planner_version: str
    hashes: Mapping[str, str | None]
    steps: Sequence[StoredStep]
