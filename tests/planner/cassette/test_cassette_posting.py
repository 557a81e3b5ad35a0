from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from planner.cassette.cassette_examples import HASHES, plan, post, request
from planner.cassette.raw_ledger import RawLedger

from cortex_planner.canonical import canonical_json, content_hash
from cortex_planner.cassette import Cassette, CompiledPlan
from cortex_planner.errors import CassetteError, PlannerError


def must_not_compile() -> CompiledPlan:
    pytest.fail("compiled although the plan is stored")


def refused(code: str) -> Any:
    return pytest.raises(CassetteError, check=lambda error: error.code == code)


def test_a_plan_is_stored_with_its_request_and_all_steps_pending(cassette: Cassette, raw: RawLedger) -> None:
    posted = post(cassette)
    steps = plan().plan["steps"]
    assert posted.step_ids == tuple(step["step_id"] for step in steps)
    rows = raw.run("SELECT payload_json, status, fencing_token FROM cassette_steps ORDER BY ordinal")
    assert rows == [(canonical_json(step), "PENDING", 0) for step in steps]
    assert raw.run("SELECT payload_json, source FROM cassette_messages") == [
        (canonical_json(request()), "USER")
    ]


def test_a_job_records_what_explains_drift_later(cassette: Cassette) -> None:
    post(cassette)
    stored = cassette.stored_plan("run", "request")
    assert stored.hashes == HASHES
    assert stored.request_hash == content_hash(request())
    assert stored.steps[0].facts == {"lines": 4, "bytes": 90, "git_blob": "b" * 40}


def test_facts_without_a_column_are_kept_too(cassette: Cassette) -> None:
    compiled = plan(size=1)
    step_id = compiled.plan["steps"][0]["step_id"]
    facts = {step_id: {"path": "a.md", "heading": ["One", "Two"]}}
    cassette.post_plan("run", request(), lambda: CompiledPlan(compiled.plan, {}, facts))
    assert cassette.stored_plan("run", "request").steps[0].facts == facts[step_id]


def test_the_same_request_again_gives_the_same_ids_without_compiling(cassette: Cassette) -> None:
    first = post(cassette)
    again = cassette.post_plan("run", request(), must_not_compile)
    assert again.already_stored
    assert not first.already_stored
    assert (again.message_id, again.job_id, again.step_ids) == (
        first.message_id,
        first.job_id,
        first.step_ids,
    )


def test_the_same_request_under_another_key_gives_the_same_ids(cassette: Cassette) -> None:
    first = post(cassette)
    again = cassette.post_plan("run", request(), must_not_compile, "another key")
    assert (again.message_id, again.job_id) == (first.message_id, first.job_id)


def test_a_key_that_stands_for_another_request_is_a_conflict(cassette: Cassette) -> None:
    cassette.post_plan("run", request(), plan, "key")
    with refused("idempotency-conflict"):
        cassette.post_plan("run", request(request_id="other"), must_not_compile, "key")


def test_a_request_id_with_another_payload_is_a_conflict(cassette: Cassette) -> None:
    post(cassette)
    with refused("idempotency-conflict"):
        cassette.post_plan("run", request(intent="another"), must_not_compile, "new key")


def test_one_request_id_in_two_runs_is_two_plans(cassette: Cassette) -> None:
    assert post(cassette, "a").job_id != post(cassette, "b").job_id


def test_a_message_that_has_no_job_yet_gets_it(cassette: Cassette) -> None:
    message_id = cassette.post_message(request(), "run", "USER", "request")
    assert post(cassette).message_id == message_id
    assert len(cassette.runs()) == 1
    assert cassette.runs()[0].messages == 1


def test_a_plan_that_fails_to_compile_leaves_nothing(cassette: Cassette, raw: RawLedger) -> None:
    before = raw.everything()

    def fails() -> CompiledPlan:
        raise PlannerError("budget-steps", "too many")

    with pytest.raises(PlannerError, match="budget-steps"):
        cassette.post_plan("run", request(), fails)
    assert raw.everything() == before


