"""The ledger from the command line, on both engines: what is printed, and which exit code."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from planner.cassette.cassette_examples import complete, post
from planner.cassette.raw_ledger import RawLedger
from planner.cli.cortex_command import GOOD_TEXT, Answer, cortex, cortex_process, write_files

from cortex_planner.cassette import Cassette

NAME = "fix-login.plan-request.json"
IDS = ("--run-id", "run-42", "--request-id", "fix-login")


class Ledger:
    """A repository with a request, and the command line that works on its ledger."""

    def __init__(self, root: Path, place: str) -> None:
        self.root, self.place = root, place

    def __call__(self, *words: str) -> Answer:
        return cortex(self.root, "cassette", words[0], "--cassette", self.place, *words[1:])

    def json(self, *words: str) -> Any:
        answer = self(*words)
        assert (answer.code, answer.err) == (0, ""), answer
        return json.loads(answer.out)

    def lease(self, claim: dict[str, Any]) -> tuple[str, ...]:
        token = str(claim["fencing_token"])
        names = ("--run-id", claim["run_id"], "--job-id", claim["job_id"], "--step-id", claim["step_id"])
        return (*names, "--worker", "w", "--token", token)


@pytest.fixture
def ledger(tmp_path: Path, place: str) -> Ledger:
    root = tmp_path / "repository"
    write_files(root, {NAME: GOOD_TEXT, "cortex.toml": "", "result.json": '{"lines": 3}'})
    return Ledger(root, place)


@pytest.fixture
def posted(ledger: Ledger) -> dict[str, Any]:
    """The ids that `cortex plan` printed when it stored the request."""
    answer = cortex(ledger.root, "plan", "--request-file", NAME, "--cassette", ledger.place)
    assert (answer.code, answer.err) == (0, "")
    ids: dict[str, Any] = json.loads(answer.out)
    return ids


def test_a_step_is_claimed_renewed_and_completed(ledger: Ledger, posted: dict[str, Any]) -> None:
    """The life of a step; the same completion again prints the same receipt."""
    claims = ledger.json("claim", "--run-id", "run-42", "--worker", "w", "--ttl", "60", "-n", "5")["claims"]
    assert [claim["step_id"] for claim in claims] == posted["step_ids"]
    lease = ledger.lease(claims[0])
    assert ledger.json("renew", *lease, "--ttl", "900")["lease_expires_at"] > claims[0]["lease_expires_at"]
    receipt = ledger.json("complete", *lease, "--outcome", "FAILURE", "--payload", "result.json")
    assert (receipt["outcome"], receipt["payload"]) == ("FAILURE", {"lines": 3})
    assert ledger.json("complete", *lease, "--outcome", "FAILURE", "--payload", "result.json") == receipt
    assert ledger.json("claim", "--run-id", "run-42", "--worker", "w") == {"claims": []}


def test_what_a_worker_may_not_do_is_exit_code_1_with_its_code(
    ledger: Ledger, posted: dict[str, Any]
) -> None:
    claim = ledger.json("claim", "--run-id", "run-42", "--worker", "other")["claims"][0]
    answer = ledger("complete", *ledger.lease(claim))
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("cassette complete: lease-not-held: step 'step_")
    assert posted["job_id"] == claim["job_id"]


def test_expired_leases_are_given_back(ledger: Ledger, posted: dict[str, Any]) -> None:
    ledger.json("claim", "--run-id", "run-42", "--worker", "w", "--ttl", "0.05")
    time.sleep(0.1)
    given_back = [{"job_id": posted["job_id"], "step_id": posted["step_ids"][0]}]
    assert ledger.json("requeue", "--run-id", "run-42") == {"requeued": given_back}
    assert ledger.json("requeue") == {"requeued": []}


def test_a_message_is_posted_from_a_file_or_a_pipe(ledger: Ledger) -> None:
    words = ("--run-id", "r", "--source", "USER", "--idempotency-key", "k")
    first = ledger.json("post", *words, "result.json")
    assert ledger.json("post", *words, "result.json") == first
    options = ("--cassette", ledger.place, *words, "-")
    piped = cortex_process(ledger.root, "cassette", "post", *options, stdin=b'{"lines": 4}')
    assert (piped.code, piped.out) == (1, "")
    assert "idempotency-conflict" in piped.err


def test_status_is_a_table_for_people_that_fits_a_terminal(ledger: Ledger) -> None:
    with Cassette.open(ledger.place) as cassette:
        post(cassette, "a-run-with-a-name-that-is-far-too-long-for-a-table", size=3)
        cassette.post_message({}, "talk", "USER")
    lines = ledger("status").out.splitlines()
    assert lines[0].split() == ["run", "messages", "jobs", "pending", "leased", "expired", "committed"]
    assert [line.split()[1:] for line in lines[1:]] == [list("113000"), list("100000")]
    assert max(map(len, lines)) <= 80
    jobs = ledger("status", "--run-id", "a-run-with-a-name-that-is-far-too-long-for-a-table").out.splitlines()
    assert jobs[2] == "  3 pending, 0 leased, 0 expired, 0 committed"
    assert max(map(len, jobs)) <= 80


def test_status_is_json_for_programs(ledger: Ledger, posted: dict[str, Any]) -> None:
    for ids in (IDS, ("--job-id", posted["job_id"]), ("--run-id", "run-42")):
        job = ledger.json("status", "--json", *ids)["jobs"][0]
        assert {name: job[name] for name in ("job_id", "message_id", "plan_hash")} == {
            name: posted[name] for name in ("job_id", "message_id", "plan_hash")
        }
        assert (job["pending"], job["leased"], job["expired"], job["committed"]) == (1, 0, 0, 0)
        assert (job["run_id"], job["request_id"], job["planner_version"]) == ("run-42", "fix-login", "1.0")
        assert len(job["request_hash"]) == 64
    assert ledger.json("status", "--json")["runs"][0]["jobs"] == 1


@pytest.mark.parametrize(
    "words",
    [
        ("status", "--run-id", "none"),
        ("status", "--job-id", "none"),
        ("export", "--job-id", "none"),
        ("verify", "--run-id", "none"),
        ("requeue", "--run-id", "none"),
        ("plan-verify", "--run-id", "run-42", "--request-id", "none"),
    ],
    ids=lambda words: words[0],
)
def test_ids_that_name_nothing_are_exit_code_1(
    ledger: Ledger, posted: dict[str, Any], words: tuple[str, ...]
) -> None:
    answer = ledger(*words)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith(f"cassette {words[0]}: plan-not-stored: ")
    assert posted["job_id"] not in answer.err


def test_a_run_with_messages_only_is_known(ledger: Ledger) -> None:
    with Cassette.open(ledger.place) as cassette:
        cassette.post_message({}, "talk", "USER")
    assert ledger("status", "--run-id", "talk") == Answer(0, "Run talk has messages, but no jobs.\n", "")
    assert ledger.json("status", "--json", "--run-id", "talk") == {"jobs": []}
    assert ledger.json("requeue", "--run-id", "talk") == {"requeued": []}


def test_whoever_works_on_a_ledger_does_not_make_one(ledger: Ledger) -> None:
    """A mistyped place would be polled for ever."""
    claim = {"run_id": "r", "job_id": "j", "step_id": "s", "fencing_token": 1}
    works = [("claim", "--run-id", "r", "--worker", "w"), ("requeue",)]
    for words in (*works, ("renew", *ledger.lease(claim)), ("complete", *ledger.lease(claim))):
        answer = ledger(*words)
        assert (answer.code, answer.out) == (1, "")
        assert "cassette-unreachable: there is no cassette at" in answer.err
    assert "there is no cassette at" in ledger("status").err


def test_a_ledger_that_is_named_needs_no_configuration(ledger: Ledger, posted: dict[str, Any]) -> None:
    write_files(ledger.root, {"cortex.toml": "[bad\n"})
    assert len(ledger.json("claim", "--run-id", "run-42", "--worker", "w")["claims"]) == 1
    assert ledger.json("status", "--json")["runs"][0]["jobs"] == 1
    assert "cortex.toml changed" in ledger("plan-verify", *IDS).out
    answer = cortex(ledger.root, "cassette", "status")
    assert (answer.code, "cortex.toml does not say which ledger to use" in answer.err) == (1, True)
    assert posted["job_id"]


def test_a_payload_of_null_is_kept(ledger: Ledger, posted: dict[str, Any]) -> None:
    write_files(ledger.root, {"null.json": "null"})
    claim = ledger.json("claim", "--run-id", "run-42", "--worker", "w")["claims"][0]
    assert ledger.json("complete", *ledger.lease(claim), "--payload", "null.json")["payload"] is None
    assert posted["job_id"] == claim["job_id"]


def test_payloads_that_json_does_not_keep_are_refused(ledger: Ledger) -> None:
    texts = {"deep.json": "[" * 100_000 + "]" * 100_000, "twice.json": '{"a": 1, "b": {"c": 1, "c": 2}}'}
    write_files(ledger.root, texts)
    for name, said in (("deep.json", "nested too deeply"), ("twice.json", "the key 'c' stands twice")):
        answer = ledger("post", "--run-id", "r", "--source", "USER", name)
        assert (answer.code, len(answer.err.splitlines())) == (1, 1)
        assert "cassette-value" in answer.err
        assert said in answer.err


def test_a_full_disk_under_the_output_is_said_in_one_line(ledger: Ledger, posted: dict[str, Any]) -> None:
    command = [sys.executable, "-m", "cortex_planner.cli", "cassette", "status", "--cassette", ledger.place]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (1, "cortex: No space left on device\n")
    assert posted["job_id"]


def test_a_table_with_wide_letters_is_aligned(ledger: Ledger) -> None:
    with Cassette.open(ledger.place) as cassette:
        cassette.post_message({}, "東京の計画", "USER")
        cassette.post_message({}, "plain", "USER")
    _, wide, plain = ledger("status").out.splitlines()
    assert (wide.index("1") + 5, plain.index("1")) == (12, 12)


def test_a_job_is_exported_as_lines_of_json(ledger: Ledger, posted: dict[str, Any]) -> None:
    """Everything that belongs to it, in the order in which it came to be, ready for an auditor."""
    with Cassette.open(ledger.place) as cassette:
        complete(cassette, cassette.claim_step("run-42", "w"), payload={"done": True})
    lines = [json.loads(line) for line in ledger("export", "--job-id", posted["job_id"]).out.splitlines()]
    assert [line["table"] for line in lines] == [
        "cassette_messages",
        "cassette_jobs",
        "cassette_steps",
        "cassette_receipts",
    ]
    assert json.loads(lines[0]["row"]["payload_json"]) == json.loads(GOOD_TEXT)
    assert lines[1]["row"]["plan_hash"] == posted["plan_hash"]
    assert lines[3]["row"]["payload_json"] == '{"done": true}'


def test_a_whole_ledger_is_verified(ledger: Ledger, posted: dict[str, Any]) -> None:
    assert ledger("verify") == Answer(0, "The ledger is whole.\n", "")
    assert ledger.json("verify", "--json", "--run-id", "run-42") == {"ok": True, "findings": []}
    assert posted["job_id"]


def test_a_missing_guard_is_exit_code_1_and_named(ledger: Ledger, posted: dict[str, Any]) -> None:
    raw = RawLedger(ledger.place)
    raw.run(f"DROP TRIGGER cassette_jobs_no_update{' ON cassette_jobs' if raw.engine == 'postgres' else ''}")
    raw.run("UPDATE cassette_jobs SET plan_hash = 'forged'")
    raw.close()
    answer = ledger("verify")
    assert answer.code == 1
    assert [line.split()[0] for line in answer.out.splitlines()[:2]] == [
        "trigger-missing",
        "stored-plan-hash",
    ]
    assert "The trigger cassette_jobs_no_update is missing" in answer.out
    assert answer.out.endswith("2 things are wrong with the ledger.\n")
    found = json.loads(ledger("verify", "--json").out)
    assert (found["ok"], found["findings"][1]["data"]["job_id"]) == (False, posted["job_id"])


def test_a_stored_plan_is_verified_against_the_present(ledger: Ledger, posted: dict[str, Any]) -> None:
    found = ledger.json("plan-verify", "--json", *IDS)
    assert (found["ok"], found["cause"], found["findings"]) == (True, None, [])
    assert [(step["step_id"], step["state"]) for step in found["steps"]] == [(posted["step_ids"][0], "same")]


def test_posting_again_prints_the_same_ids_and_names_plan_verify(
    ledger: Ledger, posted: dict[str, Any]
) -> None:
    again = cortex(ledger.root, "plan", "--request-file", NAME, "--cassette", ledger.place)
    assert (again.code, json.loads(again.out)) == (0, posted)
    assert "stored already" in again.err
    assert f"cassette plan-verify {' '.join(IDS)}" in again.err


def test_a_refused_request_leaves_nothing_not_even_a_ledger(ledger: Ledger) -> None:
    refused = GOOD_TEXT.replace('"max_steps": 20', '"max_steps": 0')
    write_files(ledger.root, {NAME: refused})
    answer = cortex(ledger.root, "plan", "--request-file", NAME, "--cassette", ledger.place)
    assert (answer.code, answer.out) == (1, "")
    assert "value-range" in answer.err
    assert "there is no cassette at" in ledger("status").err


def test_a_broken_configuration_is_reported_where_it_is_broken(ledger: Ledger) -> None:
    """Not as a ledger that cannot be found."""
    write_files(ledger.root, {"cortex.toml": "[bad\n"})
    answer = cortex(ledger.root, "plan", "--request-file", NAME)
    assert answer.code == 1
    assert "config-syntax" in answer.err


def test_the_environment_names_the_ledger_too(
    ledger: Ledger, posted: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CORTEX_CASSETTE", ledger.place)
    answer = cortex(ledger.root, "cassette", "status", "--json", "--job-id", posted["job_id"])
    assert answer.code == 0


def test_reading_makes_no_ledger(tmp_path: Path) -> None:
    for words in (("status",), ("verify",), ("export", "--job-id", "J"), ("plan-verify", *IDS)):
        answer = cortex(tmp_path, "cassette", *words)
        assert (answer.code, answer.out) == (1, "")
        code = "plan-not-stored: nothing is stored" if words[0] == "plan-verify" else "cassette-unreachable"
        assert f"{code}: there is no cassette at" in answer.err
    assert list(tmp_path.iterdir()) == []


def test_a_missing_option_is_exit_code_2(tmp_path: Path) -> None:
    for words in (("claim",), ("complete", "--run-id", "r"), ("export",), ("plan-verify", "--run-id", "r")):
        assert cortex(tmp_path, "cassette", *words).code == 2


def test_a_password_is_not_printed(tmp_path: Path) -> None:
    """Whichever command cannot reach the database, and wherever its URL came from."""
    url = "postgresql://user:s3cr3t@127.0.0.1:1/cassette"
    write_files(tmp_path, {NAME: GOOD_TEXT, "cortex.toml": ""})
    for answer in (
        cortex(tmp_path, "cassette", "status", "--cassette", url),
        cortex(tmp_path, "cassette", "plan-verify", *IDS, "--cassette", url),
        cortex(tmp_path, "plan", "--request-file", NAME, "--cassette", url),
        cortex_process(tmp_path, "cassette", "claim", "--run-id", "r", "--worker", "w", CORTEX_CASSETTE=url),
    ):
        assert "s3cr3t" not in answer.out + answer.err
        assert "user:***@127.0.0.1" in answer.out + answer.err
        assert len(answer.err.splitlines()) == 1
