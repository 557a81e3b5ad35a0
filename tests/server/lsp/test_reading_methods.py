"""Completion, hover, definition, lenses and hints, asked as an editor asks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from server.lsp.editor_client import EditorClient, edited, position_of, range_of, request_text, whole

from cortex_server.lsp.uris import uri_of

TEXT = request_text()
SYMBOL = "@DOC/docs/guide.md#install"


@pytest.fixture
def uri(vscode: EditorClient, tmp_path: Path, shared_repository: Path) -> str:
    """Return a good request that is open."""
    vscode.forget()
    return vscode.open(shared_repository / f"{tmp_path.name}.plan-request.json", TEXT)


def at(part: str, inside: int = 1) -> dict[str, int]:
    """Return the position in the first occurrence of `part`, a few characters in."""
    return position_of(TEXT, TEXT.index(part) + inside)


def complete(editor: EditorClient, uri: str, text: str) -> dict[str, Any]:
    """Return what is offered at the `$0` of a text."""
    editor.change(uri, 2, {"text": text.replace("$0", "", 1)})
    place = position_of(text, text.index("$0"))
    found: dict[str, Any] = editor.of_document("textDocument/completion", uri, position=place)
    return found


def test_completion_offers_symbols_with_one_shared_edit_range(vscode: EditorClient, uri: str) -> None:
    """Insert up to the cursor, replace up to the end of the string; no item repeats the range."""
    text = TEXT.replace(SYMBOL, "@DOC/docs/gu$0x")
    found = complete(vscode, uri, text)
    assert [item["label"] for item in found["items"]][:2] == [
        "@DOC/docs/guide.md",
        "@DOC/docs/guide.md#guide",
    ]
    place = found["itemDefaults"]["editRange"]
    assert place["insert"] == range_of(text, "@DOC/docs/gu")
    assert place["replace"] == range_of(text.replace("$0", ""), "@DOC/docs/gux")
    assert all("textEdit" not in item and "filterText" not in item for item in found["items"])


def test_accepting_a_symbol_leaves_one_at_sign_and_both_quotes(vscode: EditorClient, uri: str) -> None:
    text = TEXT.replace(SYMBOL, "@$0")
    found = complete(vscode, uri, text)
    item = next(item for item in found["items"] if item["label"] == SYMBOL)
    edit = {"range": found["itemDefaults"]["editRange"]["insert"], "newText": item["textEditText"]}
    assert edited(text.replace("$0", ""), [edit]) == TEXT


def test_resolving_an_item_adds_the_text_that_the_symbol_stands_for(vscode: EditorClient, uri: str) -> None:
    found = complete(vscode, uri, TEXT.replace(SYMBOL, "@$0"))
    item = next(item for item in found["items"] if item["label"] == SYMBOL)
    assert "documentation" not in item
    resolved = vscode.result("completionItem/resolve", item)
    assert "Run it." in resolved["documentation"]["value"]
    assert resolved["label"] == SYMBOL


def test_completion_offers_the_declared_intents_and_missing_keys(vscode: EditorClient, uri: str) -> None:
    intents = complete(vscode, uri, TEXT.replace('"repair"', '"$0"'))
    assert [item["label"] for item in intents["items"]] == ["repair"]
    keys = complete(vscode, uri, '{"run_id": "r", "$0"}')
    assert {"request_id", "intent", "inputs", "budgets"} <= {item["label"] for item in keys["items"]}


def test_hover_on_a_symbol_says_where_it_is_and_shows_its_text(vscode: EditorClient, uri: str) -> None:
    found = vscode.of_document("textDocument/hover", uri, position=at(SYMBOL))
    assert found["contents"]["kind"] == "markdown"
    assert "docs/guide.md" in found["contents"]["value"]
    assert "Run it." in found["contents"]["value"]
    assert found["range"] == range_of(TEXT, f'"{SYMBOL}"')


def test_hover_works_on_what_is_whole_while_the_text_is_broken_elsewhere(
    vscode: EditorClient, uri: str
) -> None:
    broken = TEXT.replace('"run-1",', '"run-1')
    vscode.change(uri, 2, {"text": broken})
    place = position_of(broken, broken.index(SYMBOL) + 3)
    assert "Run it." in vscode.of_document("textDocument/hover", uri, position=place)["contents"]["value"]
    assert vscode.of_document("textDocument/definition", uri, position=place)


def test_hover_on_nothing_is_nothing(vscode: EditorClient, uri: str) -> None:
    assert vscode.of_document("textDocument/hover", uri, position=position_of(TEXT, len(TEXT))) is None


def test_definition_of_a_symbol_is_its_section(
    vscode: EditorClient, uri: str, shared_repository: Path
) -> None:
    [link] = vscode.of_document("textDocument/definition", uri, position=at(SYMBOL))
    assert link["targetUri"] == uri_of(shared_repository / "docs/guide.md")
    assert link["targetRange"] == {"start": {"line": 4, "character": 0}, "end": {"line": 7, "character": 0}}
    assert link["originSelectionRange"] == range_of(TEXT, f'"{SYMBOL}"')


@pytest.mark.parametrize(
    ("named", "target", "line"), [("src/app.py", "src/app.py", 0), ("repair", "cortex.toml", 0)]
)
def test_definition_of_a_file_and_of_an_intent(
    vscode: EditorClient, uri: str, shared_repository: Path, named: str, target: str, line: int
) -> None:
    [link] = vscode.of_document("textDocument/definition", uri, position=at(named))
    assert link["targetUri"] == uri_of(shared_repository / target)
    assert link["targetRange"]["start"]["line"] == line


def test_the_lens_over_the_document_names_the_plan_and_compiles_it(vscode: EditorClient, uri: str) -> None:
    plan_hash = vscode.result("cortex/preview", {"uri": uri})["planHash"]
    first, reads, stored = vscode.of_document("textDocument/codeLens", uri)
    assert first["command"] == {
        "title": f"4 of 20 steps · 101 B of 10 MB · 1 of 100 symbols · plan {plan_hash[:8]}",
        "command": "cortex.compilePlan",
        "arguments": [uri],
    }
    assert reads["command"]["title"] == "reads 1 symbol, 1 file · 101 B"
    assert reads["range"] == range_of(TEXT, '"inputs"')
    assert "command" not in stored


def test_resolving_the_last_lens_says_whether_the_plan_is_stored(vscode: EditorClient, uri: str) -> None:
    stored = vscode.of_document("textDocument/codeLens", uri)[-1]
    resolved = vscode.result("codeLens/resolve", stored)
    assert resolved["command"]["title"] == "not stored · Store plan"
    assert resolved["command"]["command"] == "cortex.storePlan"


def test_a_lens_is_marked_stale_while_the_text_has_no_plan(vscode: EditorClient, uri: str) -> None:
    before = vscode.result("cortex/preview", {"uri": uri})["planHash"]
    vscode.change(uri, 2, {"text": TEXT.replace(SYMBOL, "@DOC/nowhere")})
    title = vscode.of_document("textDocument/codeLens", uri)[0]["command"]["title"]
    assert title.endswith(f"plan {before[:8]} (stale)")


def test_hints_stand_behind_each_input_and_budget(vscode: EditorClient, uri: str) -> None:
    found = vscode.of_document("textDocument/inlayHint", uri, range=whole(TEXT))
    assert [hint["label"].split(" · ", 1)[1] for hint in found] == [
        "READ_SYMBOL · 20 B",
        "READ_SECTION · 81 B",
        "NOTE",
        "20%",
    ]
    assert found[0]["position"] == range_of(TEXT, f'"{SYMBOL}"')["end"]
    assert found[3]["position"] == range_of(TEXT, "20\n")["start"] | {
        "character": range_of(TEXT, "20\n")["start"]["character"] + 2
    }


def test_resolving_a_hint_tells_all_about_what_it_stands_behind(vscode: EditorClient, uri: str) -> None:
    """As hovering over it would; until then it carries nothing."""
    symbol, *_, budget = vscode.of_document("textDocument/inlayHint", uri, range=whole(TEXT))
    assert "tooltip" not in symbol
    assert "Run it." in vscode.result("inlayHint/resolve", symbol)["tooltip"]["value"]
    assert "**4 steps** of 20 steps used" in vscode.result("inlayHint/resolve", budget)["tooltip"]["value"]


def test_a_hint_of_an_older_text_is_left_as_it_was(vscode: EditorClient, uri: str) -> None:
    hint = vscode.of_document("textDocument/inlayHint", uri, range=whole(TEXT))[0]
    vscode.change(uri, 2, {"text": "\n" + TEXT})
    assert "tooltip" not in vscode.result("inlayHint/resolve", hint)


def test_hints_are_given_for_the_visible_part_only(vscode: EditorClient, uri: str) -> None:
    top = {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}}
    assert vscode.of_document("textDocument/inlayHint", uri, range=top) == []
