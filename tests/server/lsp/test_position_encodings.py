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
    assert TEXT in [edited(BROKEN, editor.edits_of(fix)[uri], encoding) for fix in fixes]


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


def test_tokens_cover_the_same_text(editor: EditorClient, uri: str, encoding: str) -> None:
    """The intent, the symbol, the file and the budget, behind the awkward characters of their line."""
    data = editor.of_document("textDocument/semanticTokens/full", uri)["data"]
    starts, column = [], 0
    for since, length in zip(data[1::5], data[2::5], strict=True):
        column += since
        starts.append((column, length))
    names = ["repair", SYMBOL, "src/app.py", "20"]
    places = [range_of(TEXT, name, encoding) for name in names]
    assert starts == [
        (place["start"]["character"], place["end"]["character"] - place["start"]["character"])
        for place in places
    ]
    part = editor.of_document("textDocument/semanticTokens/range", uri, range=places[1])["data"]
    assert part[1:3] == list(starts[1])


def test_highlights_links_and_the_outline_stand_at_their_names(
    editor: EditorClient, uri: str, encoding: str
) -> None:
    place = position_of(TEXT, TEXT.index(SYMBOL) + 5, encoding)
    [marked] = editor.of_document("textDocument/documentHighlight", uri, position=place)
    [link] = editor.of_document("textDocument/documentLink", uri)
    outline = editor.of_document("textDocument/documentSymbol", uri)
    assert marked["range"] == range_of(TEXT, SYMBOL, encoding)
    assert link["range"] == range_of(TEXT, "src/app.py", encoding)
    assert outline[2]["selectionRange"] == range_of(TEXT, '"intent"', encoding)


def test_a_growing_selection_and_a_sorted_list_land_where_they_should(
    editor: EditorClient, uri: str, encoding: str
) -> None:
    text = TEXT.replace(f'["{SYMBOL}"]', f'["{SYMBOL}", "@A"]')
    editor.change(uri, 2, {"text": text})
    place = position_of(text, text.index(SYMBOL) + 5, encoding)
    [inner] = editor.of_document("textDocument/selectionRange", uri, positions=[place])
    assert inner["range"] == range_of(text, SYMBOL, encoding)
    area, context = range_of(text, SYMBOL, encoding), {"diagnostics": [], "only": ["refactor.rewrite"]}
    offer = editor.of_document("textDocument/codeAction", uri, range=area, context=context)[0]
    edits = editor.edits_of(offer)[uri]
    assert f'["@A", "{SYMBOL}"]' in edited(text, edits, encoding)


def test_laying_out_replaces_the_right_text(editor: EditorClient, uri: str, encoding: str) -> None:
    options = {"tabSize": 2, "insertSpaces": True}
    edits = editor.of_document("textDocument/formatting", uri, options=options)
    assert edited(TEXT, edits, encoding) == request_text(run_id=AWKWARD)
