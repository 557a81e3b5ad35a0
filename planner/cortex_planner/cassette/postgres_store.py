"""The ledger in a PostgreSQL database: the store for many machines.

Claims skip the rows that other workers hold (`FOR UPDATE SKIP LOCKED`); the server's clock decides
what has expired. A connection that was lost is made anew before the next transaction begins; a
transaction that was cut off is reported as retryable and never repeated here, because only the caller
knows whether to ask again. A connection may be shared by threads; their calls take turns.
"""

from __future__ import annotations

import json
import logging
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import dict_row

from cortex_planner.cassette import statements
from cortex_planner.cassette.location import scrubbed, without_password
from cortex_planner.cassette.postgres_errors import translated, unreachable
from cortex_planner.cassette.postgres_schema import INDEXES, LEDGER, TRIGGERS, creation, function_body
from cortex_planner.cassette.refusal import missing, refusal, require_all
from cortex_planner.cassette.store import (
    ClaimedRow,
    DuplicateRowError,
    GuardFault,
    JobRow,
    LockedStep,
    MessageRow,
    Row,
    StepKey,
)
from cortex_planner.cassette.version import SCHEMA_VERSION, require_known_version

CONNECT_SECONDS = 10
_READ_ONLY = "SET default_transaction_read_only = on"
_LOG = logging.getLogger(__name__)
_CREATION_LOCK = 0x0C0_27E_CA55

# Every write goes by key, a few rows at a time. A table that has just been filled has no statistics, and without
# them the planner would read and sort all of it; the indexes give the rows, and their order, at once.
_UNWISE = ("sort", "bitmapscan", "seqscan", "hashjoin", "mergejoin")
_WRITE = "; ".join(
    ["BEGIN ISOLATION LEVEL READ COMMITTED", "SET LOCAL jit = off"]
    + [f"SET LOCAL enable_{method} = off" for method in _UNWISE]
)

_MESSAGE_BY_KEY = """
SELECT message_id, sequence, payload_json FROM cassette_messages
WHERE cassette_digest(run_id) = cassette_digest(:run_id)
    AND cassette_digest(idempotency_key) = cassette_digest(:idempotency_key)
"""
_JOB_BY_REQUEST = """
SELECT job_id, message_id, request_hash, plan_hash FROM cassette_jobs
WHERE cassette_digest(run_id) = cassette_digest(:run_id)
    AND cassette_digest(request_id) = cassette_digest(:request_id)
"""
_CLAIM = """
WITH pending AS MATERIALIZED (
    SELECT job_id, step_id FROM cassette_steps WHERE run_id = :run_id AND status = 'PENDING'
    ORDER BY sequence, job_ordinal, ordinal LIMIT :n FOR UPDATE SKIP LOCKED
)
UPDATE cassette_steps AS s SET status = 'LEASED', lease_owner = :worker_id,
    lease_expires_at = cassette_now_ms() + :lease_ms, fencing_token = s.fencing_token + 1
FROM pending AS p JOIN cassette_jobs AS j ON j.job_id = p.job_id
WHERE s.job_id = p.job_id AND s.step_id = p.step_id
RETURNING s.sequence, s.job_ordinal, j.message_id, s.job_id, s.step_id, s.ordinal, s.payload_json,
    s.fencing_token, s.lease_expires_at
"""
# One after the other in the order of the keys, which is the same for all: so no two workers wait for each other.
_LOCK_STEPS = """
SELECT s.* FROM json_to_recordset(CAST(:keys AS json)) AS k (job_id text, step_id text), LATERAL (
    SELECT job_id, step_id, run_id, status, lease_owner, lease_expires_at, fencing_token, EXISTS (
        SELECT 1 FROM cassette_receipts AS r WHERE r.job_id = k.job_id AND r.step_id = k.step_id),
        cassette_now_ms()
    FROM cassette_steps WHERE job_id = k.job_id AND step_id = k.step_id FOR UPDATE
) AS s
"""
# Rows go in as one JSON text, which the driver passes on several times faster than arrays.
# One statement for both tables: a trigger sees what its statement has done so far, so that a commit finds its receipt.
_COMMIT_STEPS = """
WITH handed_in AS (
    INSERT INTO cassette_receipts
        (job_id, step_id, worker_id, fencing_token, outcome, payload_json, created_at)
    SELECT job_id, step_id, worker_id, fencing_token, outcome, payload_json, created_at
    FROM json_to_recordset(CAST(:receipts AS json)) AS r (job_id text, step_id text, worker_id text,
        fencing_token bigint, outcome text, payload_json text, created_at bigint)
    RETURNING job_id, step_id
)
UPDATE cassette_steps AS s SET status = 'COMMITTED' FROM handed_in AS k
WHERE s.job_id = k.job_id AND s.step_id = k.step_id
"""
_LOCK_EXPIRED = """
SELECT s.job_id, s.step_id FROM cassette_steps AS s
WHERE s.status = 'LEASED' AND s.lease_expires_at <= (SELECT cassette_now_ms())
    AND (CAST(:run_id AS text) IS NULL OR s.run_id = :run_id)
    AND NOT EXISTS (SELECT 1 FROM cassette_receipts AS r WHERE r.job_id = s.job_id AND r.step_id = s.step_id)
ORDER BY s.job_id, s.step_id FOR UPDATE OF s SKIP LOCKED
"""
_COPY_STEPS = f"COPY cassette_steps ({statements.STEP_COLUMNS}) FROM STDIN"
# Read from the catalogue's rows: `to_regclass` would go on denying what another process has just made.
_META_EXISTS = """
SELECT 1 FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relname = 'cassette_meta' AND n.nspname = ANY (current_schemas(false))
"""
_STORED_TRIGGERS = """
SELECT t.tgname, c.relname, t.tgtype, t.tgenabled, t.tgqual IS NULL AND CAST(t.tgattr AS text) = '',
    p.proname, p.prosrc, quote_ident(n.nspname)
FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
JOIN pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_proc AS p ON p.oid = t.tgfoid
WHERE NOT t.tgisinternal AND c.relname = ANY (:tables) AND c.relnamespace = (SELECT relnamespace FROM pg_class
    WHERE oid = to_regclass('cassette_steps'))
"""
_STORED_INDEXES = """
SELECT c.relname FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
WHERE i.indisvalid AND c.relnamespace = (SELECT relnamespace FROM pg_class
    WHERE oid = to_regclass('cassette_steps'))
"""
_STORED_RULES = """
SELECT r.rulename FROM pg_rewrite AS r JOIN pg_class AS c ON c.oid = r.ev_class
WHERE c.relname = ANY (:tables) AND c.relnamespace = (SELECT relnamespace FROM pg_class
    WHERE oid = to_regclass('cassette_steps')) ORDER BY r.rulename
"""


