from __future__ import annotations

import json
import time

import pytest
from planner.cassette.cassette_examples import complete, plan, post

from cortex_planner.cassette import Cassette, JobStatus, RunStatus
from cortex_planner.errors import CassetteError


def test_a_jobs_status_counts_its_steps(cassette: Cassette) -> None:
    posted = post(cassette, size=4)
    complete(cassette, cassette.claim_step("run", "w"))
    cassette.claim_step("run", "w", 0.1)
    cassette.claim_step("run", "w")
    time.sleep(0.15)
    status = cassette.job_status(posted.job_id)
    assert status == JobStatus(
        job_id=posted.job_id,
        message_id=posted.message_id,
        run_id="run",
        request_id="request",
        request_hash=status.request_hash,
        plan_hash=plan(size=4).plan["plan_hash"],
        planner_version="1.0",
        pending=1,
        leased=1,
        expired=1,
        committed=1,
    )


def test_runs_are_counted_in_order_of_their_first_message(cassette: Cassette) -> None:
    cassette.post_message({}, "z", "USER")
    post(cassette, "a", size=2)
    post(cassette, "a", "second", size=1)
    cassette.claim_step("a", "w")
    assert cassette.runs() == [RunStatus("z", 1, 0, 0, 0, 0, 0), RunStatus("a", 2, 2, 2, 1, 0, 0)]


def test_jobs_are_chosen_by_any_of_their_ids(cassette: Cassette) -> None:
    first, second = post(cassette, "a").job_id, post(cassette, "b").job_id
    assert [job.job_id for job in cassette.jobs()] == [first, second]
    assert [job.job_id for job in cassette.jobs(run_id="b")] == [second]
    assert [job.job_id for job in cassette.jobs(request_id="request", run_id="a")] == [first]
    assert cassette.jobs(job_id=second)[0].run_id == "b"


def test_ids_that_name_nothing_are_not_stored(cassette: Cassette) -> None:
    post(cassette)
    for ask in (
        lambda: cassette.job_status("none"),
        lambda: cassette.jobs(run_id="none"),
        lambda: cassette.stored_plan("run", "none"),
        lambda: cassette.export("none"),
    ):
        with pytest.raises(CassetteError, match="plan-not-stored"):
            ask()


def test_a_job_is_exported_row_by_row(cassette: Cassette) -> None:
    posted = post(cassette, size=2)
    post(cassette, request_id="other")
    complete(cassette, cassette.claim_step("run", "w"), payload={"done": True})
    lines = [json.loads(json.dumps(line)) for line in cassette.export(posted.job_id)]
    tables = [line["table"].removeprefix("cassette_") for line in lines]
    assert tables == ["messages", "jobs", "steps", "steps", "receipts"]
    assert lines[2]["row"]["status"] == "COMMITTED"
    assert lines[4]["row"]["payload_json"] == '{"done": true}'
    assert {line["row"]["job_id"] for line in lines[1:]} == {posted.job_id}


def test_a_stored_plan_gives_back_what_was_hashed(cassette: Cassette) -> None:
    post(cassette)
    stored = cassette.stored_plan("run", "request")
    assert [json.loads(step.payload_json) for step in stored.steps] == plan().plan["steps"]
    assert stored.plan_hash == plan().plan["plan_hash"]
    assert json.loads(stored.request_json)["intent"] == stored.intent == "explain"
