"""Documents without a repository: they are checked as far as that goes, and say what is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from server.lsp.client_profiles import VSCODE
from server.lsp.conftest import StartEditor
from server.lsp.editor_client import EditorClient, position_of, request_text

from cortex_server.lsp.uris import uri_of

SYMBOL = "@DOC/docs/guide.md#install"
TEXT = request_text()
NOTES = request_text(inputs={"notes": ["Mind the gap."]})
PLAIN = "untitled:Untitled-1"
SAYS_SO = "in no repository · symbols and files are not checked"


@pytest.fixture
def editor(start_editor: StartEditor, repository: Path) -> EditorClient:
    """Return VS Code with an indexed repository open."""
    return start_editor(repository, capabilities=VSCODE)


def open_as(editor: EditorClient, uri: str, text: str, language: str = "cortex-plan-request") -> str:
    """Open a document under any URI."""
    item = {"uri": uri, "languageId": language, "version": 1, "text": text}
    editor.notify("textDocument/didOpen", {"textDocument": item})
    return uri


@pytest.fixture(params=["untitled", "outside"])
def rootless(request: pytest.FixtureRequest, editor: EditorClient, tmp_path: Path) -> str:
    """Return a request that names a symbol, in a new buffer or in a file of a folder that is nobody's."""
    outside = tmp_path / "elsewhere" / "a.plan-request.json"
    outside.parent.mkdir()
    return open_as(editor, PLAIN if request.param == "untitled" else uri_of(outside), TEXT)


def test_its_shape_is_checked_its_symbols_are_not(editor: EditorClient, rootless: str) -> None:
    assert editor.pull(rootless)["items"] == []
    editor.change(rootless, 2, {"text": TEXT.replace('"run_id"', '"runid"')})
    assert {item["code"] for item in editor.pull(rootless)["items"]} == {"field-missing", "field-unknown"}


def test_the_lens_and_the_hover_say_so(editor: EditorClient, rootless: str) -> None:
    titles = [lens["command"]["title"] for lens in editor.of_document("textDocument/codeLens", rootless)]
    place = position_of(TEXT, TEXT.index(SYMBOL))
    hover = editor.of_document("textDocument/hover", rootless, position=place)
    assert titles[-1] == SAYS_SO
    assert "lies in no repository" in hover["contents"]["value"]


def test_nobody_offers_to_index_it(editor: EditorClient, rootless: str) -> None:
    """An index of whatever folder it happens to lie in helps nobody."""
    editor.pull(rootless)
    editor.rest(0.2)
    assert editor.sent("window/showMessageRequest") == []
    assert editor.command("cortex.reindex", rootless) is False
    assert "lies in no repository" in editor.told("window/showMessage")["message"]


def test_compiling_says_what_is_missing(editor: EditorClient, rootless: str) -> None:
    assert editor.command("cortex.compilePlan", rootless)["plan"] is None
    assert "Save it in a folder" in editor.told("window/showMessage")["message"]


def test_notes_alone_need_no_repository_but_are_not_stored(editor: EditorClient, rootless: str) -> None:
    """There is a plan; there is no ledger."""
    editor.change(rootless, 2, {"text": NOTES})
    assert editor.command("cortex.compilePlan", rootless)["planHash"]
    assert [lens["command"]["command"] for lens in editor.of_document("textDocument/codeLens", rootless)] == [
        "cortex.compilePlan"
    ]
    for command, said in (("storePlan", "was not stored"), ("verifyPlan", "nothing to verify")):
        assert editor.command(f"cortex.{command}", rootless) is None
        assert said in editor.told("window/showMessage")["message"]


def test_everything_else_works_without_a_repository(editor: EditorClient, rootless: str) -> None:
    squeezed = TEXT.replace("\n", " ")
    editor.change(rootless, 2, {"text": squeezed})
    assert editor.of_document(
        "textDocument/formatting", rootless, options={"tabSize": 2, "insertSpaces": True}
    )
    assert editor.of_document("textDocument/documentSymbol", rootless)
    assert editor.of_document("textDocument/semanticTokens/full", rootless)["data"]
    assert editor.of_document("textDocument/documentLink", rootless) == []


def test_settings_reach_it(editor: EditorClient, rootless: str) -> None:
    editor.change(rootless, 2, {"text": request_text(inputs={})})
    assert [item["code"] for item in editor.pull(rootless)["items"]] == ["plan-empty"]
    editor.use({"rules": {"plan-empty": "off"}})
    assert editor.pull(rootless)["items"] == []


def test_the_kind_of_a_new_buffer_is_its_language(editor: EditorClient) -> None:
    open_as(editor, PLAIN, '{"steps": 1}', "cortex-plan-output")
    assert "field-type" in {item["code"] for item in editor.pull(PLAIN)["items"]}
    other = open_as(editor, "untitled:Untitled-2", "{", "json")
    assert editor.pull(other)["items"] == []


def test_a_new_file_with_a_place_in_the_repository_has_its_index(
    editor: EditorClient, repository: Path
) -> None:
    """As the extension's command for a new request opens it."""
    uri = open_as(editor, f"untitled:{repository.as_posix()}/new.plan-request.json", TEXT)
    titles = [lens["command"]["title"] for lens in editor.of_document("textDocument/codeLens", uri)[:1]]
    assert "plan " in titles[0]


def test_a_folder_that_is_opened_gives_its_documents_a_root(editor: EditorClient, tmp_path: Path) -> None:
    outside = tmp_path / "elsewhere" / "a.plan-request.json"
    outside.parent.mkdir()
    uri = open_as(editor, uri_of(outside), TEXT)
    added = {"uri": uri_of(outside.parent), "name": "elsewhere"}
    editor.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [added], "removed": []}})
    titles = [lens["command"]["title"] for lens in editor.of_document("textDocument/codeLens", uri)]
    assert titles[-1] == "no index · Build index"
