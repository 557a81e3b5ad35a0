"""The ledger's tables, functions and triggers, as PostgreSQL (14 and later) takes them.

`@schema@` stands for the quoted schema. The functions name their tables with it and fix their search
path, so that a temporary table of the same name deceives no one; every trigger is ENABLE ALWAYS, so
that `session_replication_role` does not pass by it; TRUNCATE has triggers of its own. There are no
foreign keys: nothing is ever deleted, so that the triggers' look for the parent is enough. Pairs of names
are unique by their digests: two names of 512 characters are more than an index takes.
"""

from __future__ import annotations

from typing import NamedTuple

from cortex_planner.cassette.clock import LAST_MOMENT

_NOW = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

TABLES = (
    f"""CREATE OR REPLACE FUNCTION @schema@.cassette_now_ms() RETURNS bigint LANGUAGE sql VOLATILE
AS $function$ SELECT {_NOW} $function$""",
    """CREATE OR REPLACE FUNCTION @schema@.cassette_digest(text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $function$ SELECT pg_catalog.sha256(pg_catalog.convert_to($1, 'UTF8')) $function$""",
    "CREATE TABLE IF NOT EXISTS @schema@.cassette_meta (key text PRIMARY KEY, value text NOT NULL)",
    f"""CREATE TABLE IF NOT EXISTS @schema@.cassette_messages (
    sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    message_id text PRIMARY KEY,
    run_id text NOT NULL CHECK (run_id <> ''),
    source text NOT NULL CHECK (source IN ('USER', 'PLANNER', 'SYSTEM', 'WORKER')),
    idempotency_key text,
    payload_json text NOT NULL,
    created_at bigint NOT NULL DEFAULT {_NOW}
)""",
    f"""CREATE TABLE IF NOT EXISTS @schema@.cassette_jobs (
    job_id text PRIMARY KEY,
    message_id text NOT NULL,
    run_id text NOT NULL,
    request_id text NOT NULL CHECK (request_id <> ''),
    intent text NOT NULL,
    ordinal integer NOT NULL DEFAULT 1 CHECK (ordinal >= 1),
    plan_hash text NOT NULL,
    request_hash text NOT NULL,
    planner_version text NOT NULL,
    section_index_hash text,
    symbols_hash text,
    configuration_hash text,
    created_at bigint NOT NULL DEFAULT {_NOW},
    UNIQUE (message_id, ordinal)
)""",
    """CREATE TABLE IF NOT EXISTS @schema@.cassette_steps (
    job_id text NOT NULL,
    step_id text NOT NULL CHECK (step_id <> ''),
    ordinal integer NOT NULL CHECK (ordinal >= 1),
    status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'LEASED', 'COMMITTED')),
    lease_owner text,
    lease_expires_at bigint,
    fencing_token bigint NOT NULL DEFAULT 0,
    payload_json text NOT NULL,
    run_id text NOT NULL,
    sequence bigint NOT NULL,
    job_ordinal integer NOT NULL DEFAULT 1,
    read_path text,
    read_lines bigint,
    read_bytes bigint,
    git_blob text,
    facts_json text,
    PRIMARY KEY (job_id, step_id),
    UNIQUE (job_id, ordinal)
)""",
    f"""CREATE TABLE IF NOT EXISTS @schema@.cassette_receipts (
    job_id text NOT NULL,
    step_id text NOT NULL,
    worker_id text NOT NULL,
    fencing_token bigint NOT NULL,
    outcome text NOT NULL CHECK (outcome IN ('SUCCESS', 'FAILURE', 'ABORTED')),
    payload_json text NOT NULL,
    created_at bigint NOT NULL DEFAULT {_NOW},
    PRIMARY KEY (job_id, step_id)
)""",
    """CREATE UNIQUE INDEX IF NOT EXISTS cassette_messages_key ON @schema@.cassette_messages
    (@schema@.cassette_digest(run_id), @schema@.cassette_digest(idempotency_key))""",
    """CREATE UNIQUE INDEX IF NOT EXISTS cassette_jobs_request ON @schema@.cassette_jobs
    (@schema@.cassette_digest(run_id), @schema@.cassette_digest(request_id))""",
    """CREATE INDEX IF NOT EXISTS cassette_steps_open
    ON @schema@.cassette_steps (run_id, status, sequence, job_ordinal, ordinal)
    WHERE status IN ('PENDING', 'LEASED')""",
)

