"""What `cassette verify` can find: the ledger's rows or its guards are not as the program left them."""

from __future__ import annotations

from cortex_planner.finding import Rule, Severity

TRIGGER_MISSING = Rule(
    "trigger-missing",
    Severity.ERROR,
    "The {kind} {name} is {fault}: the database may no longer guard what is stored.",
)
STORED_PAYLOAD = Rule(
    "stored-payload",
    Severity.ERROR,
    "The payload of {what} is not canonical JSON: it was not written by the ledger.",
)
STORED_REQUEST = Rule(
    "stored-request",
    Severity.ERROR,
    "The stored request and job {job_id} disagree on {field}.",
)
STORED_STEP = Rule(
    "stored-step",
    Severity.ERROR,
    "Step {step_id} of job {job_id} does not fit its row: {reason}.",
)
STORED_PLAN_HASH = Rule(
    "stored-plan-hash",
    Severity.ERROR,
    "The steps of job {job_id} hash to {computed}, but the job says {stored}.",
)
STORED_PLAN = Rule(
    "stored-plan",
    Severity.ERROR,
    "Job {job_id} holds another plan than its request compiles to, though nothing else has changed.",
)
STORED_STATE = Rule(
    "stored-state",
    Severity.ERROR,
    "Step {step_id} of job {job_id} is {status}, but {reason}.",
)
STORED_ORPHAN = Rule(
    "stored-orphan",
    Severity.ERROR,
    "The {what} belongs to nothing: its {parent} is missing.",
)

RULES = (
    TRIGGER_MISSING,
    STORED_PAYLOAD,
    STORED_REQUEST,
    STORED_STEP,
    STORED_PLAN_HASH,
    STORED_PLAN,
    STORED_STATE,
    STORED_ORPHAN,
)
