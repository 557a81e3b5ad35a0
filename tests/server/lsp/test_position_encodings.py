"""Every position that goes in or out, in each encoding, behind an emoji and a line separator."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from server.language_client import ServerProcess
from server.lsp.client_profiles import VSCODE, with_encoding
from server.lsp.conftest import UNLOGGED, begun, ended
from server.lsp.editor_client import EditorClient, edited, position_of, range_of, request_text, whole

SYMBOL = "@DOC/docs/guide.md#install"
AWKWARD = "\N{PARTY POPPER}\N{LINE SEPARATOR}\N{LATIN SMALL LETTER E WITH ACUTE}"
TEXT = json.dumps(json.loads(request_text(run_id=AWKWARD)), ensure_ascii=False)
UNKNOWN = "@DOC/docs/guide.md#instal"
BROKEN = TEXT.replace(SYMBOL, UNKNOWN)


@pytest.fixture(scope="module", params=["utf-8", "utf-16", "utf-32"])
def encoding(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def editor(encoding: str, shared_repository: Path) -> Iterator[EditorClient]:
    server = ServerProcess(*UNLOGGED)
    yield begun(server, shared_repository, capabilities=with_encoding(VSCODE, encoding))
    ended(server)


@pytest.fixture
def uri(editor: EditorClient, tmp_path: Path, shared_repository: Path) -> str:
    return editor.open(shared_repository / f"{tmp_path.name}.plan-request.json", TEXT)


def test_hover_and_definition_mark_what_is_under_the_cursor(
    editor: EditorClient, uri: str, encoding: str
) -> None:
    place = position_of(TEXT, TEXT.index(SYMBOL) + 5, encoding)
    marked = range_of(TEXT, f'"{SYMBOL}"', encoding)
    assert editor.of_document("textDocument/hover", uri, position=place)["range"] == marked
    [link] = editor.of_document("textDocument/definition", uri, position=place)
    assert link["originSelectionRange"] == marked


def test_a_diagnostic_and_its_fix_are_where_the_mistake_is(
    editor: EditorClient, uri: str, encoding: str
) -> None:
    editor.change(uri, 2, {"text": BROKEN})
    [item] = editor.pull(uri)["items"]
    assert item["range"] == range_of(BROKEN, f'"{UNKNOWN}"', encoding)
    context = {"diagnostics": [item], "only": ["quickfix"]}
    fixes = editor.of_document("textDocument/codeAction", uri, range=item["range"], context=context)
    assert TEXT in [edited(BROKEN, fix["edit"]["changes"][uri], encoding) for fix in fixes]


def test_completion_replaces_exactly_the_half_typed_name(
    editor: EditorClient, uri: str, encoding: str
) -> None:
    half = TEXT.replace(SYMBOL, "@DOC/docs/guide.md#ins")
    editor.change(uri, 2, {"text": half})
    place = position_of(half, half.index("#ins") + 4, encoding)
    found = editor.of_document("textDocument/completion", uri, position=place)
    edit = {
        "range": found["itemDefaults"]["editRange"]["insert"],
        "newText": found["items"][0]["textEditText"],
    }
    assert edited(half, [edit], encoding) == TEXT


def test_hints_and_lenses_stand_at_their_inputs(editor: EditorClient, uri: str, encoding: str) -> None:
    area = whole(TEXT, encoding)
    first = editor.of_document("textDocument/inlayHint", uri, range=area)[0]
    assert first["position"] == range_of(TEXT, f'"{SYMBOL}"', encoding)["end"]
    assert editor.of_document("textDocument/codeLens", uri)[1]["range"] == range_of(
        TEXT, '"inputs"', encoding
    )


def test_the_preview_points_at_each_step(editor: EditorClient, uri: str, encoding: str) -> None:
    steps = editor.result("cortex/preview", {"uri": uri})["steps"]
    assert steps[0]["range"] == range_of(TEXT, f'"{SYMBOL}"', encoding)
    assert steps[1]["range"] == range_of(TEXT, '"src/app.py"', encoding)


def test_an_edit_behind_them_lands_where_it_was_meant(editor: EditorClient, uri: str, encoding: str) -> None:
    editor.change(uri, 2, {"range": range_of(TEXT, SYMBOL, encoding), "text": UNKNOWN})
    assert [item["data"]["pointer"] for item in editor.pull(uri)["items"]] == ["/inputs/symbols/0"]
    editor.change(uri, 3, {"range": range_of(BROKEN, UNKNOWN, encoding), "text": SYMBOL})
    assert editor.pull(uri)["items"] == []
