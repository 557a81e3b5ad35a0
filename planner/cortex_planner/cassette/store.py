"""A store: what the ledger asks of a database engine, and nothing about plans or leases.

Two of them exist, `sqlite_store` and `postgres_store`. They run the shared SQL of `statements`,
and have their own only where the engines truly differ: the schema, the claim, row locks, bulk inserts.
Every failure of a driver leaves a store as a `CassetteError` or a `DuplicateRowError`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

Row = tuple[Any, ...]
StepKey = tuple[str, str]
"""A job id and a step id."""


class DuplicateRowError(Exception):
    """Another process stored the same key first; look it up."""


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A message, as far as a poster must know it."""

    message_id: str
    sequence: int
    payload_json: str


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job, as far as a poster must know it."""

    job_id: str
    message_id: str
    request_hash: str
    plan_hash: str


class ClaimedRow(NamedTuple):
    """A step as it is after it was leased."""

    message_id: str
    job_id: str
    step_id: str
    ordinal: int
    payload_json: str
    fencing_token: int
    lease_expires_at: int


class LockedStep(NamedTuple):
    """A step that no one else can change until the transaction ends, and the time when it was read."""

    job_id: str
    step_id: str
    run_id: str
    status: str
    lease_owner: str | None
    lease_expires_at: int | None
    fencing_token: int
    has_receipt: bool
    now: int


@dataclass(frozen=True, slots=True)
class GuardFault:
    """A trigger, table, index or rule that should guard the ledger and does not, or is not the ledger's own."""

    kind: str
    name: str
    fault: str


class Store(Protocol):
    """One open database. `place` is where it is, as it may be shown to people."""

    place: str

    def transaction(self) -> AbstractContextManager[None]:
        """Write: all of the block is stored, durably, or nothing of it."""
        ...

    def snapshot(self) -> AbstractContextManager[None]:
        """Read: all of the block sees the ledger at one moment."""
        ...

    def rows(self, sql: str, parameters: Mapping[str, Any] | None = None) -> list[Row]:
        """Run one statement and return its rows."""
        ...

    def named_rows(self, sql: str, parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Run one query and return its rows by column name."""
        ...

    def run_each(self, sql: str, parameters: Sequence[Mapping[str, Any]]) -> None:
        """Write one row for each set of parameters; a row that the database leaves out is an error."""
        ...

    def message_by_key(self, run_id: str, idempotency_key: str) -> MessageRow | None:
        """Return the message of a run that was posted under a key."""
        ...

    def job_by_request(self, run_id: str, request_id: str) -> JobRow | None:
        """Return the job of a run that was made for a request."""
        ...

    def insert_steps(self, rows: Sequence[Row]) -> None:
        """Insert rows of `statements.STEP_COLUMNS`, all PENDING."""
        ...

    def claim(self, run_id: str, worker_id: str, limit: int, lease_ms: int) -> list[ClaimedRow]:
        """Lease the first PENDING steps of a run, in the ledger's order, in a transaction of its own."""
        ...

    def lock_steps(self, keys: Sequence[StepKey]) -> list[LockedStep]:
        """Return those of the steps that exist, locked until the transaction ends."""
        ...

    def commit_steps(self, receipts: Sequence[Mapping[str, Any]]) -> None:
        """Insert receipts (by column name) and commit the steps that they are for."""
        ...

    def lock_expired(self, run_id: str | None) -> list[StepKey]:
        """Return the steps whose lease has expired and that have no receipt, locked."""
        ...

    def guard_faults(self) -> list[GuardFault]:
        """Return the guards that are missing, switched off or not as they were made, and what others added."""
        ...

    def close(self) -> None:
        """Let the database go."""
        ...