_REFUSE = """
BEGIN
    RAISE EXCEPTION 'cassette-append-only: % takes no %', TG_TABLE_NAME, TG_OP USING ERRCODE = '23514';
END
"""

_CHECK_META = """
BEGIN
    IF NEW.key IS DISTINCT FROM 'schema_version' OR EXISTS (SELECT 1 FROM @schema@.cassette_meta) THEN
        RAISE EXCEPTION 'cassette-append-only: % holds the schema version, once, and nothing else',
        TG_TABLE_NAME USING ERRCODE = '23514';
    END IF;
    RETURN NEW;
END
"""

# Only the sequence's own number, which this session has just drawn: another one would disturb the order.
_INSERT_MESSAGE = """
BEGIN
    IF NEW.sequence IS DISTINCT FROM
       currval(pg_get_serial_sequence(TG_RELID::regclass::text, 'sequence')) THEN
        RAISE EXCEPTION 'cassette-append-only: a message follows the last one' USING ERRCODE = '23514';
    END IF;
    RETURN NEW;
EXCEPTION WHEN object_not_in_prerequisite_state THEN
    RAISE EXCEPTION 'cassette-append-only: a message follows the last one' USING ERRCODE = '23514';
END
"""

_INSERT_JOB = """
BEGIN
    IF NOT EXISTS (SELECT 1 FROM @schema@.cassette_messages
                   WHERE message_id = NEW.message_id AND run_id = NEW.run_id) THEN
        RAISE EXCEPTION 'cassette-orphan: a job belongs to a message of its run' USING ERRCODE = '23514';
    END IF;
    RETURN NEW;
END
"""

_INSERT_STEP = """
BEGIN
    IF NEW.status IS DISTINCT FROM 'PENDING' OR NEW.fencing_token IS DISTINCT FROM 0
       OR NEW.lease_owner IS NOT NULL OR NEW.lease_expires_at IS NOT NULL THEN
        RAISE EXCEPTION 'cassette-transition: a step starts PENDING, without a lease, with token 0'
        USING ERRCODE = '23514';
    END IF;
    IF NOT EXISTS (SELECT 1 FROM @schema@.cassette_jobs AS j
                   JOIN @schema@.cassette_messages AS m ON m.message_id = j.message_id
                   WHERE j.job_id = NEW.job_id AND j.run_id = NEW.run_id AND j.ordinal = NEW.job_ordinal
                   AND m.sequence = NEW.sequence) THEN
        RAISE EXCEPTION
        'cassette-orphan: a step belongs to a job of its run, and has the sequence of its message'
        USING ERRCODE = '23514';
    END IF;
    RETURN NEW;
END
"""

