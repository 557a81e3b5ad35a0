"""Highlights, links, tokens and refactorings over the wire, on plan requests and plan outputs."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from server.lsp.client_profiles import NEOVIM, VSCODE
from server.lsp.conftest import StartEditor
from server.lsp.editor_client import EditorClient, edited, position_of, range_of, request_text, whole

from cortex_server.ide.legend import MODIFIERS, TYPES
from cortex_server.lsp.uris import uri_of

SYMBOL = "@DOC/docs/guide.md#install"
INPUTS = {"symbols": [SYMBOL, "@NOBODY", SYMBOL], "files": ["src/app.py"]}
TEXT = request_text(inputs=INPUTS)
PINNED = request_text(inputs={"symbols": [SYMBOL]})


@pytest.fixture
def uri(vscode: EditorClient, tmp_path: Path, shared_repository: Path) -> str:
    """Return a request with an unknown symbol and a repeated one, open."""
    return vscode.open(shared_repository / f"{tmp_path.name}.plan-request.json", TEXT)


@pytest.fixture
def plan(vscode: EditorClient, tmp_path: Path, shared_repository: Path) -> tuple[str, str]:
    """Return the URI and the text of a compiled plan that is open."""
    request = vscode.open(shared_repository / f"{tmp_path.name}-2.plan-request.json", request_text())
    text = json.dumps(vscode.result("cortex/preview", {"uri": request})["plan"], indent=2) + "\n"
    return vscode.open(shared_repository / f"{tmp_path.name}.plan-output.json", text), text


def decoded(data: list[int], text: str) -> list[tuple[str, str, list[str]]]:
    """Return what LSP's numbers say: each token's text, type and modifiers."""
    found, line, column = [], 0, 0
    for at in range(0, len(data), 5):
        lines, columns, length, kind, bits = data[at : at + 5]
        line, column = line + lines, columns + (column if lines == 0 else 0)
        word = text.split("\n")[line].encode("utf-16-le")[column * 2 : (column + length) * 2]
        names = [name for place, name in enumerate(MODIFIERS) if bits & 1 << place]
        found.append((word.decode("utf-16-le"), TYPES[kind], names))
    return found


def actions(editor: EditorClient, uri: str, text: str, part: str, *only: str) -> list[dict[str, Any]]:
    """Return the code actions for `part` of a text."""
    context = {"diagnostics": [], **({"only": list(only)} if only else {})}
    found: list[dict[str, Any]] = editor.of_document(
        "textDocument/codeAction", uri, range=range_of(text, part), context=context
    )
    return found


def test_a_repeated_symbol_is_marked_twice(vscode: EditorClient, uri: str) -> None:
    place = position_of(TEXT, TEXT.index(SYMBOL) + 2)
    found = vscode.of_document("textDocument/documentHighlight", uri, position=place)
    assert [(each["range"]["start"]["line"], each["kind"]) for each in found] == [(6, 2), (8, 2)]
    assert found[0]["range"] == range_of(TEXT, SYMBOL)


def test_a_step_of_a_plan_is_marked_with_what_it_reads(vscode: EditorClient, plan: tuple[str, str]) -> None:
    uri, text = plan
    place = position_of(text, text.index('": "step_') + 6)
    found = vscode.of_document("textDocument/documentHighlight", uri, position=place)
    assert [each["kind"] for each in found] == [3, 2]
    assert found[1]["range"] == range_of(text, SYMBOL)


def test_a_file_links_to_itself(vscode: EditorClient, uri: str, shared_repository: Path) -> None:
    [found] = vscode.of_document("textDocument/documentLink", uri)
    assert found["target"] == uri_of(shared_repository / "src/app.py")
    assert found["range"] == range_of(TEXT, "src/app.py")


def test_tokens_say_what_each_name_is(vscode: EditorClient, uri: str) -> None:
    data = vscode.of_document("textDocument/semanticTokens/full", uri)["data"]
    assert decoded(data, TEXT) == [
        ("repair", "intent", ["resolved"]),
        (SYMBOL, "symbol", ["resolved"]),
        ("@NOBODY", "symbol", ["unknown"]),
        (SYMBOL, "symbol", ["resolved"]),
        ("src/app.py", "file", ["resolved"]),
        ("20", "budget", []),
    ]


def test_tokens_of_the_visible_part_alone(vscode: EditorClient, uri: str) -> None:
    area = range_of(TEXT, "@NOBODY")
    data = vscode.of_document("textDocument/semanticTokens/range", uri, range=area)["data"]
    assert decoded(data, TEXT) == [("@NOBODY", "symbol", ["unknown"])]


def test_a_plan_has_tokens_too(vscode: EditorClient, plan: tuple[str, str]) -> None:
    uri, text = plan
    found = decoded(vscode.of_document("textDocument/semanticTokens/full", uri)["data"], text)
    assert [kind for _, kind, _ in found] == ["stepId", "symbol", "stepId", "file", "stepId", "stepId"]


def test_tokens_are_asked_for_again_when_the_configuration_changes(
    start_editor: StartEditor, repository: Path
) -> None:
    editor = start_editor(repository, capabilities=VSCODE)
    editor.write(repository / "a.plan-request.json", TEXT)
    toml = repository / "cortex.toml"
    toml.write_text(toml.read_text(encoding="utf-8") + "\n[policy]\nmax_steps = 50\n", encoding="utf-8")
    editor.watched(toml)
    editor.told("workspace/semanticTokens/refresh")


def test_sorting_is_offered_with_its_kind_and_resolved_when_chosen(vscode: EditorClient, uri: str) -> None:
    [offer] = [
        each for each in actions(vscode, uri, TEXT, "@NOBODY", "refactor") if each["title"] == "Sort inputs"
    ]
    assert offer["kind"] == "refactor.rewrite"
    assert "edit" not in offer
    after = json.loads(edited(TEXT, vscode.edits_of(offer)[uri]))
    assert after["inputs"]["symbols"] == sorted(INPUTS["symbols"])


def test_a_refactoring_of_a_text_that_has_moved_on_changes_nothing(vscode: EditorClient, uri: str) -> None:
    offer = actions(vscode, uri, TEXT, "@NOBODY", "refactor.rewrite")[0]
    vscode.change(uri, 2, {"text": TEXT + "\n"})
    assert "edit" not in vscode.result("codeAction/resolve", offer)


def test_only_what_is_asked_for_is_offered(vscode: EditorClient, uri: str) -> None:
    assert {each["kind"] for each in actions(vscode, uri, TEXT, SYMBOL, "refactor.rewrite")} == {
        "refactor.rewrite"
    }
    assert all(each["kind"] == "quickfix" for each in actions(vscode, uri, TEXT, SYMBOL, "quickfix"))


def test_a_pin_is_an_edit_of_the_configuration(start_editor: StartEditor, repository: Path) -> None:
    """It is not written behind the user's back: it can be looked at, saved and undone."""
    editor = start_editor(repository, capabilities=VSCODE)
    uri = editor.write(repository / "a.plan-request.json", PINNED)
    toml = repository / "cortex.toml"
    before = toml.read_text(encoding="utf-8")
    [offer] = [
        each
        for each in actions(editor, uri, PINNED, SYMBOL, "refactor.rewrite")
        if each["title"].startswith("Pin")
    ]
    changes = editor.edits_of(offer)
    after = edited(before, changes.pop(uri_of(toml)))
    assert changes == {}
    assert toml.read_text(encoding="utf-8") == before
    assert SYMBOL in tomllib.loads(after)["symbols"]["pins"]
    assert tomllib.loads(after)["intents"] == tomllib.loads(before)["intents"]