def open_postgres(url: str, *, make: bool) -> PostgresStore:
    """Open the cassette at `url`; what is not there yet is made, or is an error."""
    store = PostgresStore(url)
    try:
        if make:
            store.prepare()
        else:
            store.require_schema()
    except BaseException:
        store.close()
        raise
    return store


def open_postgres_to_read(url: str) -> PostgresStore:
    """Open the cassette at `url` for reading only; tables that are not there are not made."""
    store = PostgresStore(url, _READ_ONLY)
    try:
        store.require_schema()
    except BaseException:
        store.close()
        raise
    return store


class PostgresStore:
    """A `Store` on one PostgreSQL connection; `settings` are made anew whenever it is connected anew."""

    def __init__(self, url: str, settings: str = "") -> None:
        self.place = without_password(url)
        self._url = url
        self._settings = settings
        self._turn = threading.RLock()
        self._closed = False
        self._connection = self._connected()

    def prepare(self) -> None:
        """Make tables and triggers, or finish making them, and refuse a newer schema."""
        version = self._stored_version()
        if version is None:
            self._create()
            version = str(SCHEMA_VERSION)
        require_known_version(version, self.place)

    def require_schema(self) -> None:
        """Refuse a database without a cassette of a known version."""
        version = self._stored_version()
        if version is None:
            raise missing(self.place)
        require_known_version(version, self.place)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._turn:
            yield from self._block(_WRITE)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        with self._turn:
            yield from self._block("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def rows(self, sql: str, parameters: Mapping[str, Any] | None = None) -> list[Row]:
        with self._errors():
            cursor = self._connection.execute(_psycopg(sql), parameters)
            return cursor.fetchall() if cursor.description else []

    def named_rows(self, sql: str, parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        with self._errors(), self._connection.cursor(row_factory=dict_row) as cursor:
            return cursor.execute(_psycopg(sql), parameters).fetchall()

    def run_each(self, sql: str, parameters: Sequence[Mapping[str, Any]]) -> None:
        with self._errors(), self._connection.cursor() as cursor:
            cursor.executemany(_psycopg(sql), parameters)
            require_all(cursor.rowcount, len(parameters), self.place)

    def message_by_key(self, run_id: str, idempotency_key: str) -> MessageRow | None:
        found = self.rows(_MESSAGE_BY_KEY, {"run_id": run_id, "idempotency_key": idempotency_key})
        return MessageRow(*found[0]) if found else None

    def job_by_request(self, run_id: str, request_id: str) -> JobRow | None:
        found = self.rows(_JOB_BY_REQUEST, {"run_id": run_id, "request_id": request_id})
        return JobRow(*found[0]) if found else None

    def insert_steps(self, rows: Sequence[Row]) -> None:
        try:
            with self._errors(), self._connection.cursor() as cursor:
                with cursor.copy(_COPY_STEPS) as copy:
                    for row in rows:
                        copy.write_row(row)
                require_all(cursor.rowcount, len(rows), self.place)
        except DuplicateRowError as error:  # no race: the job is ours alone until it is stored
            raise refusal(str(error)) from error

    def claim(self, run_id: str, worker_id: str, limit: int, lease_ms: int) -> list[ClaimedRow]:
        parameters = {"run_id": run_id, "worker_id": worker_id, "n": limit, "lease_ms": lease_ms}
        with self.transaction():
            found = self.rows(_CLAIM, parameters)
        found.sort(key=lambda row: (row[0], row[1], row[5]))
        return [ClaimedRow(*row[2:]) for row in found]

    def lock_steps(self, keys: Sequence[StepKey]) -> list[LockedStep]:
        wanted = [{"job_id": job_id, "step_id": step_id} for job_id, step_id in keys]
        return [LockedStep(*row) for row in self.rows(_LOCK_STEPS, {"keys": json.dumps(wanted)})]

    def commit_steps(self, receipts: Sequence[Mapping[str, Any]]) -> None:
        with self._errors():
            done = self._connection.execute(_psycopg(_COMMIT_STEPS), {"receipts": json.dumps(receipts)})
            require_all(done.rowcount, len(receipts), self.place)

    def lock_expired(self, run_id: str | None) -> list[StepKey]:
        found = self.rows(_LOCK_EXPIRED, {"run_id": run_id})
        return sorted((job_id, step_id) for job_id, step_id in found)

    def guard_faults(self) -> list[GuardFault]:
        stored = {(row[0], row[1]): row[2:] for row in self.rows(_STORED_TRIGGERS, {"tables": list(LEDGER)})}
        faults = []
        for trigger in TRIGGERS:
            found = stored.pop((trigger.name, trigger.table), None)
            if found is None:
                faults.append(GuardFault("trigger", trigger.name, "missing"))
            elif found[:5] != (
                *(trigger.kind, "A", True, trigger.function),
                function_body(trigger.function, found[5]),
            ):
                faults.append(GuardFault("trigger", trigger.name, "altered or switched off"))
        faults += [GuardFault("trigger", name, "not the ledger's own") for name, _ in sorted(stored)]
        there = {name for (name,) in self.rows(_STORED_INDEXES)}
        faults += [GuardFault("index", name, "missing") for name in INDEXES if name not in there]
        rules = self.rows(_STORED_RULES, {"tables": list(LEDGER)})
        return faults + [GuardFault("rule", name, "not the ledger's own") for (name,) in rules]

    def close(self) -> None:
        with self._turn:
            self._closed = True
            self._connection.close()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        with self._turn:
            try:
                yield
            except psycopg.Error as error:
                raise translated(error, self._url) from error

    def _block(self, begin: str) -> Iterator[None]:
        with self._errors():
            self._begin(begin)
        try:
            yield
            with self._errors():
                self._connection.execute("COMMIT")
        except BaseException:
            with suppress(psycopg.Error):  # a lost connection has rolled back already
                self._connection.execute("ROLLBACK")
            raise

    def _begin(self, begin: str) -> None:
        """Begin, on a new connection where the old one is gone: nothing was done yet, so nothing doubles."""
        try:
            self._connection.execute(begin)
        except psycopg.OperationalError:
            if self._closed or not self._connection.closed:
                raise
            _LOG.warning("the connection to %s was lost; connecting again", self.place)
            self._connection = self._connected()
            self._connection.execute(begin)

    def _connected(self) -> psycopg.Connection[Row]:
        connection = _connect(self._url)
        if self._settings:
            connection.execute(self._settings)
        return connection

    def _stored_version(self) -> str | None:
        if not self.rows(_META_EXISTS):
            return None
        found = self.rows(statements.SCHEMA_VERSION_STORED)
        return str(found[0][0]) if found else None

    def _create(self) -> None:
        """Make everything in one transaction, one process at a time; what is half-made is completed."""
        with self.transaction():
            self.rows("SELECT pg_advisory_xact_lock(:key)", {"key": _CREATION_LOCK})
            if self._stored_version() is not None:
                return
            for statement in creation(self._schema()):
                with self._errors():
                    self._connection.execute(statement)
            self.rows(statements.RECORD_SCHEMA_VERSION, {"version": str(SCHEMA_VERSION)})

    def _schema(self) -> str:
        schema = self.rows("SELECT quote_ident(current_schema())")[0][0]
        if schema is None:
            raise unreachable(self.place, "no schema of its search path exists", retryable=False)
        return str(schema)


def _connect(url: str) -> psycopg.Connection[Row]:
    place, said = without_password(url), "the URL cannot be read"
    parameters: dict[str, Any] | None = None
    with suppress(psycopg.Error):  # its text may quote the URL, password and all
        parameters = conninfo_to_dict(url)
    if parameters is not None:
        parameters.setdefault("connect_timeout", CONNECT_SECONDS)
        parameters.setdefault("application_name", "cortex")
        parameters["client_encoding"] = "UTF8"  # whatever the server's: what it cannot hold, it says so
        try:
            return psycopg.connect(**parameters, autocommit=True)
        except psycopg.Error as error:
            said = scrubbed("; ".join(line.strip() for line in str(error).splitlines()), url)
    raise unreachable(place, said, retryable=parameters is not None)


@lru_cache(maxsize=256)
def _psycopg(sql: str) -> str:
    """Return shared SQL with the placeholders that psycopg takes."""
    return re.sub(r":([a-z_]+)", r"%(\1)s", sql)
