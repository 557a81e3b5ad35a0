"""Raw SQL against the ledger, from a connection of its own with its defaults: the database refuses each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from planner.cassette.cassette_examples import complete, post
from planner.cassette.raw_ledger import REFUSALS, RawLedger

from cortex_planner import CassetteError
from cortex_planner.cassette import Cassette

NOW = {
    "sqlite": "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
    "postgres": "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)",
}


@dataclass
class Scene:
    """A ledger with a step in each state, and names for SQL to use."""

    raw: RawLedger
    words: dict[str, str]
    refused: int = 0

    def run(self, *statements: str) -> None:
        self.raw.run(*(self.filled(statement) for statement in statements))

    def filled(self, statement: str) -> str:
        for word, text in self.words.items():
            statement = statement.replace(f"<{word}>", text)
        return statement

    def refuses(self, *statements: str) -> None:
        """Each alone is refused, for what it does and not for how it is written, and nothing has changed."""
        before = self.raw.everything()
        for statement in statements:
            with pytest.raises(REFUSALS):
                self.run(statement)
        assert self.raw.everything() == before
        self.refused += len(statements)


@pytest.fixture
def scene(
    cassette: Cassette, raw: RawLedger, record_property: Callable[[str, object], None]
) -> Iterator[Scene]:
    posted = post(cassette, size=4)
    committed, expired = cassette.claim_step("run", "w"), cassette.claim_step("run", "w", 0.1)
    assert committed is not None
    assert expired is not None
    complete(cassette, committed)
    assert cassette.claim_step("run", "w") is not None
    time.sleep(0.15)
    states = dict(zip(("committed", "expired", "live", "pending"), posted.step_ids, strict=True))
    words = {state: f"job_id = '{posted.job_id}' AND step_id = '{step}'" for state, step in states.items()}
    words |= {f"{state} id": step for state, step in states.items()}
    words |= {"job": posted.job_id, "message": posted.message_id, "now": NOW[raw.engine]}
    made = Scene(raw, words)
    yield made
    assert cassette.verify() == []
    record_property(f"attacks refused by {raw.engine}", made.refused)


_TAKE = "UPDATE cassette_steps SET status = 'LEASED', lease_owner = 'v', "
_TAKE_FOR_NO_ONE = _TAKE.replace("'v'", "NULL")
_DROP = "UPDATE cassette_steps SET status = 'PENDING', lease_owner = NULL, lease_expires_at = NULL"
UPDATES = [
    "UPDATE cassette_meta SET value = '0'",
    "UPDATE cassette_meta SET value = value",
    "UPDATE cassette_meta SET value = 'x'",
    "UPDATE cassette_meta SET value = '1.5'",
    "UPDATE cassette_meta SET value = NULL",
    "UPDATE cassette_meta SET value = '2'",
    "UPDATE cassette_meta SET value = '2', key = 'other'",
    "UPDATE cassette_messages SET payload_json = '{}'",
    "UPDATE cassette_messages SET run_id = run_id",
    "UPDATE cassette_messages SET source = 'SYSTEM'",
    "UPDATE cassette_jobs SET plan_hash = 'x'",
    "UPDATE cassette_jobs SET request_hash = request_hash",
    "UPDATE cassette_receipts SET outcome = 'FAILURE'",
    "UPDATE cassette_receipts SET worker_id = 'v'",
    "UPDATE cassette_steps SET payload_json = '{}' WHERE <pending>",
    "UPDATE cassette_steps SET ordinal = 9 WHERE <pending>",
    "UPDATE cassette_steps SET run_id = 'other' WHERE <pending>",
    "UPDATE cassette_steps SET sequence = 0 WHERE <pending>",
    "UPDATE cassette_steps SET git_blob = 'c' WHERE <pending>",
    "UPDATE cassette_steps SET step_id = 'step_x' WHERE <pending>",
    _TAKE + "lease_expires_at = <now> + 60000, fencing_token = 1, ordinal = 9 WHERE <pending>",
    "UPDATE cassette_steps SET lease_expires_at = lease_expires_at + 1, payload_json = '{}' WHERE <live>",
]

JUMPS = [
    "UPDATE cassette_steps SET status = 'COMMITTED' WHERE <pending>",
    "UPDATE cassette_steps SET status = 'PENDING' WHERE <pending>",
    "UPDATE cassette_steps SET status = 'PENDING' WHERE <committed>",
    _DROP + " WHERE <committed>",
    "UPDATE cassette_steps SET status = 'LEASED', fencing_token = 2 WHERE <committed>",
    "UPDATE cassette_steps SET status = 'COMMITTED' WHERE <committed>",
    "UPDATE cassette_steps SET status = 'DONE' WHERE <live>",
    "UPDATE cassette_steps SET status = NULL WHERE <live>",
    "UPDATE cassette_steps SET fencing_token = 7 WHERE <pending>",
    "UPDATE cassette_steps SET lease_owner = 'v' WHERE <pending>",
]

LEASES = [
    _TAKE + "lease_expires_at = <now> + 60000, fencing_token = 0 WHERE <pending>",
    _TAKE + "lease_expires_at = <now> + 60000, fencing_token = 2 WHERE <pending>",
    _TAKE + "lease_expires_at = <now> + 60000 WHERE <pending>",
    _TAKE + "lease_expires_at = <now> - 1, fencing_token = 1 WHERE <pending>",
    _TAKE + "lease_expires_at = NULL, fencing_token = 1 WHERE <pending>",
    _TAKE + "lease_expires_at = 253402300800000, fencing_token = 1 WHERE <pending>",
    "UPDATE cassette_steps SET lease_expires_at = 253402300800000 WHERE <live>",
    _TAKE + "lease_expires_at = 'later', fencing_token = 1 WHERE <pending>",
    _TAKE + "lease_expires_at = <now> + 60000, fencing_token = 2 WHERE <live>",
    _TAKE + "lease_expires_at = <now> + 60000, fencing_token = 2 WHERE <expired>",
    _TAKE_FOR_NO_ONE + "lease_expires_at = <now> + 60000, fencing_token = 1 WHERE <pending>",
    _TAKE_FOR_NO_ONE.replace("NULL", "''")
    + "lease_expires_at = <now> + 60000, fencing_token = 1 WHERE <pending>",
    "UPDATE cassette_steps SET fencing_token = 0 WHERE <live>",
    "UPDATE cassette_steps SET fencing_token = 2, lease_expires_at = lease_expires_at + 1 WHERE <live>",
    "UPDATE cassette_steps SET lease_owner = 'v', lease_expires_at = lease_expires_at + 1 WHERE <live>",
    "UPDATE cassette_steps SET lease_expires_at = lease_expires_at - 1 WHERE <live>",
    "UPDATE cassette_steps SET lease_expires_at = lease_expires_at WHERE <live>",
    "UPDATE cassette_steps SET lease_expires_at = NULL WHERE <live>",
    "UPDATE cassette_steps SET lease_expires_at = 'later' WHERE <live>",
    "UPDATE cassette_steps SET lease_expires_at = <now> + 60000 WHERE <expired>",
    _DROP + " WHERE <live>",
    "UPDATE cassette_steps SET status = 'PENDING', lease_owner = NULL WHERE <expired>",
    _DROP + ", fencing_token = 0 WHERE <expired>",
    "UPDATE cassette_steps SET status = 'COMMITTED' WHERE <live>",
    "UPDATE cassette_steps SET status = 'COMMITTED', lease_owner = 'v' WHERE <live>",
]

_STEP = (
    "INSERT INTO cassette_steps (job_id, step_id, ordinal, status, fencing_token, payload_json, run_id,"
    " sequence, lease_owner, lease_expires_at) VALUES "
)
_JOB = (
    "INSERT INTO cassette_jobs (job_id, message_id, run_id, request_id, intent, ordinal, plan_hash,"
    " request_hash, planner_version) VALUES "
)
_RECEIPT = (
    "INSERT INTO cassette_receipts (job_id, step_id, worker_id, fencing_token, outcome, payload_json) VALUES "
)
INSERTS = [
    _STEP + "('none', 's', 1, 'PENDING', 0, '{}', 'run', 1, NULL, NULL)",
    _STEP + "('<job>', 's', 5, 'PENDING', 0, '{}', 'other', 1, NULL, NULL)",
    _STEP + "('<job>', 's', 5, 'PENDING', 1, '{}', 'run', 1, NULL, NULL)",
    _STEP + "('<job>', 's', 5, 'LEASED', 0, '{}', 'run', 1, 'w', <now> + 60000)",
    _STEP + "('<job>', 's', 5, 'COMMITTED', 0, '{}', 'run', 1, NULL, NULL)",
    _STEP + "('<job>', 's', 5, 'PENDING', 0, '{}', 'run', 1, 'w', NULL)",
    _STEP + "('<job>', 's', 5, 'PENDING', 0, NULL, 'run', 1, NULL, NULL)",
    _STEP + "('<job>', 's', 0, 'PENDING', 0, '{}', 'run', 1, NULL, NULL)",
    _STEP + "('<job>', '<pending id>', 4, 'PENDING', 0, '{}', 'run', 1, NULL, NULL)",
    _STEP + "('<job>', 's', 4, 'PENDING', 0, '{}', 'run', 1, NULL, NULL)",
    _STEP + "('<job>', 's', 1, 'PENDING', 0, '{}', 'run', 1, NULL, NULL)",
    _STEP + "('<job>', 's', 5, 'PENDING', 0, '{}', 'run', 0, NULL, NULL)",
    _STEP + "('<job>', 's', 5, 'PENDING', 0, '{}', 'run', 2, NULL, NULL)",
    _STEP.replace("sequence,", "sequence, job_ordinal,")
    + "('<job>', 's', 5, 'PENDING', 0, '{}', 'run', 1, 2, NULL, NULL)",
    _JOB + "('j', 'none', 'run', 'q2', 'i', 1, 'p', 'h', '1.0')",
    _JOB + "('j', '<message>', 'other', 'q2', 'i', 2, 'p', 'h', '1.0')",
    _JOB + "('j', '<message>', 'run', 'request', 'i', 2, 'p', 'h', '1.0')",
    _JOB + "('<job>', '<message>', 'run', 'q2', 'i', 2, 'p', 'h', '1.0')",
    _RECEIPT + "('none', 'none', 'w', 1, 'SUCCESS', '{}')",
    _RECEIPT + "('<job>', '<pending id>', 'w', 1, 'SUCCESS', '{}')",
    _RECEIPT + "('<job>', '<pending id>', 'w', 0, 'SUCCESS', '{}')",
    _RECEIPT + "('<job>', '<live id>', 'v', 1, 'SUCCESS', '{}')",
    _RECEIPT + "('<job>', '<live id>', 'w', 0, 'SUCCESS', '{}')",
    _RECEIPT + "('<job>', '<live id>', 'w', 2, 'SUCCESS', '{}')",
    _RECEIPT + "('<job>', '<live id>', 'w', 1, 'DONE', '{}')",
    _RECEIPT + "('<job>', '<committed id>', 'w', 1, 'SUCCESS', '{}')",
    _RECEIPT + "('<job>', '<expired id>', 'w', 1, 'SUCCESS', '{}')",
    "INSERT INTO cassette_messages (message_id, run_id, source, payload_json) VALUES ('m', 'r', 'NO', '{}')",
    "INSERT INTO cassette_meta (key, value) VALUES ('schema_version', '0')",
    "INSERT INTO cassette_meta (key, value) VALUES ('other', '2')",
]


@pytest.mark.parametrize("group", ["UPDATES", "JUMPS", "LEASES", "INSERTS"])
def test_what_the_ledger_does_not_allow_is_refused(scene: Scene, group: str) -> None:
    scene.refuses(*globals()[group])


TABLES = ("cassette_meta", "cassette_messages", "cassette_jobs", "cassette_steps", "cassette_receipts")


@pytest.mark.parametrize("table", TABLES)
def test_nothing_is_deleted(scene: Scene, table: str) -> None:
    scene.refuses(f"DELETE FROM {table}")
    if scene.raw.engine == "postgres":
        scene.refuses(f"TRUNCATE {table}")
        scene.refuses(f"TRUNCATE {table} CASCADE")
        scene.refuses(f"TRUNCATE {', '.join(TABLES)} RESTART IDENTITY")


KEYS = {
    "cassette_meta": "key",
    "cassette_messages": "message_id",
    "cassette_jobs": "job_id",
    "cassette_steps": "job_id, step_id",
    "cassette_receipts": "job_id, step_id",
}


@pytest.mark.parametrize("table", TABLES)
def test_nothing_is_replaced(scene: Scene, table: str) -> None:
    """By key or by rowid on SQLite, whose REPLACE passes by delete triggers; by upsert on both."""
    changed = "value = 'x'" if table == "cassette_meta" else "payload_json = 'x'"
    if table == "cassette_jobs":
        changed = "plan_hash = 'x'"
    upsert = f"SELECT * FROM {table} WHERE true ON CONFLICT ({KEYS[table]}) DO UPDATE SET {changed}"
    if scene.raw.engine == "postgres":
        overriding = "OVERRIDING SYSTEM VALUE " if table == "cassette_messages" else ""
        scene.refuses(f"INSERT INTO {table} {overriding}{upsert}")
        return
    scene.refuses(f"INSERT INTO {table} {upsert}")
    scene.refuses(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")
    scene.refuses(f"REPLACE INTO {table} SELECT * FROM {table}")
    columns = [row[1] for row in scene.raw.run(f"PRAGMA table_info({table})")]
    others = [f"'new-' || {column}" if column.endswith(("_id", "key")) else column for column in columns]
    if "sequence" not in columns[:1]:
        columns, others = ["rowid", *columns], ["rowid", *others]
    scene.refuses(
        f"INSERT OR REPLACE INTO {table} ({', '.join(columns)}) SELECT {', '.join(others)} FROM {table}"
    )


SQLITE_SETTINGS = [
    "PRAGMA ignore_check_constraints = ON",
    "PRAGMA foreign_keys = OFF",
    "PRAGMA recursive_triggers = OFF",
    "PRAGMA defer_foreign_keys = ON",
]
POSTGRES_SETTINGS = ["SET session_replication_role = replica", "SET search_path = pg_temp, public"]


def test_settings_of_a_connection_change_nothing(scene: Scene) -> None:
    settings = SQLITE_SETTINGS if scene.raw.engine == "sqlite" else POSTGRES_SETTINGS
    for setting in settings:
        scene.raw.run(setting)
        scene.refuses(*UPDATES, *JUMPS, *LEASES, INSERTS[0], "DELETE FROM cassette_steps")


def test_conflict_clauses_change_nothing(scene: Scene) -> None:
    """`UPDATE OR IGNORE` and `OR REPLACE` do not soften a refusal."""
    if scene.raw.engine == "sqlite":
        for clause in ("IGNORE", "REPLACE", "FAIL"):
            softened = [
                statement.replace("UPDATE", f"UPDATE OR {clause}", 1)
                for statement in (*UPDATES, *JUMPS, *LEASES)
            ]
            scene.refuses(*softened)
        scene.refuses("UPDATE cassette_steps SET rowid = rowid + 100 WHERE <pending>")


def test_temporary_tables_of_the_same_names_deceive_no_one(scene: Scene, place: str) -> None:
    """A receipt in a temporary table is no receipt, and a job in one is no job."""
    real = "public" if scene.raw.engine == "postgres" else "main"
    scene.raw.run(
        "CREATE TEMPORARY TABLE cassette_receipts AS SELECT 'w' AS worker_id, 1 AS fencing_token,"
        " job_id, step_id FROM cassette_steps",
        "CREATE TEMPORARY TABLE cassette_jobs AS SELECT 'none' AS job_id, 'run' AS run_id",
    )
    for statement in (
        scene.filled(f"UPDATE {real}.cassette_steps SET status = 'COMMITTED' WHERE <live>"),
        INSERTS[0].replace("cassette_steps", f"{real}.cassette_steps"),
    ):
        with pytest.raises(REFUSALS, match="cassette-"):
            scene.run(statement)
        scene.refused += 1


def test_what_the_ledger_allows_is_accepted_from_anyone(cassette: Cassette, raw: RawLedger) -> None:
    """The control: the same statements with everything right pass."""
    posted = post(cassette, size=1)
    job, step, now = posted.job_id, posted.step_ids[0], NOW[raw.engine]
    raw.run(
        f"UPDATE cassette_steps SET status = 'LEASED', lease_owner = 'w', lease_expires_at = {now} + 60000,"
        " fencing_token = fencing_token + 1"
    )
    raw.run("UPDATE cassette_steps SET lease_expires_at = lease_expires_at + 1")
    raw.run(f"{_RECEIPT}('{job}', '{step}', 'w', 1, 'SUCCESS', '{{}}')")
    raw.run("UPDATE cassette_steps SET status = 'COMMITTED'")
    assert cassette.job_status(job).committed == 1
    assert cassette.verify() == []


def test_an_expired_lease_may_be_dropped_by_anyone(cassette: Cassette, raw: RawLedger) -> None:
    post(cassette, size=1)
    cassette.claim_step("run", "w", 0.05)
    time.sleep(0.1)
    raw.run("UPDATE cassette_steps SET status = 'PENDING', lease_owner = NULL, lease_expires_at = NULL")
    claim = cassette.claim_step("run", "v")
    assert claim is not None
    assert claim.fencing_token == 2


_MESSAGE = "INSERT INTO cassette_messages (sequence, message_id, run_id, source, payload_json) VALUES "
BLOCKING = [
    *(_MESSAGE + f"({number}, 'm', 'r', 'USER', '{{}}')" for number in (-1, 0, 1, 3, 2**63 - 1)),
    _MESSAGE + "(2, 'm', 'r', 'NOBODY', '{}')",
    _MESSAGE + "(2, 'm', '', 'USER', '{}')",
    _MESSAGE + "(2, 'm', 'r', 'USER', x'7b7d')",
    *(
        _JOB.replace("(job_id", "(rowid, job_id")
        + f"({number}, 'j', '<message>', 'run', 'q', 'i', 2, 'p', 'h', '1.0')"
        for number in (-1, 0)
    ),
    *(
        _STEP.replace("(job_id", "(rowid, job_id")
        + f"({number}, '<job>', 's', 5, 'PENDING', 0, '{{}}', 'run', 1, NULL, NULL)"
        for number in (-1, 0)
    ),
    *(
        _RECEIPT.replace("(job_id", "(rowid, job_id")
        + f"({number}, '<job>', '<live id>', 'w', 1, 'SUCCESS', '{{}}')"
        for number in (-1, 0)
    ),
    _RECEIPT + "('<job>', '<live id>', 'w', 1, 'WHAT', '{}')",
]


@pytest.mark.parametrize("setting", SQLITE_SETTINGS)
def test_no_row_of_sqlite_blocks_the_ledger(scene: Scene, cassette: Cassette, setting: str) -> None:
    """A number at the end of its range, or -1, which stands for none, would stop all that is posted later."""
    if scene.raw.engine == "sqlite":
        scene.raw.run(setting)
        scene.refuses(*BLOCKING)
        assert post(cassette, request_id="next").step_ids


def test_a_message_of_postgresql_takes_the_next_number(scene: Scene, cassette: Cassette) -> None:
    """Also where this session has drawn no number yet, and where it has."""
    if scene.raw.engine == "postgres":
        forged = [
            _MESSAGE.replace("VALUES", f"OVERRIDING SYSTEM VALUE VALUES ({n}, ")[:-1] for n in (-1, 0, 99)
        ]
        scene.refuses(*(f"{each}'m', 'r', 'USER', '{{}}')" for each in forged))
        scene.raw.run(
            "INSERT INTO cassette_messages (message_id, run_id, source, payload_json)"
            " VALUES ('a', 'r', 'USER', '{}'), ('b', 'r', 'USER', '{}')"
        )
        scene.refuses(*(f"{each}'m', 'r', 'USER', '{{}}')" for each in forged))
        assert post(cassette, request_id="next").step_ids


def test_a_step_with_a_receipt_is_not_given_back(cassette: Cassette, raw: RawLedger) -> None:
    """Someone handed its receipt in and did not commit it: the same completion does, also after the lease."""
    posted = post(cassette, size=1)
    claim = cassette.claim_step("run", "w", 0.2)
    raw.run(f"{_RECEIPT}('{posted.job_id}', '{posted.step_ids[0]}', 'w', 1, 'SUCCESS', '{{}}')")
    time.sleep(0.25)
    with pytest.raises(REFUSALS):
        raw.run(_DROP)
    with pytest.raises(CassetteError, match="step-committed"):
        complete(cassette, claim, payload={"other": 1})
    receipt = complete(cassette, claim, payload={})
    assert complete(cassette, claim, payload={}) == receipt
    assert (cassette.job_status(posted.job_id).committed, cassette.verify()) == (1, [])