def test_a_configuration_that_is_not_there_is_made_by_the_edit(
    start_editor: StartEditor, repository: Path
) -> None:
    (repository / "cortex.toml").unlink()
    editor = start_editor(repository, capabilities=NEOVIM)
    uri = editor.write(repository / "a.plan-request.json", PINNED)
    [offer] = actions(editor, uri, PINNED, SYMBOL, "refactor.extract")
    create, fill, own = editor.result("codeAction/resolve", offer)["edit"]["documentChanges"]
    assert (create["kind"], create["uri"]) == ("create", uri_of(repository / "cortex.toml"))
    assert "[[intents.repair.steps]]" in edited("", fill["edits"])
    assert json.loads(edited(PINNED, own["edits"]))["inputs"] == {"symbols": []}


def test_an_unbounded_symbol_has_a_quick_fix_in_the_configuration(
    start_editor: StartEditor, repository: Path
) -> None:
    toml = repository / "cortex.toml"
    toml.write_text('[symbols.pins]\n"@GUIDE" = { file = "docs/guide.md" }\n', encoding="utf-8")
    editor = start_editor(repository, capabilities=VSCODE)
    text = request_text(inputs={"symbols": ["@GUIDE"]})
    uri = editor.write(repository / "a.plan-request.json", text)
    assert editor.command("cortex.reindex", uri)
    [fix] = actions(editor, uri, text, "@GUIDE", "quickfix")
    assert fix["diagnostics"][0]["code"] == "symbol-unbounded"
    edits = editor.edits_of(fix)[uri_of(toml)]
    assert 'slice = "head(4000)" }' in edited(toml.read_text(encoding="utf-8"), edits)


