"""One reply per request, whatever happens; faults stay where they are; the log says what was slow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server.language_client import PATIENCE_SECONDS, ServerProcess
from server.lsp.client_profiles import NEOVIM, VSCODE
from server.lsp.conftest import StartEditor, begun, ended
from server.lsp.editor_client import CANCELLED, EditorClient, position_of, request_text
from server.lsp.patched_server import PatchedServer

TEXT = request_text()
NAME = "a.plan-request.json"
INVALID_PARAMS, INTERNAL_ERROR, INVALID_REQUEST = -32602, -32603, -32600
SERVER_CANCELLED = -32802
METHODS = [
    "textDocument/completion",
    "completionItem/resolve",
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/codeAction",
    "codeAction/resolve",
    "textDocument/codeLens",
    "codeLens/resolve",
    "textDocument/inlayHint",
    "textDocument/diagnostic",
    "workspace/executeCommand",
    "workspace/textDocumentContent",
]
NOTHING: list[Any] = [{"kind": "full", "items": []}, {"text": "null\n"}]
OURS = ["cortex/preview", "cortex/stored"]
BAD: list[Any] = [{}, [], {"textDocument": 7, "uri": {}}, {"textDocument": {"uri": 1}, "position": "x"}]
FAULT = """
from cortex_server.lsp.methods import code_lens_resolve, did_save, hover
def fail(ls, params): raise RuntimeError("a fault on purpose")
async def fail_later(ls, params): raise RuntimeError("a late fault on purpose")
hover.handle = did_save.handle = fail
code_lens_resolve.handle = fail_later
"""
DAWDLE = """
import time
from cortex_server.lsp.methods import hover
hover.handle = lambda ls, params: time.sleep(0.06)
"""


@pytest.mark.parametrize("method", METHODS)
def test_bad_parameters_get_one_reply_each(vscode: EditorClient, method: str) -> None:
    for params in BAD:
        reply = vscode.ask(method, params)
        assert reply.get("result") in (None, [], *NOTHING), params
        assert reply.get("error", {"code": INVALID_PARAMS})["code"] == INVALID_PARAMS, params
    vscode.command("cortex.printDebugInformation")
    identifiers = [message["id"] for message in vscode.seen if "id" in message and "method" not in message]
    assert len(identifiers) == len(set(identifiers))


@pytest.mark.parametrize("method", OURS)
def test_our_own_requests_answer_bad_parameters_with_nothing(vscode: EditorClient, method: str) -> None:
    assert [vscode.ask(method, params)["result"] for params in BAD] == [None] * len(BAD)


@pytest.mark.parametrize(
    "arguments", [[], [1], [None], ["a", "b", "c"], ["file:///nowhere.json"], ["not a uri"], [{"a": 1}]]
)
@pytest.mark.parametrize(
    "name", ["cortex.compilePlan", "cortex.showPlan", "cortex.storePlan", "cortex.verifyPlan"]
)
def test_a_command_with_odd_arguments_gets_one_reply(
    vscode: EditorClient, name: str, arguments: list[Any]
) -> None:
    reply = vscode.ask("workspace/executeCommand", {"command": name, "arguments": arguments})
    assert reply.get("result") is None
    assert reply.get("error", {"code": INVALID_PARAMS})["code"] == INVALID_PARAMS


def test_an_unknown_command_is_refused(vscode: EditorClient) -> None:
    reply = vscode.ask("workspace/executeCommand", {"command": "cortex.nobodyKnows"})
    assert reply["error"]["code"] == INVALID_PARAMS


@pytest.fixture
def faulty(repository: Path, tmp_path: Path) -> Iterator[tuple[EditorClient, Path]]:
    """Return an editor whose server fails at hover, at save and at resolving a lens, and its log."""
    log = tmp_path / "log"
    server = PatchedServer(FAULT, "--log-file", str(log))
    yield begun(server, repository, capabilities=NEOVIM), log
    ended(server)


def test_a_fault_in_one_feature_is_logged_and_answered_and_the_next_request_works(
    faulty: tuple[EditorClient, Path], repository: Path
) -> None:
    editor, log = faulty
    uri = editor.open(repository / NAME, TEXT)
    here = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
    assert editor.ask("textDocument/hover", here)["error"]["code"] == INTERNAL_ERROR
    lens = editor.of_document("textDocument/codeLens", uri)[-1]
    assert editor.ask("codeLens/resolve", lens)["error"]["code"] == INTERNAL_ERROR
    assert editor.command("cortex.printDebugInformation")
    words = log.read_text(encoding="utf-8")
    assert f"textDocument/hover {uri} failed" in words
    assert f"codeLens/resolve {uri} failed" in words
    assert words.count("RuntimeError: a fault on purpose") >= 1
    assert editor.sent("window/showMessage") == []


def test_a_fault_in_a_notification_is_logged_and_disturbs_nobody(
    faulty: tuple[EditorClient, Path], repository: Path
) -> None:
    editor, log = faulty
    uri = editor.open(repository / NAME, TEXT)
    editor.saved(repository / NAME)
    assert editor.of_document("textDocument/codeLens", uri)
    assert f"textDocument/didSave {uri} failed" in log.read_text(encoding="utf-8")
    assert editor.sent("window/showMessage") == []


def test_a_call_over_fifty_milliseconds_is_logged_with_its_document(
    start_editor: StartEditor, repository: Path, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    editor = start_editor(repository, capabilities=VSCODE, options=("--log-file", str(log)), patch=DAWDLE)
    uri = editor.open(repository / NAME, TEXT)
    editor.of_document("textDocument/hover", uri, position=position_of(TEXT, 0))
    editor.command("cortex.printDebugInformation")
    [line] = [
        line for line in log.read_text().splitlines() if f"slow: textDocument/hover {uri} took " in line
    ]
    assert " WARNING " in line


def test_an_answer_of_the_client_that_makes_no_sense_hangs_nothing(
    start_editor: StartEditor, repository: Path
) -> None:
    editor = start_editor(repository, capabilities=VSCODE)
    editor.answers["window/showDocument"] = lambda _params: "nonsense"
    uri = editor.open(repository / NAME, TEXT)
    assert editor.command("cortex.compilePlan", uri)["planHash"]


def test_shutdown_is_clean_while_an_index_is_being_built_and_questions_are_open(
    bare: Path, tmp_path: Path
) -> None:
    """Nothing is left running, nothing is wrong in the log, every request has had its answer."""
    log = tmp_path / "log"
    server = ServerProcess("--log-file", str(log))
    editor = begun(server, bare, capabilities=VSCODE)
    uri = editor.open(bare / NAME, TEXT)
    ask = {"command": "cortex.reindex", "arguments": [uri]}
    editor.send({"jsonrpc": "2.0", "id": "r", "method": "workspace/executeCommand", "params": ask})
    editor.progress("begin")
    assert editor.ask("shutdown")["result"] is None
    reply = editor.wait(lambda message: message.get("id") == "r")
    assert reply.get("result") is False or reply["error"]["code"] == CANCELLED
    editor.notify("exit")
    assert server.process.wait(PATIENCE_SECONDS) == 0
    assert "ERROR" not in log.read_text(encoding="utf-8")
    ended(server)


def test_a_cancelled_request_is_answered_once(start_editor: StartEditor, bare: Path) -> None:
    editor = start_editor(bare, capabilities=VSCODE)
    uri = editor.open(bare / NAME, TEXT)
    ask = {"command": "cortex.reindex", "arguments": [uri]}
    editor.send({"jsonrpc": "2.0", "id": "r", "method": "workspace/executeCommand", "params": ask})
    editor.notify("$/cancelRequest", {"id": "r"})
    assert editor.wait(lambda message: message.get("id") == "r")["error"]["code"] == CANCELLED
    editor.notify("$/cancelRequest", {"id": "r"})
    editor.notify("$/cancelRequest", {"id": "never sent"})
    assert editor.command("cortex.printDebugInformation")


def test_of_a_burst_of_typing_only_the_last_is_worked_out(
    start_editor: StartEditor, repository: Path
) -> None:
    """Every request has its one reply, and no result is of a text that had moved on."""
    editor = start_editor(repository, capabilities=VSCODE)
    uri = editor.write(repository / NAME, TEXT)
    editor.of_document("textDocument/codeLens", uri)
    asked = [f"question {version}" for version in range(2, 42)]
    editor.send(*(message for number, each in enumerate(asked) for message in typed(uri, number + 2, each)))
    replies = {each: editor.wait(lambda message, each=each: message.get("id") == each) for each in asked}
    refused = [reply["error"]["code"] for reply in replies.values() if "error" in reply]
    assert "result" in replies[asked[-1]]
    assert set(refused) == {SERVER_CANCELLED}
    assert len(refused) > len(asked) // 2


def typed(uri: str, version: int, request_id: str) -> list[dict[str, Any]]:
    """Return an edit and the question that follows it."""
    document = {"uri": uri, "version": version}
    change = {"textDocument": document, "contentChanges": [{"text": TEXT}]}
    pull = {"textDocument": {"uri": uri}}
    return [
        {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": change},
        {"jsonrpc": "2.0", "id": request_id, "method": "textDocument/diagnostic", "params": pull},
    ]
