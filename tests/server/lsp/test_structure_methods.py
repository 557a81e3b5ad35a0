"""Outline, folding, selection and layout, which the editor's own JSON server does not give our documents."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from server.lsp.client_profiles import VSCODE
from server.lsp.conftest import StartEditor
from server.lsp.editor_client import EditorClient, edited, position_of, range_of, request_text, whole

from cortex_server.lsp.uris import uri_of

TEXT = request_text()
SYMBOL = "@DOC/docs/guide.md#install"
OPTIONS = {"tabSize": 8, "insertSpaces": False}


@pytest.fixture
def uri(vscode: EditorClient, tmp_path: Path, shared_repository: Path) -> str:
    """Return a good request that is open."""
    return vscode.open(shared_repository / f"{tmp_path.name}.plan-request.json", TEXT)


def test_the_outline_has_every_key_in_order(vscode: EditorClient, uri: str) -> None:
    found = vscode.of_document("textDocument/documentSymbol", uri)
    assert [symbol["name"] for symbol in found] == list(json.loads(TEXT))
    assert found[0] == {
        "name": "run_id",
        "detail": "run-1",
        "kind": 15,
        "range": range_of(TEXT, '"run_id": "run-1"'),
        "selectionRange": range_of(TEXT, '"run_id"'),
    }


def test_the_outline_says_which_step_an_input_is_and_what_it_reads(vscode: EditorClient, uri: str) -> None:
    inputs = vscode.of_document("textDocument/documentSymbol", uri)[3]
    symbols = inputs["children"][0]
    [item] = symbols["children"]
    assert (symbols["detail"], item["name"], item["kind"]) == ("1 item", SYMBOL, 20)
    assert re.fullmatch("step_[0-9a-f]{16} · 20 B", item["detail"])
    assert item["range"] == item["selectionRange"] == range_of(TEXT, f'"{SYMBOL}"')


def test_every_symbol_of_the_index_can_be_searched(
    vscode: EditorClient, uri: str, shared_repository: Path
) -> None:
    found = vscode.result("workspace/symbol", {"query": SYMBOL})
    lines = {"start": {"line": 4, "character": 0}, "end": {"line": 7, "character": 0}}
    assert found[0] == {
        "name": SYMBOL,
        "kind": 20,
        "location": {"uri": uri_of(shared_repository / "docs/guide.md"), "range": lines},
        "containerName": "docs/guide.md",
    }


def test_objects_and_lists_fold(vscode: EditorClient, uri: str) -> None:
    """Each up to the line before its closing bracket, which stays in sight."""
    found = vscode.of_document("textDocument/foldingRange", uri)
    lines = TEXT.split("\n")
    opened = [place for place, line in enumerate(lines) if line.endswith(("{", "["))]
    assert [area["startLine"] for area in found] == opened
    assert all(set(area) == {"startLine", "endLine"} for area in found)
    for area in found:
        first, closing = lines[area["startLine"]], lines[area["endLine"] + 1]
        assert closing.strip(" ,") in {"}", "]"}
        assert _indent(closing) == _indent(first)


def test_a_selection_grows_from_the_value_to_the_document(vscode: EditorClient, uri: str) -> None:
    """From each of the positions that were asked about."""
    places = [position_of(TEXT, TEXT.index(part) + 1) for part in ("src/app.py", "run-1")]
    file, run = map(grown, vscode.of_document("textDocument/selectionRange", uri, positions=places))
    assert file[:2] == [range_of(TEXT, "src/app.py"), range_of(TEXT, '"src/app.py"')]
    assert run[1:4] == [
        range_of(TEXT, part) for part in ('"run-1"', '"run_id": "run-1"', '"run_id": "run-1",')
    ]
    assert file[-1] == run[-1] == whole(TEXT)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def grown(selection: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Return the ranges of a growing selection, from the inside out."""
    return [selection["range"], *grown(selection.get("parent"))] if selection is not None else []


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


@pytest.mark.parametrize("opened", [".", "docs/deep"])
@pytest.mark.parametrize("mark", [".git", "cortex.toml"])
def test_symbols_are_found_before_any_document_is_open(
    start_editor: StartEditor, repository: Path, mark: str, opened: str
) -> None:
    """In a folder that git alone makes a root, and in a folder below a root."""
    (repository / "cortex.toml").rename(repository / mark)
    editor = start_editor(repository / opened, capabilities=VSCODE)
    found = editor.result("workspace/symbol", {"query": "@DOC/docs/guide.md#install"})
    assert found[0]["location"]["uri"] == uri_of(repository / "docs/guide.md")


def test_asking_for_symbols_makes_no_index(start_editor: StartEditor, bare: Path) -> None:
    editor = start_editor(bare / "docs", capabilities=VSCODE)
    before = sorted(bare.rglob("*"))
    assert editor.result("workspace/symbol", {"query": "guide"}) == []
    assert sorted(bare.rglob("*")) == before
