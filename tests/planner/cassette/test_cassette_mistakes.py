"""Mistakes on the command line: each is named, nothing is made by it, and no password is repeated."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from planner.cli.cortex_command import cortex, write_files

from cortex_planner import CassetteError
from cortex_planner.cassette import Cassette
from cortex_planner.cassette.location import without_passwords
from cortex_planner.cli.main import main
from cortex_planner.generated import belongs_to_index
from cortex_planner.substrate import store_location

URL = "postgresql://bob:s3cr3t@127.0.0.1:1/db"


@pytest.mark.parametrize(
    "words",
    [
        (URL,),
        ("cassette", "--cassette", URL, "status"),
        ("cassette", "status", URL),
        ("cassette", "status", "--cassete", URL),
        ("cassette", "post", "--run-id", "r", "--source", URL, "-"),
        ("plan", "--request-file", "x", "--cassete", URL),
        ("cassette", "claim", "--run-id", "r", "--worker", "w", "-n", URL),
        ("cassette", "status", "--cassete", "postgresql:/bob:s3cr3t@h/db"),
        ("cassette", "status", "--cassete", "mysql://bob:s3cr3t@h/db"),
        ("cassette", "status", "--cassete", "host=h password=s3cr3t"),
        ("cassette", "status", URL.replace("s3cr3t", "it's s3cr3t")),
    ],
    ids=str,
)
def test_a_password_in_a_wrong_place_is_not_repeated(tmp_path: Path, words: tuple[str, ...]) -> None:
    answer = cortex(tmp_path, *words)
    assert answer.code == 2
    assert "s3cr3t" not in answer.out + answer.err
    assert "***" in answer.err


@pytest.mark.parametrize(
    "place",
    [
        "postgresql:/bob:s3cr3t@localhost/db",
        "postgresql:bob:s3cr3t@localhost/db",
        "bob:s3cr3t@localhost/db",
        "password=s3cr3t",
        "host=h password=s3cr3t",
    ],
)
def test_what_looks_like_a_database_never_becomes_a_file(tmp_path: Path, place: str) -> None:
    for words in (("status",), ("claim", "--run-id", "r", "--worker", "w")):
        answer = cortex(tmp_path, "cassette", *words, "--cassette", place)
        assert answer.code == 1
        assert "cassette-value" in answer.err
        assert "s3cr3t" not in answer.err
    assert list(tmp_path.iterdir()) == []


def test_a_text_without_a_login_is_shown_as_it_is() -> None:
    for text in ("step 'w:1@host' of run 'a@b': mail bob@host", "lease-expired: the lease", "at C:/x/y.db"):
        assert without_passwords(text) == text


def test_a_ledger_is_not_kept_where_the_index_is(tmp_path: Path) -> None:
    """Building the index throws away what it cannot use."""
    index = "CORTEX/_generated/system1.db"
    for words in (
        ("cassette", "status"),
        ("cassette", "post", "--run-id", "r", "--source", "USER", "x.json"),
    ):
        write_files(tmp_path, {"cortex.toml": "", "x.json": "1"})
        answer = cortex(tmp_path, *words, "--cassette", index)
        assert (answer.code, "belongs to the index" in answer.err) == (1, True)
    write_files(tmp_path, {"cortex.toml": f'[cassette]\npath = "{index}"\n'})
    assert "config-value" in cortex(tmp_path, "check", "cortex.toml").out
    assert not (tmp_path / "CORTEX").exists()


def test_every_file_of_an_index_is_known_as_one(tmp_path: Path) -> None:
    for substrate in ("sqlite", "jsonl"):
        location = store_location(tmp_path, substrate)
        assert belongs_to_index(location.sections)
        assert belongs_to_index(location.symbols)


def test_a_database_of_someone_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    with sqlite3.connect(path) as theirs:
        theirs.execute("CREATE TABLE customers (name)")
    theirs.close()
    before = path.read_bytes()
    with pytest.raises(CassetteError, match=r"cassette-unreachable: .* not a cassette"):
        Cassette.open(path)
    assert path.read_bytes() == before


def test_the_program_calls_itself_as_it_was_called(capsys: pytest.CaptureFixture[str]) -> None:
    for program in ("cassette", None):
        with pytest.raises(SystemExit):
            main(["cassette", "claim"], program=program)
        assert f"usage: {program or 'cortex cassette'} claim " in capsys.readouterr().err
