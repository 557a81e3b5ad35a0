"""Clients that can do less get the same, in the form that they take."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from server.lsp.conftest import StartEditor
from server.lsp.editor_client import position_of, range_of, request_text

TEXT = request_text()
PLAIN: dict[str, Any] = {
    "textDocument": {"hover": {"contentFormat": ["plaintext"]}, "foldingRange": {"rangeLimit": 2}}
}


def test_hover_is_plain_text_where_markdown_is_not_taken(start_editor: StartEditor, repository: Path) -> None:
    editor = start_editor(repository, capabilities=PLAIN)
    uri = editor.write(repository / "a.plan-request.json", TEXT)
    found = editor.of_document("textDocument/hover", uri, position=position_of(TEXT, TEXT.index("src/app")))
    assert found["contents"]["kind"] == "plaintext"
    assert found["contents"]["value"].startswith("src/app.py\n\n")


def test_the_outline_is_a_list_where_a_tree_is_not_taken(start_editor: StartEditor, repository: Path) -> None:
    editor = start_editor(repository, capabilities=PLAIN)
    uri = editor.write(repository / "a.plan-request.json", TEXT)
    found = {each["name"]: each for each in editor.of_document("textDocument/documentSymbol", uri)}
    assert found["src/app.py"]["containerName"] == "files"
    assert found["src/app.py"]["location"] == {"uri": uri, "range": range_of(TEXT, '"src/app.py"')}
    assert "containerName" not in found["inputs"]


def test_no_more_folds_come_than_are_taken_and_the_largest_do(
    start_editor: StartEditor, repository: Path
) -> None:
    editor = start_editor(repository, capabilities=PLAIN)
    uri = editor.write(repository / "a.plan-request.json", TEXT)
    found = editor.of_document("textDocument/foldingRange", uri)
    assert [fold["startLine"] for fold in found] == [0, range_of(TEXT, '"inputs"')["start"]["line"]]


def test_symbols_of_several_roots_are_ranked_as_one_list(start_editor: StartEditor, repository: Path) -> None:
    """What answers best comes first, also of the root that was opened last."""
    other = Path(shutil.copytree(repository, repository.parent / "other"))
    editor = start_editor(repository, other, capabilities=PLAIN)
    found = editor.result("workspace/symbol", {"query": "@DOC/docs/guide.md"})
    names = [each["name"] for each in found]
    assert names[:2] == ["@DOC/docs/guide.md"] * 2
