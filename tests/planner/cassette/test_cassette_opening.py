from __future__ import annotations

import logging
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import psycopg
import pytest
from planner.cassette.cassette_examples import complete, post
from planner.cassette.postgres_server import PostgresServer
from planner.cassette.raw_ledger import RawLedger

from cortex_planner.cassette import Cassette, without_password
from cortex_planner.cassette.location import scrubbed, without_passwords
from cortex_planner.errors import CassetteError


def refused(code: str) -> Any:
    return pytest.raises(CassetteError, check=lambda error: error.code == code)


def test_what_was_stored_is_there_when_opened_again(place: str) -> None:
    with Cassette.open(place) as cassette:
        posted = post(cassette)
    with Cassette.open(place) as cassette:
        assert cassette.job_status(posted.job_id).pending == 3


def test_a_path_may_be_text_or_a_path_and_its_folders_are_made(tmp_path: Path) -> None:
    for path in (tmp_path / "a" / "b" / "system3.db", str(tmp_path / "ü ?#%41" / "system3.db")):
        with Cassette.open(path) as cassette:
            post(cassette)
        with Cassette.open_to_read(path) as cassette:
            assert len(cassette.jobs()) == 1
        assert Path(path).exists()


def test_sqlite_is_durable_and_has_readers_beside_the_writer(tmp_path: Path) -> None:
    with Cassette.open(tmp_path / "system3.db") as cassette:
        assert cassette._store.rows("PRAGMA journal_mode") == [("wal",)]
        assert cassette._store.rows("PRAGMA synchronous") == [(2,)]


def test_a_newer_schema_is_refused_and_left_alone(cassette: Cassette, place: str, raw: RawLedger) -> None:
    on = " ON cassette_meta" if raw.engine == "postgres" else ""
    raw.run(f"DROP TRIGGER cassette_meta_no_update{on}")
    raw.run("UPDATE cassette_meta SET value = '2' WHERE key = 'schema_version'")
    before = raw.everything()
    with refused("cassette-schema-newer") as caught:
        Cassette.open(place)
    assert caught.value.details == {"stored": "2", "known": 1}
    assert raw.everything() == before


def test_many_may_open_a_new_ledger_at_once(place: str) -> None:
    failures: list[BaseException] = []

    def open_and_close() -> None:
        try:
            Cassette.open(place).close()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=open_and_close) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_missing_triggers_are_not_put_back_silently(cassette: Cassette, place: str, raw: RawLedger) -> None:
    """Whoever dropped one is to be found out by `verify`, not covered up by the next to open."""
    on = " ON cassette_steps" if raw.engine == "postgres" else ""
    raw.run(f"DROP TRIGGER cassette_steps_update{on}")
    with Cassette.open(place) as again:
        assert [finding.code for finding in again.verify()] == ["trigger-missing"]


def test_a_ledger_lives_in_the_schema_of_the_connection(postgres: PostgresServer) -> None:
    place = postgres.new_database()
    raw = RawLedger(place)
    raw.run('CREATE SCHEMA "Odd name"')
    raw.close()
    with Cassette.open(f"{place}&options=-c%20search_path%3D%22Odd%5C%20name%22") as cassette:
        post(cassette)
        assert cassette.verify() == []
    with Cassette.open(place) as cassette:
        assert cassette.runs() == []


