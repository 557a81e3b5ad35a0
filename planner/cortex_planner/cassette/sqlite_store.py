"""The ledger in one SQLite file: the store for one machine.

Write-ahead log, `synchronous=FULL`: what was acknowledged survives a power cut. Every write is an
immediate transaction, so that two processes never both read and then both write. A connection may
be shared by threads; their calls take turns.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any

from cortex_planner.cassette import statements
from cortex_planner.cassette.clock import now_milliseconds
from cortex_planner.cassette.refusal import missing, require_all
from cortex_planner.cassette.sqlite_connecting import (
    BUSY_SECONDS,
    connect_to_read,
    connect_where_readable,
    make_folder,
)
from cortex_planner.cassette.sqlite_errors import translated
from cortex_planner.cassette.sqlite_schema import GUARDS, TABLES, TRIGGERS
from cortex_planner.cassette.store import (
    ClaimedRow,
    GuardFault,
    JobRow,
    LockedStep,
    MessageRow,
    Row,
    StepKey,
)
from cortex_planner.cassette.version import SCHEMA_VERSION, require_known_version
from cortex_planner.errors import CassetteError

_SETTINGS = ("PRAGMA synchronous=FULL", "PRAGMA cache_size=-16000")

_MESSAGE_BY_KEY = """
SELECT message_id, sequence, payload_json FROM cassette_messages
WHERE run_id = :run_id AND idempotency_key = :idempotency_key
"""
_JOB_BY_REQUEST = """
SELECT job_id, message_id, request_hash, plan_hash FROM cassette_jobs
WHERE run_id = :run_id AND request_id = :request_id
"""
_PENDING_STEPS = """
SELECT s.rowid, j.message_id, s.job_id, s.step_id, s.ordinal, s.payload_json, s.fencing_token + 1
FROM cassette_steps AS s JOIN cassette_jobs AS j ON j.job_id = s.job_id
WHERE s.run_id = :run_id AND s.status = 'PENDING' AND s.status IN ('PENDING', 'LEASED')
ORDER BY s.sequence, s.job_ordinal, s.ordinal LIMIT :n
"""
_LEASE_STEP = """
UPDATE cassette_steps SET status = 'LEASED', lease_owner = ?, lease_expires_at = ?, fencing_token = ?
WHERE rowid = ?
"""
_STEP = """
SELECT job_id, step_id, run_id, status, lease_owner, lease_expires_at, fencing_token, EXISTS (
    SELECT 1 FROM cassette_receipts AS r WHERE r.job_id = s.job_id AND r.step_id = s.step_id)
FROM cassette_steps AS s WHERE job_id = ? AND step_id = ?
"""
_INSERT_RECEIPT = """
INSERT INTO cassette_receipts (job_id, step_id, worker_id, fencing_token, outcome, payload_json, created_at)
VALUES (:job_id, :step_id, :worker_id, :fencing_token, :outcome, :payload_json, :created_at)
"""
_EXPIRED_STEPS = """
SELECT job_id, step_id FROM cassette_steps AS s
WHERE run_id = :run_id AND status = 'LEASED' AND status IN ('PENDING', 'LEASED')
    AND lease_expires_at <= cassette_now_ms()
    AND NOT EXISTS (SELECT 1 FROM cassette_receipts AS r WHERE r.job_id = s.job_id AND r.step_id = s.step_id)
