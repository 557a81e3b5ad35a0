"""The ledger's tables and triggers, as SQLite takes them.

The triggers hold for every connection, with whatever settings it has: foreign keys and CHECK
constraints can be switched off by the one who connects, and `INSERT OR REPLACE` passes by delete
triggers, so orphans and replacements are refused when a row is inserted. `julianday` is the clock,
because older SQLite versions do not know `subsec`. There are no foreign keys and no CHECK constraints:
nothing is ever deleted, so that the triggers' look for the parent is enough, and they say more. A row number
that is not given looks like -1 before the row is there, so that AFTER triggers judge it. Nor does the sequence of
messages need AUTOINCREMENT, whose counter anyone could set to its end. The steps' one partial index holds
what is LEASED right before what is PENDING, so that a claim changes one page of it.
"""

from __future__ import annotations

import re

from cortex_planner.cassette.clock import LAST_MOMENT

_NOW = "CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)"

TABLES = (
    "CREATE TABLE IF NOT EXISTS cassette_meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
    f"""CREATE TABLE IF NOT EXISTS cassette_messages (
    sequence INTEGER PRIMARY KEY,
    message_id TEXT NOT NULL UNIQUE,
    run_id TEXT NOT NULL,
    source TEXT NOT NULL,
    idempotency_key TEXT,
    payload_json TEXT NOT NULL,
    created_at INTEGER NOT NULL DEFAULT ({_NOW}),
    UNIQUE (run_id, idempotency_key)
)""",
    f"""CREATE TABLE IF NOT EXISTS cassette_jobs (
    job_id TEXT NOT NULL PRIMARY KEY,
    message_id TEXT NOT NULL,
    run_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    intent TEXT NOT NULL,
    ordinal INTEGER NOT NULL DEFAULT 1,
    plan_hash TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    planner_version TEXT NOT NULL,
    section_index_hash TEXT,
    symbols_hash TEXT,
    configuration_hash TEXT,
    created_at INTEGER NOT NULL DEFAULT ({_NOW}),
    UNIQUE (run_id, request_id),
    UNIQUE (message_id, ordinal)
)""",
    """CREATE TABLE IF NOT EXISTS cassette_steps (
    job_id TEXT NOT NULL,
    step_id TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    status TEXT NOT NULL DEFAULT 'PENDING',
    lease_owner TEXT,
    lease_expires_at INTEGER,
    fencing_token INTEGER NOT NULL DEFAULT 0,
    payload_json TEXT NOT NULL,
    run_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    job_ordinal INTEGER NOT NULL DEFAULT 1,
    read_path TEXT,
    read_lines INTEGER,
    read_bytes INTEGER,
    git_blob TEXT,
    facts_json TEXT,
    PRIMARY KEY (job_id, step_id),
    UNIQUE (job_id, ordinal)
)""",
    f"""CREATE TABLE IF NOT EXISTS cassette_receipts (
    job_id TEXT NOT NULL,
    step_id TEXT NOT NULL,
    worker_id TEXT NOT NULL,
    fencing_token INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    payload_json TEXT NOT NULL,
    created_at INTEGER NOT NULL DEFAULT ({_NOW}),
    PRIMARY KEY (job_id, step_id)
)""",
    """CREATE INDEX IF NOT EXISTS cassette_steps_open
    ON cassette_steps (run_id, status, sequence, job_ordinal, ordinal)
    WHERE status IN ('PENDING', 'LEASED')""",
)


def _not(kind: str, *columns: str) -> str:
    """Return the condition that one of the columns holds another kind of value."""
    return " OR ".join(f"typeof(NEW.{column}) <> '{kind}'" for column in columns)


def _numbered(table: str) -> tuple[str, str]:
    """Return the trigger that refuses a row number below 1, which would stand for none."""
    name = f"{table}_number"
    refuse = f"SELECT RAISE(ABORT, 'cassette-value: rows of {table} are numbered from 1')"  # noqa: S608 - no input in it
    return name, (
        f"CREATE TRIGGER IF NOT EXISTS {name} AFTER INSERT ON {table} WHEN NEW.rowid < 1 BEGIN {refuse}; END"
    )


def _never(table: str, event: str, does: str) -> tuple[str, str]:
    """Return the trigger that refuses an event outright."""
    name = f"{table}_no_{event.lower()}"
    return name, (
        f"CREATE TRIGGER IF NOT EXISTS {name} BEFORE {event} ON {table} BEGIN"
        f" SELECT RAISE(ABORT, 'cassette-append-only: {table} is never {does}'); END"
    )