def test_threads_share_a_ledger_by_turns(cassette: Cassette) -> None:
    """A worker renews from one thread what it works on in another."""
    post(cassette, size=40)
    done: list[str] = []

    def work(worker: str) -> None:
        while claim := cassette.claim_step("run", worker):
            cassette.renew_lease("run", claim.job_id, claim.step_id, worker, claim.fencing_token, 900)
            done.append(complete(cassette, claim, worker).step_id)

    threads = [threading.Thread(target=work, args=(f"w{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == len(set(done)) == 40


def test_a_closed_ledger_says_so(place: str) -> None:
    cassette = Cassette.open(place)
    cassette.close()
    cassette.close()
    with refused("cassette-unreachable"):
        cassette.runs()


def test_reading_makes_no_file(tmp_path: Path) -> None:
    with refused("cassette-unreachable"):
        Cassette.open_to_read(tmp_path / "none.db")
    (tmp_path / "empty.db").touch()
    with refused("cassette-unreachable"):
        Cassette.open_to_read(tmp_path / "empty.db")
    assert [path.name for path in tmp_path.iterdir()] == ["empty.db"]


def test_reading_makes_no_tables(postgres: PostgresServer) -> None:
    place = postgres.new_database()
    with refused("cassette-unreachable") as caught:
        Cassette.open_to_read(place)
    assert caught.value.message.startswith("there is no cassette at postgresql://")
    raw = RawLedger(place)
    assert raw.run("SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == []
    raw.close()


def test_what_is_opened_to_read_cannot_be_written(place: str) -> None:
    with Cassette.open(place) as cassette:
        post(cassette)
    with Cassette.open_to_read(place) as cassette:
        found = cassette.find_job("run", "request")
        assert found is not None
        assert found.pending == 3
        assert cassette.find_job("run", "other") is None
        with refused("cassette-read-only"):
            post(cassette, request_id="other")


def test_what_is_not_a_ledger_is_unreachable(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("not a database, but long enough to be looked at" * 20)
    for name in ("text.db", "."):
        with refused("cassette-unreachable"):
            Cassette.open(tmp_path / name)
    assert (tmp_path / "text.db").read_text().startswith("not a database")


@pytest.mark.parametrize("place", ["mysql://u:secret@h/db", "", ":memory:", "a\0b"])
def test_other_places_are_refused(place: str) -> None:
    with refused("cassette-value") as caught:
        Cassette.open(place)
    assert "secret" not in str(caught.value)


SECRETS = [
    "postgresql://user:s3cr3t@127.0.0.1:1/db",
    "postgres://user:s3cr3t@127.0.0.1:1/db?connect_timeout=1",
    "postgresql://user@127.0.0.1:1/db?password=s3cr3t&connect_timeout=1",
    "postgresql://user@127.0.0.1:1/db?passw%6Frd=s3cr3t",
    "postgresql://user:s3cr3t%zz@127.0.0.1:1/db",
    "postgresql://user:s3cr3t@host:notaport/db",
    "postgresql://user:a/s3cr3t@127.0.0.1:1/db",
    "postgresql://user:a?s3cr3t@127.0.0.1:1/db",
    "postgresql://user:a@s3cr3t@127.0.0.1:1/db",
    "postgresql://user:s3cr3t@127.0.0.1:1/db?nonsense=1",
]


@pytest.mark.parametrize("url", SECRETS)
def test_a_password_is_never_shown(url: str, caplog: pytest.LogCaptureFixture) -> None:
    """Not in the message, the log, the chain of errors or the shown URL."""
    with caplog.at_level(logging.DEBUG), refused("cassette-unreachable") as caught:
        Cassette.open(url)
    error: BaseException | None = caught.value
    shown = [without_password(url), caplog.text]
    while error is not None:
        shown += [str(error), repr(error), repr(getattr(error, "details", ""))]
        error = error.__cause__ or error.__context__
    assert "s3cr3t" not in "".join(shown)
    assert "127.0.0.1" in shown[0] or "host" in shown[0]


def test_what_is_shown_of_a_url_still_says_where_it_is() -> None:
    assert (
        without_password("postgresql://u:p@h:5/d?sslmode=require")
        == "postgresql://u:***@h:5/d?sslmode=require"
    )
    assert without_password("postgresql://h/d?x=1&password=p") == "postgresql://h/d?x=1&password=***"
    assert without_password("postgresql:///d") == "postgresql:///d"
    assert scrubbed("p%40ss and p@ss", "postgresql://u:p%40ss@h/d") == "*** and ***"


@pytest.mark.parametrize("url", SECRETS)
def test_a_text_that_quotes_urls_is_shown_without_their_passwords(url: str) -> None:
    """Such as a log, which quotes the editor's settings."""
    for text in (f'{{"url": "{url}"}}', f"{{'url': '{url}'}} and more", f"a {url}\nb"):
        assert "s3cr3t" not in without_passwords(text)
        assert text[:6] == without_passwords(text)[:6]


def test_a_lost_connection_is_logged_without_the_password(
    postgres: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    place = postgres.new_database().replace("postgres@", "postgres:s3cr3t@")
    with Cassette.open(place) as cassette:
        assert "***" in repr(cassette)
        raw = RawLedger(place)
        raw.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cortex'")
        raw.close()
        assert cassette.runs() == []
    assert "connecting again" in caplog.text
    assert "s3cr3t" not in caplog.text


def run_python(code: str, *arguments: str) -> str:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_nothing_of_postgresql_is_imported_for_a_file(tmp_path: Path) -> None:
    code = "import sys; from cortex_planner.cassette import Cassette; Cassette.open(sys.argv[1]).close();"
    code += "print([name for name in sys.modules if 'psycopg' in name or 'postgres' in name])"
    assert run_python(code, str(tmp_path / "system3.db")) == "[]"


def test_a_missing_driver_is_explained() -> None:
    code = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from cortex_planner.cassette import Cassette\n"
        "from cortex_planner.errors import CassetteError\n"
        "try: Cassette.open('postgresql://u:s3cr3t@h/d')\n"
        "except CassetteError as error: print(error)"
    )
    said = run_python(code)
    assert said.startswith("cassette-unreachable: ")
    assert "cortex-plan[postgres]" in said


def test_a_ledger_in_a_closed_folder_is_read_with_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy of a ledger with its log, as a backup has it: nothing is made beside it, nothing is missed."""
    closed = tmp_path / "closed"
    closed.mkdir()
    with Cassette.open(tmp_path / "system3.db") as cassette:
        post(cassette)
        for name in ("system3.db", "system3.db-wal"):
            shutil.copyfile(tmp_path / name, closed / name)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with Cassette.open_to_read(closed / "system3.db") as copy:
        assert len(copy.jobs()) == 1
    with Cassette.open(closed / "system3.db") as copy, refused("cassette-read-only"):
        copy.claim_step("run", "w")
    assert sorted(path.name for path in closed.iterdir()) == ["system3.db", "system3.db-wal"]


def test_a_database_in_another_encoding_says_what_it_cannot_hold(postgres: PostgresServer) -> None:
    place = postgres.new_database()
    maker = psycopg.connect(place, autocommit=True)
    maker.execute("CREATE DATABASE narrow TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    maker.close()
    with Cassette.open(re.sub(r"/cassette_[0-9]+", "/narrow", place)) as cassette:
        assert cassette.post_message({"name": "Jürgen"}, "run", "USER")
        with refused("cassette-value"):
            cassette.post_message({}, "東京", "USER")


def test_a_role_with_the_rights_that_the_docs_name_can_work(postgres: PostgresServer) -> None:
    """It posts, claims and completes, and may drop no trigger."""
    place = postgres.new_database()
    Cassette.open(place).close()
    raw = RawLedger(place)
    raw.run(
        "CREATE ROLE plain_worker LOGIN",
        "GRANT SELECT ON ALL TABLES IN SCHEMA public TO plain_worker",
        "GRANT INSERT ON cassette_messages, cassette_jobs, cassette_steps, cassette_receipts TO plain_worker",
        "GRANT UPDATE ON cassette_steps TO plain_worker",
    )
    raw.close()
    with Cassette.open(place.replace("postgres@", "plain_worker@")) as cassette:
        post(cassette)
        complete(cassette, cassette.claim_step("run", "w"))
        assert cassette.verify() == []