_UPDATE_STEP = """
DECLARE
    refusal text;
BEGIN
    IF (OLD.job_id, OLD.step_id, OLD.ordinal, OLD.payload_json, OLD.run_id, OLD.sequence, OLD.job_ordinal,
        OLD.read_path, OLD.read_lines, OLD.read_bytes, OLD.git_blob, OLD.facts_json)
       IS DISTINCT FROM
       (NEW.job_id, NEW.step_id, NEW.ordinal, NEW.payload_json, NEW.run_id, NEW.sequence, NEW.job_ordinal,
        NEW.read_path, NEW.read_lines, NEW.read_bytes, NEW.git_blob, NEW.facts_json) THEN
        refusal := 'cassette-append-only: of a step only its lease changes';
    ELSIF OLD.status = 'PENDING' AND NEW.status = 'LEASED' THEN
        refusal := CASE
            WHEN NEW.lease_owner IS NULL OR NEW.lease_owner = ''
            THEN 'cassette-transition: a lease has an owner'
            WHEN NEW.lease_expires_at IS NULL OR NEW.lease_expires_at <= @now@
            THEN 'lease-expired: a lease ends in the future'
            WHEN NEW.lease_expires_at > @end@
            THEN 'cassette-value: a lease ends before the year 10000'
            WHEN NEW.fencing_token IS DISTINCT FROM OLD.fencing_token + 1
            THEN 'cassette-transition: a lease raises the fencing token by one' END;
    ELSIF OLD.status = 'LEASED' AND NEW.status = 'LEASED' THEN
        refusal := CASE
            WHEN NEW.lease_owner IS DISTINCT FROM OLD.lease_owner
                 OR NEW.fencing_token IS DISTINCT FROM OLD.fencing_token
            THEN 'lease-not-held: a renewal keeps owner and token'
            WHEN OLD.lease_expires_at <= @now@
            THEN 'lease-expired: an expired lease is not renewed'
            WHEN NEW.lease_expires_at IS NULL OR NEW.lease_expires_at <= OLD.lease_expires_at
            THEN 'cassette-transition: a renewal ends later than the lease'
            WHEN NEW.lease_expires_at > @end@
            THEN 'cassette-value: a lease ends before the year 10000' END;
    ELSIF OLD.status = 'LEASED' AND NEW.status = 'COMMITTED' THEN
        refusal := CASE
            WHEN NEW.lease_owner IS DISTINCT FROM OLD.lease_owner
                 OR NEW.fencing_token IS DISTINCT FROM OLD.fencing_token
                 OR NEW.lease_expires_at IS DISTINCT FROM OLD.lease_expires_at
            THEN 'lease-not-held: a commit keeps owner, token and expiry'
            WHEN NOT EXISTS (SELECT 1 FROM @schema@.cassette_receipts AS r
                             WHERE r.job_id = OLD.job_id AND r.step_id = OLD.step_id
                             AND r.worker_id = OLD.lease_owner AND r.fencing_token = OLD.fencing_token)
            THEN 'cassette-transition: a commit needs the receipt of its lease' END;
    ELSIF OLD.status = 'LEASED' AND NEW.status = 'PENDING' THEN
        refusal := CASE
            WHEN OLD.lease_expires_at > @now@
            THEN 'cassette-transition: a lease is not dropped before it expires'
            WHEN EXISTS (SELECT 1 FROM @schema@.cassette_receipts AS r
                         WHERE r.job_id = OLD.job_id AND r.step_id = OLD.step_id)
            THEN 'cassette-transition: a step with a receipt is committed, not requeued'
            WHEN NEW.lease_owner IS NOT NULL OR NEW.lease_expires_at IS NOT NULL
                 OR NEW.fencing_token IS DISTINCT FROM OLD.fencing_token
            THEN 'cassette-transition: a requeued step has no lease and keeps its token' END;
    ELSE
        refusal := 'cassette-transition: a step goes PENDING, LEASED, COMMITTED and no other way';
    END IF;
    IF refusal IS NOT NULL THEN
        RAISE EXCEPTION '%', refusal USING ERRCODE = '23514';
    END IF;
    RETURN NEW;
END
""".replace("@now@", _NOW).replace("@end@", str(LAST_MOMENT))

_INSERT_RECEIPT = """
DECLARE
    expires bigint;
BEGIN
    SELECT lease_expires_at INTO expires FROM @schema@.cassette_steps
    WHERE job_id = NEW.job_id AND step_id = NEW.step_id AND status = 'LEASED'
      AND lease_owner = NEW.worker_id AND fencing_token = NEW.fencing_token
    FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION
        'lease-not-held: a receipt is for a step leased to this worker under this token'
        USING ERRCODE = '23514';
    ELSIF expires <= @now@ THEN
        RAISE EXCEPTION 'lease-expired: a receipt comes before the lease has expired' USING ERRCODE = '23514';
    END IF;
    RETURN NEW;
END
""".replace("@now@", _NOW)