"""
# From run to run through the index, without a look at the steps between.
_OPEN_RUNS = """
WITH RECURSIVE open_runs (run_id) AS (
    SELECT MIN(run_id) FROM cassette_steps WHERE status IN ('PENDING', 'LEASED')
    UNION ALL
    SELECT (SELECT MIN(s.run_id) FROM cassette_steps AS s
            WHERE s.status IN ('PENDING', 'LEASED') AND s.run_id > open_runs.run_id)
    FROM open_runs WHERE open_runs.run_id IS NOT NULL
)
SELECT run_id FROM open_runs WHERE run_id IS NOT NULL
"""
_INSERT_STEP = f"""
INSERT INTO cassette_steps ({statements.STEP_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""  # noqa: S608 - no input in it
_STORED_GUARDS = """
SELECT type, name, sql FROM sqlite_master WHERE tbl_name GLOB 'cassette_*' AND sql IS NOT NULL
"""


def open_sqlite(path: Path, *, make: bool) -> SqliteStore:
    """Open the cassette at `path`; what is not there yet is made, or is an error."""
    if make:
        make_folder(path)
    elif not path.exists():
        raise missing(str(path))
    store = SqliteStore(path, connect_where_readable(path))
    try:
        store.prepare(make=make)
    except BaseException:
        store.close()
        raise
    return store


def open_sqlite_to_read(path: Path) -> SqliteStore:
    """Open the cassette at `path` for reading only; a file that is not there is not made."""
    if not path.exists():
        raise missing(str(path))
    store = SqliteStore(path, connect_to_read(path))
    try:
        store.require_schema()
    except BaseException:
        store.close()
        raise
    return store


class SqliteStore:
    """A `Store` on one SQLite connection."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.place = str(path)
        self._connection = connection
        self._turn = _Turn(path)
        self._clock = _Clock()
        connection.create_function("cassette_now_ms", 0, self._clock.now)

    def prepare(self, *, make: bool) -> None:
        """Make tables and triggers, or finish making them, and refuse a newer schema."""
        with self._turn:
            for setting in _SETTINGS:
                self._connection.execute(setting)
            version = _stored_version(self._connection)
            foreign = version is None and (not make or _holds_other_tables(self._connection))
        if foreign:
            raise _not_a_cassette(self.place)
        if version is None:
            self._create()
            version = str(SCHEMA_VERSION)
        require_known_version(version, self.place)

    def require_schema(self) -> None:
        """Refuse a file that is not a cassette of a known version."""
        with self._turn:
            version = _stored_version(self._connection)
        if version is None:
            raise _not_a_cassette(self.place)
        require_known_version(version, self.place)

    def transaction(self) -> AbstractContextManager[None]:
        return _Block(self._connection, self._turn, self._clock, "BEGIN IMMEDIATE")

    def snapshot(self) -> AbstractContextManager[None]:
        return _Block(self._connection, self._turn, self._clock, "BEGIN")

    def rows(self, sql: str, parameters: Mapping[str, Any] | None = None) -> list[Row]:
        with self._turn:
            return self._connection.execute(sql, parameters or {}).fetchall()

    def named_rows(self, sql: str, parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        with self._turn:
            cursor = self._connection.execute(sql, parameters)
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor]

    def run_each(self, sql: str, parameters: Sequence[Mapping[str, Any]]) -> None:
        with self._turn:
            self._write_each(sql, parameters)

    def message_by_key(self, run_id: str, idempotency_key: str) -> MessageRow | None:
        found = self.rows(_MESSAGE_BY_KEY, {"run_id": run_id, "idempotency_key": idempotency_key})
        return MessageRow(*found[0]) if found else None

    def job_by_request(self, run_id: str, request_id: str) -> JobRow | None:
        found = self.rows(_JOB_BY_REQUEST, {"run_id": run_id, "request_id": request_id})
        return JobRow(*found[0]) if found else None

    def insert_steps(self, rows: Sequence[Row]) -> None:
        with self._turn:
            self._write_each(_INSERT_STEP, rows)

    def claim(self, run_id: str, worker_id: str, limit: int, lease_ms: int) -> list[ClaimedRow]:
        with self.transaction(), self._turn:
            found = self._connection.execute(_PENDING_STEPS, {"run_id": run_id, "n": limit}).fetchall()
            expires = self._clock.now() + lease_ms
            self._write_each(_LEASE_STEP, [(worker_id, expires, row[6], row[0]) for row in found])
        return [ClaimedRow(*(*row[1:], expires)) for row in found]

    def lock_steps(self, keys: Sequence[StepKey]) -> list[LockedStep]:
        with self._turn:
            found = (self._connection.execute(_STEP, key).fetchone() for key in keys)
            now = self._clock.now()
            return [LockedStep(*(*row, now)) for row in found if row is not None]

    def commit_steps(self, receipts: Sequence[Mapping[str, Any]]) -> None:
        with self._turn:
            self._write_each(_INSERT_RECEIPT, receipts)
            self._write_each(statements.COMMIT_STEP, receipts)

    def lock_expired(self, run_id: str | None) -> list[StepKey]:
        runs = [(run_id,)] if run_id is not None else self.rows(_OPEN_RUNS)
        found = [row for (run,) in runs for row in self.rows(_EXPIRED_STEPS, {"run_id": run})]
        return sorted((job_id, step_id) for job_id, step_id in found)

    def guard_faults(self) -> list[GuardFault]:
        stored = {
            name: (kind, sql)
            for kind, name, sql in self.rows(_STORED_GUARDS)
            if kind == "trigger" or name in GUARDS
        }
        missing = [
            GuardFault(kind, name, "missing") for name, (kind, _) in GUARDS.items() if name not in stored
        ]
        altered = [
            GuardFault(kind, name, "altered" if name in GUARDS else "not the ledger's own")
            for name, (kind, sql) in stored.items()
            if GUARDS.get(name) != (kind, sql)
        ]
        return missing + altered

    def close(self) -> None:
        with self._turn:
            self._connection.close()

    def _write_each(self, sql: str, rows: Sequence[Any]) -> None:
        if rows:
            require_all(self._connection.executemany(sql, rows).rowcount, len(rows), self.place)

    def _create(self) -> None:
        """Make everything in one transaction; what a killed process left half-made is completed."""
        with self._turn:
            _patiently(lambda: self._connection.execute("PRAGMA journal_mode=WAL"))
        with self.transaction(), self._turn:
            if _stored_version(self._connection) is not None:
                return
            for statement in (*TABLES, *TRIGGERS.values()):
                self._connection.execute(statement)
            version = {"version": str(SCHEMA_VERSION)}
            self._connection.execute(statements.RECORD_SCHEMA_VERSION, version)


class _Clock:
    """This process's time; inside a block it stands still.

    What the program finds expired must be expired for the database too, so that the moment of a block
    is never later than what a trigger takes as now.
    """

    __slots__ = ("moment",)

    def __init__(self) -> None:
        self.moment: int | None = None

    def now(self) -> int:
        return now_milliseconds() if self.moment is None else self.moment


class _Turn:
    """Whoever has it uses the connection alone; what the driver raises leaves it translated.

    Classes rather than generators, here and in `_Block`: a claim passes through a dozen of them.
    """

    __slots__ = ("_lock", "_path")

    def __init__(self, path: Path) -> None:
        self._lock = threading.RLock()
        self._path = path

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()
        if error is not None and isinstance(error, sqlite3.Error):
            raise translated(error, self._path) from error


class _Block(AbstractContextManager[None]):
    """A transaction: committed at its end, rolled back where it or the commit fails."""

    __slots__ = ("_begin", "_clock", "_connection", "_turn")

    def __init__(self, connection: sqlite3.Connection, turn: _Turn, clock: _Clock, begin: str) -> None:
        self._connection = connection
        self._turn = turn
        self._clock = clock
        self._begin = begin

    def __enter__(self) -> None:
        self._turn.__enter__()
        try:
            self._connection.execute(self._begin)
        except BaseException as error:
            self._turn.__exit__(type(error), error, None)
            raise
        self._clock.moment = now_milliseconds()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clock.moment = None
        try:
            with self._turn:
                if error is None:
                    self._connection.execute("COMMIT")
        finally:
            if self._connection.in_transaction:  # a full disk has rolled back already
                self._connection.execute("ROLLBACK")
            self._turn.__exit__(None, None, None)


def _stored_version(connection: sqlite3.Connection) -> str | None:
    query = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'cassette_meta'"
    if connection.execute(query).fetchone() is None:
        return None
    row = connection.execute(statements.SCHEMA_VERSION_STORED).fetchone()
    return None if row is None else str(row[0])


def _holds_other_tables(connection: sqlite3.Connection) -> bool:
    """Return whether a database belongs to someone else: what of ours was half-made has our names."""
    query = "SELECT 1 FROM sqlite_master WHERE tbl_name NOT GLOB 'cassette_*' AND name NOT GLOB 'sqlite_*'"
    return connection.execute(query).fetchone() is not None


def _not_a_cassette(place: str) -> CassetteError:
    message = f"{place} is a database, but not a cassette; nothing was changed"
    return CassetteError("cassette-unreachable", message, details={"reason": "foreign"})


def _patiently(attempt: Callable[[], object]) -> None:
    """Try again while another process holds the file: a change of the journal does not wait by itself."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            attempt()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode not in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
                raise
            if time.monotonic() > deadline:
                raise
            time.sleep(0.005)
        else:
            return
