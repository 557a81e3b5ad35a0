"""Stored plans in a database: the real server over its streams, with `cortex.cassette.url` set by the editor."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from planner.cassette.postgres_server import PostgresServer
from server.lsp.client_profiles import VSCODE
from server.lsp.conftest import StartEditor
from server.lsp.editor_client import EditorClient, request_text

TEXT = request_text()
SECRET = "s3cr3t"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "server.log"


@pytest.fixture
def look_up_seconds() -> float:
    """For how long the server waits for a database: long, since this machine may be busy with other tests."""
    return 60.0


@pytest.fixture
def editor(
    start_editor: StartEditor, repository: Path, log: Path, look_up_seconds: float
) -> Iterator[EditorClient]:
    """An editor with a request open; at the end, nothing that the server sent or logged has the password."""
    options = ("--log-file", str(log), "--log-level", "debug")
    patch = f"from cortex_server.lsp import stored; stored.LOOK_UP_SECONDS = {look_up_seconds}"
    opened = start_editor(repository, capabilities=VSCODE, options=options, patch=patch)
    opened.open(repository / "a.plan-request.json", TEXT)
    yield opened
    assert SECRET not in json.dumps(opened.seen)
    logged = log.read_text(encoding="utf-8")
    assert "textDocument/didOpen" in logged
    assert SECRET not in logged


@pytest.fixture
def uri(repository: Path) -> str:
    return (repository / "a.plan-request.json").as_uri()


@pytest.fixture
def database(postgres: PostgresServer) -> str:
    """The URL of an empty database, with a password in it."""
    return postgres.new_database().replace("postgres@", f"postgres:{SECRET}@")


def use_database(editor: EditorClient, url: str) -> None:
    editor.use({"cassette": {"url": url}})


def stored(editor: EditorClient, uri: str) -> Any:
    return editor.result("cortex/stored", {"uri": uri})


def lens(editor: EditorClient, uri: str) -> Any:
    """Return the title of the lens that tells of the stored plan, and its command."""
    found = editor.of_document("textDocument/codeLens", uri)[-1]
    command = editor.result("codeLens/resolve", found)["command"]
    return command["title"], command["command"]


def last_message(editor: EditorClient) -> str:
    return str(editor.sent("window/showMessage")[-1]["message"])


def test_the_whole_life_of_a_plan_in_a_database(
    editor: EditorClient, uri: str, database: str, repository: Path
) -> None:
    """Not stored, stored, request changed, drifted, drifted with its cause: as the lens tells it."""
    use_database(editor, database)
    assert lens(editor, uri) == ("not stored · Store plan", "cortex.storePlan")
    ids = editor.command("cortex.storePlan", uri)
    assert stored(editor, uri) == {
        "state": "matches",
        "cause": None,
        "job_id": ids["job_id"],
        "plan_hash": ids["plan_hash"],
    }
    assert lens(editor, uri) == ("stored, matches", "cortex.verifyPlan")
    assert not (repository / "CORTEX/_generated/system3.db").exists()
    editor.change(uri, 2, {"text": request_text(intent="other")})
    assert lens(editor, uri) == ("stored, request changed", "cortex.verifyPlan")
    editor.change(uri, 3, {"text": TEXT})
    (repository / "docs/guide.md").write_text("# Guide\n\n## Install\n\nRun it twice.\n", encoding="utf-8")
    assert editor.command("cortex.reindex", uri) is True
    assert lens(editor, uri)[0] == "stored, drifted"
    assert editor.command("cortex.verifyPlan", uri)["cause"] == "substrate-moved"
    title, _ = lens(editor, uri)
    assert title.startswith("stored, drifted: @DOC/docs/guide.md#install: docs/guide.md changed, ")
    assert last_message(editor) == "The stored plan no longer holds: " + title.removeprefix(
        "stored, drifted: "
    )
    (repository / "docs/other.md").write_text("# Other\n", encoding="utf-8")
    assert editor.command("cortex.reindex", uri) is True
    assert lens(editor, uri)[0] == title


def test_the_unsaved_text_is_what_is_stored(editor: EditorClient, uri: str, database: str) -> None:
    use_database(editor, database)
    editor.change(uri, 2, {"text": request_text(request_id="never-saved")})
    assert editor.command("cortex.storePlan", uri) is not None
    assert stored(editor, uri)["state"] == "matches"


def test_storing_again_says_that_it_was_stored(editor: EditorClient, uri: str, database: str) -> None:
    use_database(editor, database)
    first = editor.command("cortex.storePlan", uri)
    assert last_message(editor) == f"Stored as {first['job_id']}."
    assert editor.command("cortex.storePlan", uri) == first
    assert last_message(editor) == f"This request is stored already as {first['job_id']}."


def test_a_changed_request_is_not_stored_under_the_same_id(
    editor: EditorClient, uri: str, database: str
) -> None:
    use_database(editor, database)
    editor.command("cortex.storePlan", uri)
    editor.change(uri, 2, {"text": request_text(intent="other")})
    assert editor.command("cortex.storePlan", uri) is None
    assert last_message(editor).startswith(
        "The plan was not stored: idempotency-conflict: the request 'fix-login'"
    )


def test_a_refused_request_is_not_stored_and_says_why(editor: EditorClient, uri: str, database: str) -> None:
    use_database(editor, database)
    editor.change(uri, 2, {"text": TEXT.replace('"max_steps": 20', '"max_steps": 2')})
    assert editor.command("cortex.storePlan", uri) is None
    assert last_message(editor).startswith("The plan was refused: the plan has 4 steps, 2 are allowed")
    assert stored(editor, uri)["state"] == "none"


def test_typing_asks_the_database_nothing(
    editor: EditorClient, uri: str, database: str, postgres: PostgresServer
) -> None:
    """What the database said is remembered: it may even be gone while the text changes."""
    use_database(editor, database)
    editor.command("cortex.storePlan", uri)
    assert stored(editor, uri)["state"] == "matches"
    postgres.stop()
    try:
        editor.change(uri, 2, {"text": request_text(intent="other")})
        assert stored(editor, uri)["state"] == "request-changed"
    finally:
        postgres.start()


def test_a_database_that_refuses_is_a_word_in_the_lens(editor: EditorClient, uri: str) -> None:
    use_database(editor, f"postgresql://user:{SECRET}@127.0.0.1:1/cassette")
    assert stored(editor, uri)["state"] == "unreachable"
    assert lens(editor, uri)[0] == "stored? the database cannot be reached"
    assert editor.command("cortex.storePlan", uri) is None
    assert last_message(editor).startswith(
        "The plan was not stored: cassette-unreachable: postgresql://user:***@127.0.0.1:1/cassette"
    )
    assert editor.command("cortex.verifyPlan", uri) is None
    assert last_message(editor).startswith("The stored plan could not be verified: cassette-unreachable: ")


@pytest.mark.parametrize("look_up_seconds", [2.0])
def test_a_database_that_never_answers_delays_nobody(
    editor: EditorClient, uri: str, look_up_seconds: float
) -> None:
    """Other requests are answered meanwhile; the word comes when its time is up."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        use_database(editor, f"postgresql://user:{SECRET}@127.0.0.1:{silent.getsockname()[1]}/cassette")
        began = time.monotonic()
        editor.send({"jsonrpc": "2.0", "id": "slow", "method": "cortex/stored", "params": {"uri": uri}})
        assert editor.of_document("textDocument/documentSymbol", uri)
        assert not [message for message in editor.seen if message.get("id") == "slow"]
        reply = editor.wait(lambda message: message.get("id") == "slow")
        assert reply["result"]["state"] == "unreachable"
        assert time.monotonic() - began > look_up_seconds - 0.5
        assert stored(editor, uri)["state"] == "unreachable"


def test_a_broken_configuration_is_no_reason_to_fail(
    editor: EditorClient, uri: str, repository: Path
) -> None:
    """It names no ledger, so that nothing can be looked up."""
    (repository / "cortex.toml").write_text("[cassette\n", encoding="utf-8")
    editor.watched(repository / "cortex.toml")
    assert stored(editor, uri)["state"] in {"unreachable", "none"}
