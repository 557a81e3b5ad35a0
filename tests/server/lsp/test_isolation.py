"""What goes wrong stays where it is: in its document, in its request, in its build."""

from __future__ import annotations

from pathlib import Path

import pytest
from server.lsp.client_profiles import NEOVIM, VSCODE
from server.lsp.conftest import StartEditor
from server.lsp.editor_client import CANCELLED, EditorClient, request_text

from cortex_server.lsp.uris import uri_of

TEXT = request_text()
HURRY = "from cortex_server.lsp import looking; looking.LOOK_SECONDS = 0.1"
ODD = '{"\\ud800": 1, "inputs": {"symbols": [[], {}], "files": [{}]}}'
BREAK_LOOKING = """
from cortex_server.lsp.looking import Looking
before = Looking._named
def named(self, snapshot):
    if "odd" in snapshot.document.uri: raise RuntimeError("a fault on purpose")
    return before(self, snapshot)
Looking._named = named
"""


def test_a_key_that_is_no_text_hides_no_other_mistake(vscode: EditorClient, shared_repository: Path) -> None:
    uri = vscode.open(shared_repository / "odd-key.plan-request.json", ODD)
    codes = [item["code"] for item in vscode.of_document("textDocument/diagnostic", uri)["items"]]
    assert {"json-encoding", "field-missing", "field-type"} <= set(codes)
    assert vscode.of_document("textDocument/codeLens", uri)


def test_a_document_that_cannot_be_looked_at_does_not_keep_others_from_being_judged(
    start_editor: StartEditor, repository: Path
) -> None:
    editor = start_editor(repository, capabilities=NEOVIM, patch=BREAK_LOOKING)
    editor.open(repository / "odd.plan-request.json", TEXT)
    uri = editor.open(repository / "plain.plan-request.json", TEXT.replace("guide", "gide"), version=3)
    assert editor.published(uri, 3)["diagnostics"]


def test_to_cancel_a_reindex_is_to_end_its_build(start_editor: StartEditor, repository: Path) -> None:
    """And the next one runs alone."""
    editor = start_editor(repository, capabilities=VSCODE)
    uri = editor.open(repository / "a.plan-request.json", TEXT)
    editor.of_document("textDocument/codeLens", uri)
    params = {"command": "cortex.reindex", "arguments": [uri]}
    editor.send({"jsonrpc": "2.0", "id": "build", "method": "workspace/executeCommand", "params": params})
    editor.progress("begin")
    editor.notify("$/cancelRequest", {"id": "build"})
    assert editor.wait(lambda message: message.get("id") == "build")["error"]["code"] == CANCELLED
    editor.progress("end")
    assert editor.command("cortex.reindex", uri) is True


def test_a_folder_is_indexed_by_its_name_and_no_other(start_editor: StartEditor, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        (folder / "a.md").write_text("# A\n", encoding="utf-8")
    editor = start_editor(first, second, capabilities=VSCODE)
    assert editor.command("cortex.reindex", uri_of(second)) is True
    assert (second / "CORTEX").exists()
    assert not (first / "CORTEX").exists()


def test_to_store_a_plan_never_makes_the_first_index(start_editor: StartEditor, bare: Path) -> None:
    editor = start_editor(bare, capabilities=VSCODE)
    uri = editor.open(bare / "a.plan-request.json", TEXT)
    assert editor.command("cortex.storePlan", uri) is None
    assert "no index" in editor.told("window/showMessage")["message"]
    assert not (bare / "CORTEX").exists()


@pytest.mark.parametrize("spelling", ["a%40b.plan-request.json", "a@b.plan-request.json"])
def test_a_document_is_the_same_however_its_name_is_escaped(
    vscode: EditorClient, shared_repository: Path, spelling: str
) -> None:
    vscode.open(shared_repository / "a@b.plan-request.json", TEXT)
    uri = f"{uri_of(shared_repository)}/{spelling}"
    vscode.change(uri, 2, {"text": "{"})
    assert vscode.of_document("textDocument/diagnostic", uri)["items"]


def test_a_root_above_the_opened_folder_is_looked_at(start_editor: StartEditor, repository: Path) -> None:
    """Clients watch the folders that they have open, and no others."""
    editor = start_editor(repository / "docs", capabilities=VSCODE, patch=HURRY)
    uri = editor.open(repository / "docs" / "a.plan-request.json", TEXT)
    assert editor.of_document("textDocument/diagnostic", uri)["items"] == []
    (repository / "src/app.py").write_text("def other():\n    return 2\n", encoding="utf-8")
    editor.until(lambda: "81 B" not in str(editor.of_document("textDocument/codeLens", uri)))


def test_a_plan_that_was_only_judged_is_kept_while_the_text_is_broken(
    vscode: EditorClient, shared_repository: Path
) -> None:
    """Agents' clients ask for diagnostics and hover, and for no lens."""
    uri = vscode.open(shared_repository / "judged.plan-request.json", TEXT)
    vscode.of_document("textDocument/diagnostic", uri)
    vscode.change(uri, 2, {"text": "{" + TEXT})
    found = vscode.result("cortex/preview", {"uri": uri})
    assert found["stale"]
    assert found["planVersion"] == 1


def test_stale_steps_have_the_pointer_of_where_their_input_is_now(
    vscode: EditorClient, shared_repository: Path
) -> None:
    text = request_text(inputs={"notes": ["run-1", "second"]})
    uri = vscode.open(shared_repository / "moved.plan-request.json", text)
    vscode.result("cortex/preview", {"uri": uri})
    vscode.change(uri, 2, {"text": request_text(inputs={"notes": ["new", "run-1", 7, "second"]})})
    steps = vscode.result("cortex/preview", {"uri": uri})["steps"]
    assert [step["pointer"] for step in steps[:2]] == ["/inputs/notes/1", "/inputs/notes/3"]
    assert steps[0]["range"]["start"]["line"] > 4
