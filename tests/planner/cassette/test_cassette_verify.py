from __future__ import annotations

from typing import Any

import pytest
from planner.cassette.cassette_examples import complete, post
from planner.cassette.raw_ledger import RawLedger

from cortex_planner.cassette import Cassette, plan_findings
from cortex_planner.cassette.rules import RULES
from cortex_planner.errors import CassetteError


def unguarded(raw: RawLedger) -> None:
    """Drop every trigger, as someone with all rights could."""
    if raw.engine == "sqlite":
        for (name,) in raw.run("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            raw.run(f"DROP TRIGGER {name}")
    else:
        found = raw.run(
            "SELECT tgname, CAST(CAST(tgrelid AS regclass) AS text) FROM pg_trigger WHERE NOT tgisinternal"
        )
        for name, table in found:
            raw.run(f"DROP TRIGGER {name} ON {table}")


def other_codes(cassette: Cassette) -> set[str]:
    return {finding.code for finding in cassette.verify()} - {"trigger-missing"}


@pytest.fixture
def ledger(cassette: Cassette, raw: RawLedger) -> Cassette:
    """A ledger of two plans with a committed and a leased step, and no guards."""
    post(cassette, request_id="first")
    post(cassette, request_id="second")
    complete(cassette, cassette.claim_step("run", "w"))
    cassette.claim_step("run", "w")
    assert cassette.verify() == []
    unguarded(raw)
    assert other_codes(cassette) == set()
    return cassette


ALTERATIONS = [
    ("UPDATE cassette_messages SET payload_json = '{}' WHERE sequence = 1", "stored-request"),
    ("UPDATE cassette_messages SET payload_json = '[1,2]' WHERE sequence = 1", "stored-payload"),
    ("UPDATE cassette_messages SET payload_json = '{' WHERE sequence = 1", "stored-request"),
    ("UPDATE cassette_messages SET run_id = 'other' WHERE sequence = 1", "stored-request"),
    ("UPDATE cassette_jobs SET request_hash = 'x'", "stored-request"),
    ("UPDATE cassette_jobs SET intent = 'x'", "stored-request"),
    ("UPDATE cassette_jobs SET plan_hash = 'x'", "stored-plan-hash"),
    ("UPDATE cassette_jobs SET request_id = request_id || 'x'", "stored-plan-hash"),
    ("UPDATE cassette_steps SET payload_json = '{}' WHERE ordinal = 3", "stored-step"),
    ("UPDATE cassette_steps SET payload_json = '7' WHERE ordinal = 3", "stored-step"),
    ("UPDATE cassette_steps SET payload_json = payload_json || ' ' WHERE ordinal = 3", "stored-step"),
    ("UPDATE cassette_steps SET ordinal = 4 WHERE ordinal = 3", "stored-step"),
    ("UPDATE cassette_steps SET sequence = 7 WHERE ordinal = 3", "stored-step"),
    ("UPDATE cassette_steps SET step_id = 'step_x' WHERE ordinal = 3", "stored-step"),
    ("DELETE FROM cassette_steps WHERE ordinal = 3", "stored-plan-hash"),
    ("UPDATE cassette_steps SET facts_json = '{' WHERE ordinal = 3", "stored-step"),
    ("UPDATE cassette_steps SET facts_json = '[1]' WHERE ordinal = 3", "stored-step"),
    ("UPDATE cassette_steps SET facts_json = '{\"heading_path\": 5}' WHERE ordinal = 3", "stored-step"),
    ("UPDATE cassette_messages SET payload_json = '{\"a\": NaN}' WHERE sequence = 1", "stored-request"),
    ("DELETE FROM cassette_receipts", "stored-state"),
    ("UPDATE cassette_receipts SET fencing_token = 2", "stored-state"),
    ("UPDATE cassette_receipts SET worker_id = 'v'", "stored-state"),
    ("UPDATE cassette_steps SET status = 'COMMITTED' WHERE ordinal = 3", "stored-state"),
    ("UPDATE cassette_steps SET status = 'PENDING' WHERE ordinal = 1", "stored-state"),
    ("UPDATE cassette_steps SET lease_owner = NULL WHERE status = 'LEASED'", "stored-state"),
    ("DELETE FROM cassette_messages", "stored-orphan"),
    ("DELETE FROM cassette_jobs", "stored-orphan"),
    ("UPDATE cassette_receipts SET step_id = 'none'", "stored-orphan"),
]


@pytest.mark.parametrize(("statement", "code"), ALTERATIONS)
def test_rows_that_were_altered_are_found(
    ledger: Cassette, raw: RawLedger, statement: str, code: str
) -> None:
    raw.run(statement)
    assert code in other_codes(ledger)


def test_every_missing_trigger_is_named(ledger: Cassette) -> None:
    named = {finding.data.get("trigger") for finding in ledger.verify()}
    assert {"cassette_steps_update", "cassette_messages_no_update", "cassette_receipts_insert"} <= named


def test_an_altered_trigger_is_found(cassette: Cassette, raw: RawLedger) -> None:
    if raw.engine == "sqlite":
        raw.run("DROP TRIGGER cassette_jobs_no_update")
        raw.run("CREATE TRIGGER cassette_jobs_no_update BEFORE UPDATE ON cassette_jobs BEGIN SELECT 1; END")
    else:
        raw.run(
            "CREATE OR REPLACE FUNCTION cassette_check_job() RETURNS trigger LANGUAGE plpgsql"
            " AS 'BEGIN RETURN NEW; END'"
        )
    assert [finding.data["fault"].split()[0] for finding in cassette.verify()] == ["altered"]


def test_a_trigger_that_guards_one_column_only_is_found(cassette: Cassette, raw: RawLedger) -> None:
    if raw.engine == "postgres":
        raw.run(
            "CREATE OR REPLACE TRIGGER cassette_jobs_no_update BEFORE UPDATE OF intent ON cassette_jobs"
            " FOR EACH ROW EXECUTE FUNCTION cassette_refuse()",
            "ALTER TABLE cassette_jobs ENABLE ALWAYS TRIGGER cassette_jobs_no_update",
        )
        assert [finding.code for finding in cassette.verify()] == ["trigger-missing"]


def test_a_trigger_that_is_switched_off_is_found(cassette: Cassette, raw: RawLedger) -> None:
    if raw.engine == "postgres":
        for switched in ("DISABLE", "ENABLE", "ENABLE REPLICA"):
            raw.run(f"ALTER TABLE cassette_jobs {switched} TRIGGER cassette_jobs_no_update")
            assert [finding.code for finding in cassette.verify()] == ["trigger-missing"]


def silence(raw: RawLedger, event: str, table: str) -> None:
    """Put a trigger beside ours that leaves rows out without a word."""
    if raw.engine == "sqlite":
        raw.run(f"CREATE TRIGGER aaa BEFORE {event} ON {table} BEGIN SELECT RAISE(IGNORE); END")
        return
    raw.run("CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'")
    raw.run(f"CREATE TRIGGER aaa BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION nothing()")


def test_a_trigger_that_someone_added_is_found(cassette: Cassette, raw: RawLedger) -> None:
    silence(raw, "UPDATE", "cassette_steps")
    assert [finding.data for finding in cassette.verify()] == [
        {"trigger": "aaa", "fault": "not the ledger's own"}
    ]


def test_a_dropped_index_is_found(cassette: Cassette, raw: RawLedger) -> None:
    name = "cassette_jobs_request" if raw.engine == "postgres" else "cassette_steps_open"
    raw.run(f"DROP INDEX {name}")
    assert [finding.data for finding in cassette.verify()] == [{"index": name, "fault": "missing"}]


def test_a_rule_that_someone_added_is_found(cassette: Cassette, raw: RawLedger) -> None:
    if raw.engine == "postgres":
        raw.run("CREATE RULE aaa AS ON INSERT TO cassette_jobs DO INSTEAD NOTHING")
        assert [finding.data["rule"] for finding in cassette.verify()] == ["aaa"]


def test_no_step_is_handed_out_whose_lease_is_not_written(cassette: Cassette, raw: RawLedger) -> None:
    """Else two workers would get it."""
    post(cassette)
    silence(raw, "UPDATE", "cassette_steps")
    if raw.engine == "postgres":
        assert cassette.claim_step("run", "w") is None
    else:
        with pytest.raises(CassetteError, match="someone altered its guards"):
            cassette.claim_step("run", "w")


@pytest.mark.parametrize("table", ["cassette_messages", "cassette_jobs", "cassette_steps"])
def test_a_plan_that_is_not_written_whole_is_not_posted(
    cassette: Cassette, raw: RawLedger, table: str
) -> None:
    silence(raw, "INSERT", table)
    with pytest.raises(CassetteError, match="someone altered its guards"):
        post(cassette)
    assert cassette.runs() == []


def test_a_completion_that_is_not_written_is_not_acknowledged(cassette: Cassette, raw: RawLedger) -> None:
    post(cassette)
    claim = cassette.claim_step("run", "w")
    silence(raw, "INSERT", "cassette_receipts")
    with pytest.raises(CassetteError, match="someone altered its guards"):
        complete(cassette, claim)


def test_one_run_is_verified_alone(ledger: Cassette, raw: RawLedger) -> None:
    ledger.post_message({}, "other", "USER")
    raw.run("UPDATE cassette_jobs SET plan_hash = 'x'")
    assert {finding.code for finding in ledger.verify("other")} == {"trigger-missing"}
    assert "stored-plan-hash" in {finding.code for finding in ledger.verify("run")}


def test_an_unknown_run_is_not_stored(cassette: Cassette) -> None:
    with pytest.raises(CassetteError, match="plan-not-stored"):
        cassette.verify("none")


def test_one_stored_plan_can_be_judged_by_itself(ledger: Cassette, raw: RawLedger) -> None:
    assert plan_findings(ledger.stored_plan("run", "first")) == []
    raw.run("UPDATE cassette_steps SET payload_json = '{}' WHERE ordinal = 1")
    codes = [finding.code for finding in plan_findings(ledger.stored_plan("run", "first"))]
    assert codes == ["stored-step", "stored-step", "stored-plan-hash"]


def test_codes_of_rules_are_told_apart() -> None:
    codes: list[Any] = [rule.code for rule in RULES]
    assert len(set(codes)) == len(codes)