_INSERT_META = """CREATE TRIGGER IF NOT EXISTS cassette_meta_insert BEFORE INSERT ON cassette_meta BEGIN
SELECT RAISE(ABORT, 'cassette-append-only: cassette_meta holds the schema version, once, and nothing else')
WHERE NEW.key IS NOT 'schema_version' OR EXISTS (SELECT 1 FROM cassette_meta);
END"""

_INSERT_MESSAGE = f"""CREATE TRIGGER IF NOT EXISTS cassette_messages_insert
BEFORE INSERT ON cassette_messages BEGIN
SELECT RAISE(ABORT, 'cassette-append-only: the message exists and is not replaced')
WHERE EXISTS (SELECT 1 FROM cassette_messages WHERE sequence = NEW.sequence)
   OR EXISTS (SELECT 1 FROM cassette_messages WHERE message_id = NEW.message_id)
   OR EXISTS (SELECT 1 FROM cassette_messages
              WHERE run_id = NEW.run_id AND idempotency_key = NEW.idempotency_key);
SELECT RAISE(ABORT, 'cassette-value: a message has an id, a run, a source and a payload')
WHERE {_not("text", "message_id", "run_id", "payload_json")} OR {_not("integer", "created_at")}
   OR NEW.run_id = '' OR NEW.source NOT IN ('USER', 'PLANNER', 'SYSTEM', 'WORKER')
   OR typeof(NEW.idempotency_key) NOT IN ('text', 'null');
END"""  # noqa: S608 - no input in it

_NUMBER_MESSAGE = """CREATE TRIGGER IF NOT EXISTS cassette_messages_number
AFTER INSERT ON cassette_messages BEGIN
SELECT RAISE(ABORT, 'cassette-append-only: a message follows the last one')
WHERE NEW.sequence < 1 OR EXISTS (SELECT 1 FROM cassette_messages WHERE sequence > NEW.sequence)
   OR NEW.sequence > 1 AND NOT EXISTS (SELECT 1 FROM cassette_messages WHERE sequence = NEW.sequence - 1);
END"""

_INSERT_JOB = f"""CREATE TRIGGER IF NOT EXISTS cassette_jobs_insert BEFORE INSERT ON cassette_jobs BEGIN
SELECT RAISE(ABORT, 'cassette-append-only: the job exists and is not replaced')
WHERE EXISTS (SELECT 1 FROM cassette_jobs WHERE rowid = NEW.rowid)
   OR EXISTS (SELECT 1 FROM cassette_jobs WHERE job_id = NEW.job_id)
   OR EXISTS (SELECT 1 FROM cassette_jobs WHERE run_id = NEW.run_id AND request_id = NEW.request_id)
   OR EXISTS (SELECT 1 FROM cassette_jobs WHERE message_id = NEW.message_id AND ordinal = NEW.ordinal);
SELECT RAISE(ABORT, 'cassette-orphan: a job belongs to a message of its run')
WHERE NOT EXISTS (SELECT 1 FROM cassette_messages
                  WHERE message_id = NEW.message_id AND run_id = NEW.run_id);
SELECT RAISE(ABORT, 'cassette-value: a job has its names and hashes, and an ordinal from 1')
WHERE {_not("text", "job_id", "request_id", "intent", "plan_hash", "request_hash", "planner_version")}
   OR {_not("integer", "ordinal", "created_at")} OR NEW.request_id = '' OR NEW.ordinal < 1;
END"""  # noqa: S608 - no input in it

