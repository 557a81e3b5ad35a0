"""Processes that die, disks that fill, servers that restart: nothing is lost, nothing is doubled.

The default sizes keep the suite quick; `make faults` runs those of the promise (8 processes over 5,000
steps, a hundred killed posters, ten times the length of a lease) and says how each fault ended.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from planner.cassette.cassette_examples import complete, plan, post, request
from planner.cassette.postgres_server import PostgresServer
from planner.cassette.raw_ledger import RawLedger

from cortex_planner.cassette import Cassette, is_url, postgres_schema, sqlite_schema
from cortex_planner.cassette.sqlite_store import SqliteStore
from cortex_planner.errors import CassetteError

FULL = os.environ.get("CORTEX_FULL_FAULTS") == "1"
STEPS, WORKERS, KILLS = (5_000, 8, 40) if FULL else (500, 8, 5)
KILLED_POSTERS = 100 if FULL else 5
RESTARTS = 5 if FULL else 2
LEASE_SECONDS, RENEWED_FOR = (2, 10) if FULL else (1, 2)
Record = Callable[[str, object], None]
WORKER = Path(__file__).with_name("cassette_worker.py")
_NOBODY = 65534


def start(role: str, *arguments: str, output: Any = subprocess.PIPE) -> subprocess.Popen[str]:
    command = [sys.executable, "-P", WORKER, role, *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output, text=True)


def said(process: subprocess.Popen[str]) -> list[str]:
    """Wait for the end of a process and return what it said."""
    return process.communicate()[0].split()


def wait_until_ready(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"


def engine_of(place: str) -> str:
    return "postgres" if is_url(place) else "sqlite"


def refused(code: str) -> Any:
    return pytest.raises(CassetteError, check=lambda error: error.code == code)


def test_a_killed_poster_leaves_everything_or_nothing(
    cassette: Cassette, place: str, record_property: Record
) -> None:
    chance = random.Random(8)
    acknowledged: list[str] = []
    for number in range(KILLED_POSTERS):
        poster = start("post_many", place, str(number))
        wait_until_ready(poster)
        time.sleep(chance.uniform(0, 0.15))
        poster.kill()
        acknowledged += said(poster)
    jobs = {job.job_id: job.pending for job in cassette.jobs()}
    assert set(jobs.values()) <= {100}
    assert set(acknowledged) <= set(jobs)
    assert sum(run.messages for run in cassette.runs()) == len(jobs)
    assert cassette.verify() == []
    told = f"{KILLED_POSTERS} posters killed, {len(jobs)} plans stored whole, none in part"
    record_property("fault", f"{engine_of(place)}: {told}")


def test_posters_at_once_from_processes_get_the_same_ids(cassette: Cassette, place: str) -> None:
    posters = [start("post_one", place) for _ in range(3)]
    for poster in posters:
        wait_until_ready(poster)
    for poster in posters:
        assert poster.stdin is not None
        poster.stdin.write("go\n")
        poster.stdin.flush()
    assert len({tuple(said(poster)) for poster in posters}) == 1
    assert cassette.runs()[0].pending == 50


def test_each_step_is_committed_once_though_workers_are_killed(
    cassette: Cassette, place: str, raw: RawLedger, tmp_path: Path, record_property: Record
) -> None:
    posted = post(cassette, size=STEPS)
    with workers(place, tmp_path) as (crew, files):
        chance = random.Random(5)
        for _ in range(KILLS):
            time.sleep(chance.uniform(0.05, 0.2))
            chance.choice([worker for worker in crew if worker.poll() is None] or crew).kill()
            crew.append(_worker(place, tmp_path, len(files), files))
        assert_all_done(crew)
        killed = sum(worker.returncode == -9 for worker in crew)
        assert killed
    assert cassette.job_status(posted.job_id).committed == STEPS
    assert raw.run("SELECT COUNT(*) FROM cassette_receipts") == [(STEPS,)]
    assert_acknowledged_once(files)
    assert cassette.verify() == []
    told = f"{WORKERS} workers over {STEPS:,} steps, {killed} killed, each step committed once"
    record_property("fault", f"{engine_of(place)}: {told}")


def test_a_worker_that_renews_keeps_its_step(cassette: Cassette, place: str, record_property: Record) -> None:
    """Many times its time to live, while others wait for it to expire: no one else gets it."""
    post(cassette, size=1)
    claim = cassette.claim_step("run", "w", LEASE_SECONDS)
    assert claim is not None
    end = time.monotonic() + RENEWED_FOR * LEASE_SECONDS
    while time.monotonic() < end:
        cassette.renew_lease("run", claim.job_id, claim.step_id, "w", 1, LEASE_SECONDS)
        assert cassette.requeue_expired() == []
        assert cassette.claim_step("run", "v") is None
        time.sleep(LEASE_SECONDS / 10)
    assert complete(cassette, claim).fencing_token == 1
    told = f"a lease of {LEASE_SECONDS} s renewed for {RENEWED_FOR} times that, and kept"
    record_property("fault", f"{engine_of(place)}: {told}")


def test_an_acknowledgement_lost_with_its_worker_is_had_by_asking_again(
    cassette: Cassette, place: str, raw: RawLedger, record_property: Record
) -> None:
    """The worker dies between the commit and the answer; whoever repeats its call gets the stored receipt."""
    post(cassette, size=1)
    worker = start("complete_and_die", place)
    job_id, step_id, token = said(worker)
    assert worker.returncode == -9
    again = ("run", job_id, step_id, "w", int(token), {"n": 1}, "SUCCESS")
    assert cassette.complete_step(*again) == cassette.complete_step(*again)
    assert raw.run("SELECT COUNT(*) FROM cassette_receipts") == [(1,)]
    record_property("fault", f"{engine_of(place)}: an acknowledgement lost, one receipt however often asked")


def test_work_goes_on_after_the_server_restarts(
    postgres: PostgresServer, tmp_path: Path, record_property: Record
) -> None:
    place = postgres.new_database()
    with Cassette.open(place) as cassette:
        posted = post(cassette, size=STEPS // 2)
        with workers(place, tmp_path, 3) as (crew, files):
            for _ in range(RESTARTS):
                time.sleep(0.7)
                postgres.restart()
            assert_all_done(crew)
        assert cassette.job_status(posted.job_id).committed == STEPS // 2
        assert_acknowledged_once(files)
        assert cassette.verify() == []
    told = f"server restarted {RESTARTS} times under 3 workers, {STEPS // 2:,} steps committed once each"
    record_property("fault", f"postgres: {told}")


@contextmanager
def workers(
    place: str, folder: Path, count: int = WORKERS
) -> Iterator[tuple[list[subprocess.Popen[str]], list[Path]]]:
    """Start workers that drain the run; each writes what was acknowledged to it to a file of its own."""
    files: list[Path] = []
    crew = [_worker(place, folder, number, files) for number in range(count)]
    try:
        yield crew, files
    finally:
        for worker in crew:
            worker.kill()
            worker.communicate()


def _worker(place: str, folder: Path, number: int, files: list[Path]) -> subprocess.Popen[str]:
    files.append(folder / f"worker-{number}")
    with files[-1].open("w") as output:
        return start("drain", place, "run", f"w{number}", output=output)


def assert_all_done(crew: list[subprocess.Popen[str]]) -> None:
    """Every worker ended by itself, or was killed by the test."""
    assert {worker.wait(120) for worker in crew} <= {0, -9}


def assert_acknowledged_once(files: list[Path]) -> None:
    lines = Counter(line for file in files for line in file.read_text().splitlines() if line != "ready")
    assert set(lines.values()) <= {1}


def sqlite_cassette(folder: Path) -> Cassette:
    return Cassette.open(folder / "system3.db")


def test_a_full_disk_stores_nothing_and_says_so(tmp_path: Path) -> None:
    with sqlite_cassette(tmp_path) as cassette:
        post(cassette, request_id="before")
        store = cassette._store
        assert isinstance(store, SqliteStore)
        pages = store.rows("PRAGMA page_count")[0][0]
        store.rows(f"PRAGMA max_page_count = {pages + 5}")
        with refused("cassette-unreachable") as caught:
            post(cassette, request_id="large", size=2_000)
        assert "no room left" in caught.value.message
        assert [job.request_id for job in cassette.jobs()] == ["before"]
        store.rows("PRAGMA max_page_count = 1000000")
        assert len(post(cassette, request_id="large", size=2_000).step_ids) == 2_000
        assert cassette.verify() == []


def test_a_file_that_may_not_grow_stores_nothing_and_says_so(tmp_path: Path) -> None:
    with sqlite_cassette(tmp_path) as cassette:
        post(cassette, request_id="before")
        poster = start("post_into_little_room", str(tmp_path / "system3.db"), "200000")
        assert said(poster) == ["cassette-unreachable"]
        assert [job.request_id for job in cassette.jobs()] == ["before"]
        assert cassette.verify() == []


def test_a_server_without_room_stores_nothing_and_says_so(postgres: PostgresServer) -> None:
    place = postgres.new_database()
    large = plan(request_id="large", size=1_600)
    chance = random.Random(1)
    for step in large.plan["steps"]:
        step["refs"]["message"] = chance.randbytes(6_000).hex()
    with Cassette.open(place) as cassette:
        post(cassette, request_id="before")
        with little_room(postgres), Cassette.open(place) as cramped, refused("cassette-unreachable"):
            cramped.post_plan("run", request(request_id="large"), lambda: large)
        assert [job.request_id for job in cassette.jobs()] == ["before"]
        assert cassette.post_plan("run", request(request_id="large"), lambda: large).step_ids


@contextmanager
def little_room(postgres: PostgresServer) -> Iterator[None]:
    """Let no file of the server grow beyond a segment of its log."""
    postgres.largest_file = 16_777_216
    postgres.restart()
    try:
        yield
    finally:
        postgres.largest_file = None
        postgres.restart()


def test_a_read_only_file_can_be_read_and_nothing_else(tmp_path: Path) -> None:
    with sqlite_cassette(tmp_path) as cassette:
        posted = post(cassette)
    with unprivileged(tmp_path), sqlite_cassette(tmp_path) as cassette:
        assert cassette.job_status(posted.job_id).pending == 3
        assert cassette.verify() == []
        for change in (lambda: post(cassette, request_id="new"), lambda: cassette.claim_step("run", "w")):
            with refused("cassette-read-only"):
                change()
    with sqlite_cassette(tmp_path) as cassette:
        assert len(cassette.jobs()) == 1


def test_a_read_only_folder_takes_no_new_cassette(tmp_path: Path) -> None:
    with unprivileged(tmp_path):
        for name in ("system3.db", "folder/system3.db"):
            with refused("cassette-read-only"):
                Cassette.open(tmp_path / name)


@contextmanager
def unprivileged(folder: Path) -> Iterator[None]:
    """Be someone who may read the folder and not write it: permissions mean nothing to root."""
    for path in (folder, *folder.iterdir()):
        path.chmod(0o555 if path.is_dir() else 0o444)
    working_directory = Path.cwd()
    os.chdir(folder)
    root = os.geteuid() == 0
    try:
        if root:
            closed = [above for above in folder.parents if not above.stat().st_mode & 0o001]
            modes = {above: above.stat().st_mode for above in closed}
            for above in closed:
                above.chmod(0o711)
            os.setresuid(_NOBODY, _NOBODY, 0)
        yield
    finally:
        if root:
            os.setresuid(0, 0, 0)
            for above, mode in modes.items():
                above.chmod(mode)
        os.chdir(working_directory)
        for path in (folder, *folder.iterdir()):
            path.chmod(0o755 if path.is_dir() else 0o644)


def test_a_read_only_server_can_be_read_and_nothing_else(postgres: PostgresServer) -> None:
    place = postgres.new_database()
    read_only = f"{place}&options=-c%20default_transaction_read_only%3Don"
    with refused("cassette-read-only"):
        Cassette.open(read_only)
    with Cassette.open(place) as cassette:
        post(cassette)
    with Cassette.open(read_only) as cassette:
        assert cassette.runs()[0].pending == 3
        with refused("cassette-read-only"):
            cassette.claim_step("run", "w")


def test_a_lost_connection_is_retryable_and_the_next_call_connects_again(postgres: PostgresServer) -> None:
    place = postgres.new_database()
    raw = RawLedger(place)
    raw.connection.autocommit = True
    with Cassette.open(place) as cassette:
        post(cassette)
        claim = cassette.claim_step("run", "w")
        raw.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cortex'")
        assert complete(cassette, claim).outcome == "SUCCESS"
    raw.close()


def test_a_crash_while_the_tables_are_made_is_repaired(place: str) -> None:
    """A ledger without its version row was not finished: opening it finishes it."""
    raw = RawLedger(place)
    raw.run(*(sqlite_schema.TABLES[:3] if raw.engine == "sqlite" else postgres_schema.creation("public")[:7]))
    raw.close()
    with Cassette.open(place) as cassette:
        post(cassette)
        assert cassette.verify() == []


def test_killed_openers_leave_a_ledger_that_opens(place: str) -> None:
    """Killed around the moment in which they make the tables."""
    for number in range(KILLED_POSTERS):
        opener = start("post_one", place)
        time.sleep(0.15 + 0.3 * number / KILLED_POSTERS)
        opener.kill()
        opener.communicate()
    with Cassette.open(place) as cassette:
        post(cassette)
        assert cassette.verify() == []