def test_what_mends_a_finding_is_not_offered_twice(start_editor: StartEditor, repository: Path) -> None:
    """An ambiguous symbol can be pinned, as any other; that is one entry in the menu."""
    (repository / "docs" / "twice.md").write_text("# T\n\n## A\n\n1\n\n## A\n\n2\n", encoding="utf-8")
    editor = start_editor(repository, capabilities=VSCODE)
    text = request_text(inputs={"symbols": ["@DOC/docs/twice.md#a-1"]})
    uri = editor.write(repository / "a.plan-request.json", text)
    assert editor.command("cortex.reindex", uri)
    pins = [each for each in actions(editor, uri, text, "#a-1") if each["title"].startswith("Pin")]
    assert [(each["kind"], each["diagnostics"][0]["code"]) for each in pins] == [
        ("quickfix", "symbol-ambiguous")
    ]


def test_a_deed_that_a_quick_fix_and_a_refactoring_do_is_one_entry(vscode: EditorClient, uri: str) -> None:
    text = request_text(inputs={"symbols": [{"symbol_id": SYMBOL, "slice": "ALL"}]})
    vscode.change(uri, 2, {"text": text})
    titles = [each["title"] for each in actions(vscode, uri, text, SYMBOL)]
    assert "Write the symbol alone" in titles
    assert not [title for title in titles if title.startswith("Write 1 symbol")]
    assert "Write 1 symbol without slice" in [
        each["title"] for each in actions(vscode, uri, text, SYMBOL, "refactor")
    ]


def shown(editor: EditorClient, uri: str) -> tuple[bool, bool]:
    """Return whether there are lenses, and whether there are hints."""
    lenses = editor.of_document("textDocument/codeLens", uri)
    hints = editor.of_document("textDocument/inlayHint", uri, range=whole(TEXT))
    return bool(lenses), bool(hints)


def test_lens_and_hints_can_be_switched_for_one_document(vscode: EditorClient, uri: str) -> None:
    before = shown(vscode, uri)
    assert vscode.command("cortex.togglePreview", uri) is False
    hidden = shown(vscode, uri)
    titles = [each["title"] for each in actions(vscode, uri, TEXT, "{")]
    assert vscode.command("cortex.togglePreview", uri) is True
    assert (before, hidden, shown(vscode, uri)) == ((True, True), (False, False), (True, True))
    assert "Show lens and hints in this document" in titles


@pytest.mark.parametrize("settings", [(True, False), (False, True)])
def test_what_was_hidden_is_shown_again_as_the_settings_say(
    start_editor: StartEditor, repository: Path, settings: tuple[bool, bool]
) -> None:
    """Twice is the way back."""
    editor = start_editor(repository, capabilities=VSCODE)
    uri = editor.write(repository / "a.plan-request.json", TEXT)
    editor.use({"preview": {"codeLens": settings[0], "inlayHints": settings[1]}})
    assert editor.command("cortex.togglePreview", uri) is False
    assert shown(editor, uri) == (False, False)
    assert editor.command("cortex.togglePreview", uri) is True
    assert shown(editor, uri) == settings


def test_a_setting_takes_lenses_away_at_once_and_a_document_can_have_its_own_back(
    start_editor: StartEditor, repository: Path
) -> None:
    """Where the settings say neither, a document has both or nothing."""
    editor = start_editor(repository, capabilities=VSCODE)
    uri = editor.write(repository / "a.plan-request.json", PINNED)
    assert editor.of_document("textDocument/codeLens", uri)
    editor.use({"preview": {"codeLens": False, "inlayHints": False}})
    assert editor.of_document("textDocument/codeLens", uri) == []
    for both in (True, False, True):
        assert editor.command("cortex.togglePreview", uri) is both
        assert shown(editor, uri) == (both, both)


def test_hover_over_the_first_brace_carries_the_whole_preview(
    vscode: EditorClient, plan: tuple[str, str]
) -> None:
    """For clients of agents, which ask for nothing else."""
    request = plan[0].replace(".plan-output.json", "-2.plan-request.json")
    found = vscode.of_document("textDocument/hover", request, position={"line": 0, "character": 0})
    markdown = found["contents"]["value"]
    assert "READ_SYMBOL" in markdown
    assert json.loads(plan[1])["plan_hash"] in markdown
    of_plan = vscode.of_document("textDocument/hover", plan[0], position={"line": 0, "character": 0})
    assert "Every step id and the plan hash fit the steps." in of_plan["contents"]["value"]


def test_space_before_the_first_brace_carries_the_whole_preview_too(vscode: EditorClient, uri: str) -> None:
    vscode.change(uri, 2, {"text": f"\n\n {PINNED}"})
    found = vscode.of_document("textDocument/hover", uri, position={"line": 0, "character": 0})
    assert "READ_SYMBOL" in found["contents"]["value"]
