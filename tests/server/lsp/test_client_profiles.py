"""Each kind of client gets the plan in the way that it can show it, and nothing that it did not ask for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server.language_client import ServerProcess
from server.lsp.client_profiles import PROFILES
from server.lsp.conftest import UNLOGGED, begun, ended
from server.lsp.editor_client import EditorClient, edited, position_of, request_text, whole

TEXT = request_text()
SYMBOL = "@DOC/docs/guide.md#install"
HALF = TEXT.replace(SYMBOL, "@DOC/docs/guide.md#ins")
TRAILING = TEXT.replace('"max_steps": 20', '"max_steps": 20,')
REFRESHES = {
    "workspace/diagnostic/refresh",
    "workspace/codeLens/refresh",
    "workspace/inlayHint/refresh",
    "workspace/semanticTokens/refresh",
}


@pytest.fixture(scope="module")
def profile(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def editor(profile: str, shared_repository: Path) -> Iterator[EditorClient]:
    server = ServerProcess(*UNLOGGED)
    yield begun(server, shared_repository, capabilities=PROFILES[profile])
    ended(server)


@pytest.fixture
def uri(editor: EditorClient, tmp_path: Path, shared_repository: Path) -> str:
    return editor.open(shared_repository / f"{tmp_path.name}.plan-request.json", TEXT)


def clients(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("profile", names, indirect=True, scope="module")


EVERY = clients(*PROFILES)
PLAIN = clients("neovim", "eglot", "minimal")


@EVERY
def test_every_client_sees_findings(editor: EditorClient, uri: str, profile: str) -> None:
    editor.change(uri, 2, {"text": TRAILING})
    report = editor.pull(uri)["items"] if profile == "vscode" else editor.published(uri, 2)["diagnostics"]
    assert [item["code"] for item in report] == ["json-trailing-comma"]


@clients("vscode")
def test_a_client_that_pulls_is_not_sent_findings_as_well(editor: EditorClient, uri: str) -> None:
    editor.change(uri, 2, {"text": TRAILING})
    editor.pull(uri)
    editor.rest(0.1)
    assert editor.sent("textDocument/publishDiagnostics") == []


@PLAIN
def test_accepting_a_completion_works_without_shared_ranges_and_replacing(
    editor: EditorClient, uri: str
) -> None:
    editor.change(uri, 2, {"text": HALF})
    place = position_of(HALF, HALF.index("#ins") + 4)
    found = editor.of_document("textDocument/completion", uri, position=place)
    item = found["items"][0]
    assert "itemDefaults" not in found
    assert "textEditText" not in item
    assert edited(HALF, [item["textEdit"]]) == TEXT


@PLAIN
def test_no_snippet_is_sent_to_a_client_without_snippets(editor: EditorClient, uri: str) -> None:
    editor.change(uri, 2, {"text": '{"'})
    found = editor.of_document("textDocument/completion", uri, position={"line": 0, "character": 2})
    assert all(item.get("insertTextFormat", 1) == 1 for item in found["items"])
    texts = [item["textEdit"]["newText"] for item in found["items"]]
    assert not [text for text in texts if re.search(r"\$\{?\d", text)]


@EVERY
def test_every_client_gets_the_compiled_plan(editor: EditorClient, uri: str, profile: str) -> None:
    found = editor.command("cortex.compilePlan", uri)
    if profile == "vscode":
        shown = editor.told("window/showDocument")["uri"]
        text = editor.result("workspace/textDocumentContent", {"uri": shown})["text"]
    else:
        message = editor.told("window/showMessage")["message"]
        text = Path(message.removeprefix("The compiled plan is in ")).read_text(encoding="utf-8")
    assert json.loads(text) == found["plan"]


@clients("neovim")
def test_the_file_of_a_plan_follows_the_text_and_keeps_the_last_good_plan(
    editor: EditorClient, uri: str
) -> None:
    """Where there are no virtual documents, the file is live."""
    before = editor.command("cortex.compilePlan", uri)["planHash"]
    path = Path(editor.told("window/showMessage")["message"].removeprefix("The compiled plan is in "))
    editor.change(uri, 2, {"text": TEXT.replace("Mind", "Never mind")})
    editor.until(lambda: json.loads(path.read_text(encoding="utf-8"))["plan_hash"] != before)
    after = path.read_text(encoding="utf-8")
    editor.change(uri, 3, {"text": "{"})
    editor.rest(0.5)
    assert path.read_text(encoding="utf-8") == after


@clients("eglot", "minimal")
def test_the_edit_of_fix_all_is_sent_whole_to_a_client_that_does_not_resolve(
    editor: EditorClient, uri: str, profile: str
) -> None:
    editor.change(uri, 2, {"text": TRAILING})
    context: dict[str, Any] = {"diagnostics": [], "only": ["source.fixAll"]}
    found = editor.of_document("textDocument/codeAction", uri, range=whole(TRAILING), context=context)
    edits = [edited(TRAILING, editor.edits_of(action)[uri]) for action in found]
    assert edits == ([TEXT] if profile == "eglot" else [])


@clients("minimal")
def test_a_client_that_knows_commands_only_gets_commands(editor: EditorClient, uri: str) -> None:
    context: dict[str, Any] = {"diagnostics": []}
    found = editor.of_document("textDocument/codeAction", uri, range=whole(TEXT), context=context)
    assert [action["command"] for action in found] == ["cortex.compilePlan", "cortex.storePlan"]


@PLAIN
def test_nothing_is_sent_that_the_client_did_not_say_it_knows(editor: EditorClient, uri: str) -> None:
    editor.change(uri, 2, {"text": TRAILING})
    editor.command("cortex.printDebugInformation")
    editor.rest(0.1)
    sent = {message["method"] for message in editor.seen if "method" in message}
    unknown = {"cortex/previewChanged", "window/showDocument", "workspace/textDocumentContent/refresh"}
    assert not sent & (unknown | REFRESHES)


@clients("minimal")
def test_a_minimal_client_is_asked_for_nothing(editor: EditorClient, uri: str) -> None:
    editor.rest(0.1)
    assert not [message for message in editor.seen if "id" in message and "method" in message]


@clients("vscode")
def test_what_can_be_registered_is_registered(editor: EditorClient, uri: str) -> None:
    editor.of_document("textDocument/codeLens", uri)
    [params] = editor.sent("client/registerCapability")
    assert {each["method"] for each in params["registrations"]} == {
        "workspace/didChangeWatchedFiles",
        "workspace/didChangeConfiguration",
        "workspace/textDocumentContent",
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didClose",
    }


@clients("minimal")
def test_a_definition_is_a_plain_place_without_link_support(editor: EditorClient, uri: str) -> None:
    place = position_of(TEXT, TEXT.index(SYMBOL) + 1)
    [found] = editor.of_document("textDocument/definition", uri, position=place)
    assert set(found) == {"uri", "range"}


@EVERY
def test_every_client_can_hover(editor: EditorClient, uri: str) -> None:
    place = position_of(TEXT, TEXT.index(SYMBOL) + 1)
    assert "Run it." in editor.of_document("textDocument/hover", uri, position=place)["contents"]["value"]


REPEATED = request_text(inputs={"symbols": [SYMBOL, "@A", SYMBOL]})
REFACTOR: dict[str, Any] = {"diagnostics": [], "only": ["refactor.rewrite"]}


@EVERY
def test_every_client_gets_tokens_links_and_highlights_if_it_asks(editor: EditorClient, uri: str) -> None:
    editor.change(uri, 2, {"text": REPEATED})
    place = position_of(REPEATED, REPEATED.index(SYMBOL) + 1)
    assert len(editor.of_document("textDocument/documentHighlight", uri, position=place)) == 2
    assert len(editor.of_document("textDocument/semanticTokens/full", uri)["data"]) == 5 * 5
    assert editor.of_document("textDocument/documentLink", uri) == []


@clients("vscode", "neovim")
def test_a_refactoring_is_resolved_by_a_client_that_can(editor: EditorClient, uri: str) -> None:
    editor.change(uri, 2, {"text": REPEATED})
    offer = editor.of_document("textDocument/codeAction", uri, range=whole(REPEATED), context=REFACTOR)[0]
    assert (offer["title"], "edit" in offer) == ("Sort inputs", False)
    edits = editor.edits_of(offer)[uri]
    assert json.loads(edited(REPEATED, edits))["inputs"]["symbols"] == ["@A", SYMBOL, SYMBOL]


@clients("eglot")
def test_a_refactoring_comes_whole_to_a_client_that_does_not_resolve(editor: EditorClient, uri: str) -> None:
    editor.change(uri, 2, {"text": REPEATED})
    found = editor.of_document("textDocument/codeAction", uri, range=whole(REPEATED), context=REFACTOR)
    assert found[0]["title"] == "Sort inputs"
    assert all("edit" in each for each in found)


@clients("eglot")
def test_a_file_is_not_to_be_made_by_a_client_that_cannot(editor: EditorClient, tmp_path: Path) -> None:
    """Its own folder has no `cortex.toml`; the pin is not offered rather than lost."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "guide.md").write_text("# Guide\n\n## Install\n", encoding="utf-8")
    uri = editor.write(tmp_path / "a.plan-request.json", REPEATED)
    assert editor.command("cortex.reindex", uri)
    context = {"diagnostics": [], "only": ["refactor"]}
    found = editor.of_document("textDocument/codeAction", uri, range=whole(REPEATED), context=context)
    assert [each["title"] for each in found] == ["Sort inputs"]


@clients("minimal", "eglot")
def test_a_client_without_lenses_and_hints_is_not_offered_to_hide_them(
    editor: EditorClient, uri: str
) -> None:
    found = editor.of_document("textDocument/codeAction", uri, range=whole(TEXT), context={"diagnostics": []})
    assert not [each for each in found if "lens and hints" in each["title"]]