_INSERT_STEP = f"""CREATE TRIGGER IF NOT EXISTS cassette_steps_insert BEFORE INSERT ON cassette_steps BEGIN
SELECT CASE
WHEN NEW.status IS NOT 'PENDING' OR NEW.fencing_token IS NOT 0
     OR NEW.lease_owner IS NOT NULL OR NEW.lease_expires_at IS NOT NULL
THEN RAISE(ABORT, 'cassette-transition: a step starts PENDING, without a lease, with token 0')
WHEN {_not("integer", "ordinal")} OR NEW.ordinal < 1 OR {_not("text", "step_id", "payload_json")}
     OR NEW.step_id = ''
THEN RAISE(ABORT, 'cassette-value: a step has an id, an ordinal from 1 and a payload')
WHEN NEW.rowid > 0 AND EXISTS (SELECT 1 FROM cassette_steps WHERE rowid = NEW.rowid)
     OR EXISTS (SELECT 1 FROM cassette_steps WHERE job_id = NEW.job_id AND step_id = NEW.step_id)
     OR EXISTS (SELECT 1 FROM cassette_steps WHERE job_id = NEW.job_id AND ordinal = NEW.ordinal)
THEN RAISE(ABORT, 'cassette-append-only: the step exists and is not replaced')
WHEN NOT EXISTS (SELECT 1 FROM cassette_jobs AS j CROSS JOIN cassette_messages AS m
                 WHERE j.job_id = NEW.job_id AND j.run_id = NEW.run_id AND j.ordinal = NEW.job_ordinal
                 AND m.sequence = NEW.sequence AND m.message_id = j.message_id)
THEN RAISE(ABORT, 'cassette-orphan: a step belongs to a job of its run, and has the sequence of its message')
END;
END"""  # noqa: S608 - no input in it

_UPDATE_STEP = """CREATE TRIGGER IF NOT EXISTS cassette_steps_update BEFORE UPDATE ON cassette_steps BEGIN
SELECT CASE
WHEN OLD.rowid IS NOT NEW.rowid OR OLD.job_id IS NOT NEW.job_id OR OLD.step_id IS NOT NEW.step_id
     OR OLD.ordinal IS NOT NEW.ordinal OR OLD.payload_json IS NOT NEW.payload_json
     OR OLD.run_id IS NOT NEW.run_id OR OLD.sequence IS NOT NEW.sequence
     OR OLD.job_ordinal IS NOT NEW.job_ordinal OR OLD.read_path IS NOT NEW.read_path
     OR OLD.read_lines IS NOT NEW.read_lines OR OLD.read_bytes IS NOT NEW.read_bytes
     OR OLD.git_blob IS NOT NEW.git_blob OR OLD.facts_json IS NOT NEW.facts_json
THEN RAISE(ABORT, 'cassette-append-only: of a step only its lease changes')
WHEN OLD.status = 'PENDING' AND NEW.status = 'LEASED' THEN CASE
    WHEN typeof(NEW.lease_owner) <> 'text' OR NEW.lease_owner = ''
    THEN RAISE(ABORT, 'cassette-transition: a lease has an owner')
    WHEN typeof(NEW.lease_expires_at) <> 'integer' OR NEW.lease_expires_at <= @now@
    THEN RAISE(ABORT, 'lease-expired: a lease ends in the future')
    WHEN NEW.lease_expires_at > @end@
    THEN RAISE(ABORT, 'cassette-value: a lease ends before the year 10000')
    WHEN NEW.fencing_token IS NOT OLD.fencing_token + 1
    THEN RAISE(ABORT, 'cassette-transition: a lease raises the fencing token by one')
    END
WHEN OLD.status = 'LEASED' AND NEW.status = 'LEASED' THEN CASE
    WHEN NEW.lease_owner IS NOT OLD.lease_owner OR NEW.fencing_token IS NOT OLD.fencing_token
    THEN RAISE(ABORT, 'lease-not-held: a renewal keeps owner and token')
    WHEN OLD.lease_expires_at <= @now@
    THEN RAISE(ABORT, 'lease-expired: an expired lease is not renewed')
    WHEN typeof(NEW.lease_expires_at) <> 'integer' OR NEW.lease_expires_at <= OLD.lease_expires_at
    THEN RAISE(ABORT, 'cassette-transition: a renewal ends later than the lease')
    WHEN NEW.lease_expires_at > @end@
    THEN RAISE(ABORT, 'cassette-value: a lease ends before the year 10000')
    END
WHEN OLD.status = 'LEASED' AND NEW.status = 'COMMITTED' THEN CASE
    WHEN NEW.lease_owner IS NOT OLD.lease_owner OR NEW.fencing_token IS NOT OLD.fencing_token
         OR NEW.lease_expires_at IS NOT OLD.lease_expires_at
    THEN RAISE(ABORT, 'lease-not-held: a commit keeps owner, token and expiry')
    WHEN NOT EXISTS (SELECT 1 FROM cassette_receipts WHERE job_id = OLD.job_id AND step_id = OLD.step_id
                     AND worker_id = OLD.lease_owner AND fencing_token = OLD.fencing_token)
    THEN RAISE(ABORT, 'cassette-transition: a commit needs the receipt of its lease')
    END
WHEN OLD.status = 'LEASED' AND NEW.status = 'PENDING' THEN CASE
    WHEN OLD.lease_expires_at > @now@
    THEN RAISE(ABORT, 'cassette-transition: a lease is not dropped before it expires')
    WHEN EXISTS (SELECT 1 FROM cassette_receipts WHERE job_id = OLD.job_id AND step_id = OLD.step_id)
    THEN RAISE(ABORT, 'cassette-transition: a step with a receipt is committed, not requeued')
    WHEN NEW.lease_owner IS NOT NULL OR NEW.lease_expires_at IS NOT NULL
         OR NEW.fencing_token IS NOT OLD.fencing_token
    THEN RAISE(ABORT, 'cassette-transition: a requeued step has no lease and keeps its token')
    END
ELSE RAISE(ABORT, 'cassette-transition: a step goes PENDING, LEASED, COMMITTED and no other way')
END;
END""".replace("@now@", _NOW).replace("@end@", str(LAST_MOMENT))