FUNCTIONS = {
    "cassette_refuse": _REFUSE,
    "cassette_check_meta": _CHECK_META,
    "cassette_check_message": _INSERT_MESSAGE,
    "cassette_check_job": _INSERT_JOB,
    "cassette_check_step": _INSERT_STEP,
    "cassette_check_lease": _UPDATE_STEP,
    "cassette_check_receipt": _INSERT_RECEIPT,
}
"""Each trigger function's name and body; `verify` compares them with the database's."""


class Trigger(NamedTuple):
    """One BEFORE trigger: when it fires, and what it calls."""

    table: str
    event: str
    function: str

    @property
    def name(self) -> str:
        return f"{self.table}_{'' if self.checks else 'no_'}{self.event.lower()}"

    @property
    def checks(self) -> bool:
        return self.function != "cassette_refuse"

    @property
    def kind(self) -> int:
        """Return the bits of `pg_trigger.tgtype`: 1 row, 2 before, and one for the event."""
        return {"INSERT": 4 + 3, "DELETE": 8 + 3, "UPDATE": 16 + 3, "TRUNCATE": 32 + 2}[self.event]


LEDGER = ("cassette_meta", "cassette_messages", "cassette_jobs", "cassette_steps", "cassette_receipts")

INDEXES = (
    "cassette_meta_pkey",
    "cassette_messages_pkey",
    "cassette_messages_sequence_key",
    "cassette_messages_key",
    "cassette_jobs_pkey",
    "cassette_jobs_message_id_ordinal_key",
    "cassette_jobs_request",
    "cassette_steps_pkey",
    "cassette_steps_job_id_ordinal_key",
    "cassette_steps_open",
    "cassette_receipts_pkey",
)
"""What makes keys unique and claims quick; `verify` looks for each."""

TRIGGERS = (
    Trigger("cassette_meta", "INSERT", "cassette_check_meta"),
    Trigger("cassette_messages", "INSERT", "cassette_check_message"),
    Trigger("cassette_jobs", "INSERT", "cassette_check_job"),
    Trigger("cassette_steps", "INSERT", "cassette_check_step"),
    Trigger("cassette_steps", "UPDATE", "cassette_check_lease"),
    Trigger("cassette_receipts", "INSERT", "cassette_check_receipt"),
    *(Trigger(table, "UPDATE", "cassette_refuse") for table in LEDGER if table != "cassette_steps"),
    *(Trigger(table, event, "cassette_refuse") for event in ("DELETE", "TRUNCATE") for table in LEDGER),
)


def creation(schema: str) -> list[str]:
    """Return the statements that make the ledger in a (quoted) schema, or complete it."""
    made = [*TABLES, *(_function(name) for name in FUNCTIONS)]
    for trigger in TRIGGERS:
        made += _trigger(trigger)
    return [statement.replace("@schema@", schema) for statement in made]


def function_body(name: str, schema: str) -> str:
    """Return the body of a trigger function as the database should have it."""
    return FUNCTIONS[name].replace("@schema@", schema)


def _function(name: str) -> str:
    # Whoever may insert a message draws its number without a right to the sequence, which `currval` asks for.
    rights = " SECURITY DEFINER" if name == "cassette_check_message" else ""
    return (
        f"CREATE OR REPLACE FUNCTION @schema@.{name}() RETURNS trigger LANGUAGE plpgsql{rights}"
        f" SET search_path = pg_catalog, pg_temp AS $function${FUNCTIONS[name]}$function$"
    )


def _trigger(trigger: Trigger) -> tuple[str, str]:
    scope = "STATEMENT" if trigger.event == "TRUNCATE" else "ROW"
    made = (
        f"CREATE OR REPLACE TRIGGER {trigger.name} BEFORE {trigger.event} ON @schema@.{trigger.table}"
        f" FOR EACH {scope} EXECUTE FUNCTION @schema@.{trigger.function}()"
    )
    return made, f"ALTER TABLE @schema@.{trigger.table} ENABLE ALWAYS TRIGGER {trigger.name}"
