"""Outline, folding, selection and layout, which the editor's own JSON server does not give our documents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from server.lsp.editor_client import EditorClient, edited, position_of, range_of, request_text

TEXT = request_text()
OPTIONS = {"tabSize": 8, "insertSpaces": False}


@pytest.fixture
def uri(vscode: EditorClient, tmp_path: Path, shared_repository: Path) -> str:
    """Return a good request that is open."""
    return vscode.open(shared_repository / f"{tmp_path.name}.plan-request.json", TEXT)


def test_the_outline_has_every_key_in_order(vscode: EditorClient, uri: str) -> None:
    found = vscode.of_document("textDocument/documentSymbol", uri)
    assert [symbol["name"] for symbol in found] == list(json.loads(TEXT))


def test_every_symbol_of_the_index_can_be_searched(vscode: EditorClient, uri: str) -> None:
    found = vscode.result("workspace/symbol", {"query": "@DOC/docs/guide.md#install"})
    assert found[0]["name"] == "@DOC/docs/guide.md#install"


def test_objects_and_lists_fold(vscode: EditorClient, uri: str) -> None:
    found = vscode.of_document("textDocument/foldingRange", uri)
    assert range_of(TEXT, '"inputs"')["start"]["line"] in {area["startLine"] for area in found}


def test_a_selection_grows_from_the_value_to_the_document(vscode: EditorClient, uri: str) -> None:
    place = position_of(TEXT, TEXT.index("src/app.py") + 1)
    [found] = vscode.of_document("textDocument/selectionRange", uri, positions=[place])
    areas: list[Any] = []
    while found is not None:
        areas.append(found["range"])
        found = found.get("parent")
    assert range_of(TEXT, '"src/app.py"') in areas
    assert areas[-1]["start"] == {"line": 0, "character": 0}


def test_formatting_has_one_layout_whatever_the_client_wants(vscode: EditorClient, uri: str) -> None:
    squeezed = TEXT.replace("\n  ", "\n      ")
    vscode.change(uri, 2, {"text": squeezed})
    edits = vscode.of_document("textDocument/formatting", uri, options=OPTIONS)
    assert edited(squeezed, edits) == TEXT


def test_a_selection_is_laid_out_alone(vscode: EditorClient, uri: str) -> None:
    squeezed = TEXT.replace('{\n    "max_steps": 20\n  }', '{ "max_steps":20 }')
    vscode.change(uri, 2, {"text": squeezed})
    area = range_of(squeezed, '{ "max_steps":20 }')
    edits = vscode.of_document("textDocument/rangeFormatting", uri, range=area, options=OPTIONS)
    assert edited(squeezed, edits) == TEXT


def test_broken_text_is_not_laid_out(vscode: EditorClient, uri: str) -> None:
    vscode.change(uri, 2, {"text": TEXT + "}"})
    assert not vscode.of_document("textDocument/formatting", uri, options=OPTIONS)


def test_workspace_symbols_are_ranked_as_completion_ranks_them(vscode: EditorClient, uri: str) -> None:
    query = "@guide"
    text = TEXT.replace("@DOC/docs/guide.md#install", query)
    vscode.change(uri, 2, {"text": text})
    place = position_of(text, text.index(query) + len(query))
    offered = vscode.of_document("textDocument/completion", uri, position=place)["items"]
    found = vscode.result("workspace/symbol", {"query": query})
    assert [symbol["name"] for symbol in found] == [item["label"] for item in offered]
    assert found[0]["location"]["uri"].endswith("/docs/guide.md")