_INSERT_RECEIPT = f"""CREATE TRIGGER IF NOT EXISTS cassette_receipts_insert
BEFORE INSERT ON cassette_receipts BEGIN
SELECT RAISE(ABORT, 'cassette-append-only: the receipt exists and is not replaced')
WHERE EXISTS (SELECT 1 FROM cassette_receipts WHERE rowid = NEW.rowid)
   OR EXISTS (SELECT 1 FROM cassette_receipts WHERE job_id = NEW.job_id AND step_id = NEW.step_id);
SELECT RAISE(ABORT, 'lease-not-held: a receipt is for a step leased to this worker under this token')
WHERE NOT EXISTS (SELECT 1 FROM cassette_steps WHERE job_id = NEW.job_id AND step_id = NEW.step_id
                  AND status = 'LEASED' AND lease_owner = NEW.worker_id
                  AND fencing_token = NEW.fencing_token);
SELECT RAISE(ABORT, 'lease-expired: a receipt comes before the lease has expired')
WHERE EXISTS (SELECT 1 FROM cassette_steps WHERE job_id = NEW.job_id AND step_id = NEW.step_id
              AND lease_expires_at <= {_NOW});
SELECT RAISE(ABORT, 'cassette-value: a receipt has an outcome and a payload')
WHERE {_not("text", "job_id", "step_id", "worker_id", "payload_json")}
   OR {_not("integer", "fencing_token", "created_at")}
   OR NEW.outcome NOT IN ('SUCCESS', 'FAILURE', 'ABORTED');
END"""  # noqa: S608 - no input in it

TRIGGERS: dict[str, str] = dict(
    (
        ("cassette_meta_insert", _INSERT_META),
        _never("cassette_meta", "UPDATE", "updated"),
        _never("cassette_meta", "DELETE", "deleted from"),
        ("cassette_messages_insert", _INSERT_MESSAGE),
        ("cassette_messages_number", _NUMBER_MESSAGE),
        _never("cassette_messages", "UPDATE", "updated"),
        _never("cassette_messages", "DELETE", "deleted from"),
        ("cassette_jobs_insert", _INSERT_JOB),
        _numbered("cassette_jobs"),
        _never("cassette_jobs", "UPDATE", "updated"),
        _never("cassette_jobs", "DELETE", "deleted from"),
        ("cassette_steps_insert", _INSERT_STEP),
        _numbered("cassette_steps"),
        ("cassette_steps_update", _UPDATE_STEP),
        _never("cassette_steps", "DELETE", "deleted from"),
        ("cassette_receipts_insert", _INSERT_RECEIPT),
        _numbered("cassette_receipts"),
        _never("cassette_receipts", "UPDATE", "updated"),
        _never("cassette_receipts", "DELETE", "deleted from"),
    )
)
"""Each trigger's name and the statement that makes it."""

_NAMED = re.compile(r"CREATE (?P<kind>\w+) IF NOT EXISTS (?P<name>\w+)")


def _guard(made: str) -> tuple[str, tuple[str, str]]:
    found = _NAMED.match(made)
    if found is None:
        raise ValueError(made)
    return found["name"], (found["kind"].lower(), made.replace("IF NOT EXISTS ", "", 1))


GUARDS: dict[str, tuple[str, str]] = dict(_guard(made) for made in (*TABLES, *TRIGGERS.values()))
"""What each name of the schema stands for, and its SQL as SQLite keeps it; `verify` compares them."""