def test_a_step_that_cannot_be_stored_leaves_nothing(cassette: Cassette, raw: RawLedger) -> None:
    before = raw.everything()
    doubled = plan(size=2)
    doubled.plan["steps"].append(doubled.plan["steps"][0])
    with refused("cassette-value"):
        cassette.post_plan("run", request(), lambda: doubled)
    assert raw.everything() == before


def test_the_run_must_be_the_requests_own(cassette: Cassette) -> None:
    with refused("run-id-mismatch"):
        cassette.post_plan("another", request(), must_not_compile)


def test_a_malformed_request_is_left_to_the_compiler(cassette: Cassette) -> None:
    def fails() -> CompiledPlan:
        raise PlannerError("field-missing", "intent")

    with pytest.raises(PlannerError, match="field-missing"):
        cassette.post_plan("run", {"run_id": "run"}, fails)


def test_a_plan_without_steps_is_stored(cassette: Cassette) -> None:
    posted = post(cassette, size=0)
    assert posted.step_ids == ()
    assert cassette.claim_step("run", "w") is None
    assert cassette.verify() == []


def test_a_message_makes_no_job(cassette: Cassette) -> None:
    cassette.post_message({"text": "hello"}, "run", "SYSTEM")
    assert cassette.jobs() == []


def test_a_message_with_a_key_is_stored_once(cassette: Cassette) -> None:
    first = cassette.post_message({"a": 1, "b": 2}, "run", "USER", "key")
    assert cassette.post_message({"b": 2, "a": 1}, "run", "USER", "key") == first
    with refused("idempotency-conflict"):
        cassette.post_message({"a": 2}, "run", "USER", "key")


def test_messages_without_a_key_are_all_stored(cassette: Cassette) -> None:
    assert cassette.post_message(1, "run", "USER") != cassette.post_message(1, "run", "USER")


def test_posters_at_once_get_the_same_ids(place: str) -> None:
    """Ten connections, one request: one message, one job, and everyone is told of it."""

    def post_once(_: int) -> tuple[str, str]:
        with Cassette.open(place) as own:
            posted = post(own, size=50)
            return posted.message_id, posted.job_id

    with ThreadPoolExecutor(10) as pool:
        assert len(set(pool.map(post_once, range(10)))) == 1


@pytest.mark.parametrize("name", ["", "x" * 513, "a\x00b", "a\nb", "\x7f", "\x85", "\ud800", 7, None])
@pytest.mark.parametrize("field", ["run_id", "idempotency_key"])
def test_names_that_an_engine_might_not_keep_are_refused(cassette: Cassette, field: str, name: Any) -> None:
    if (field, name) == ("idempotency_key", None):
        return
    names = {"run_id": "run", "idempotency_key": "key"} | {field: name}
    with refused("cassette-value"):
        cassette.post_message({}, source="USER", **names)
    assert cassette.runs() == []


def test_names_of_512_characters_of_any_script_are_kept(cassette: Cassette) -> None:
    name = "".join(chr(0x20000 + place * 7) for place in range(512))
    first = post(cassette, name, name)
    assert post(cassette, name, name).job_id == first.job_id
    assert cassette.stored_plan(name, name).request_id == name


def test_request_ids_and_intents_are_checked_before_compiling(cassette: Cassette) -> None:
    for wrong in (request(request_id="a\tb"), request(intent="x" * 513)):
        with refused("cassette-value"):
            cassette.post_plan("run", wrong, must_not_compile)


@pytest.mark.parametrize("payload", [float("nan"), {1: "a"}, {"a": {2}}, [float("inf")]])
def test_what_json_cannot_say_is_refused(cassette: Cassette, payload: object) -> None:
    with refused("cassette-value"):
        cassette.post_message(payload, "run", "USER")


def test_payloads_come_back_whatever_they_hold(cassette: Cassette, raw: RawLedger) -> None:
    payload = {"nul": "\x00", "lone": "\ud800", "big": 2**200, "deep": [[[[]]]], "text": "日本 'quoted' %s ?"}
    cassette.post_message(payload, "run", "WORKER")
    assert raw.run("SELECT payload_json FROM cassette_messages") == [(canonical_json(payload),)]


def test_an_unknown_source_is_refused(cassette: Cassette) -> None:
    with refused("cassette-value"):
        cassette.post_message({}, "run", "user")
