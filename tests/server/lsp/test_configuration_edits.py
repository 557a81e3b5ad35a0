"""Edits of `cortex.toml` fit the text that the client has, whether it is open, unsaved or saved between."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from server.lsp.client_profiles import EGLOT, NEOVIM, VSCODE
from server.lsp.conftest import StartEditor
from server.lsp.editor_client import EditorClient, edited, range_of, request_text

from cortex_server.lsp.uris import uri_of

FIRST, SECOND = "@DOC/docs/guide.md#install", "@CODE/src/app.py#main"
TEXT = request_text(inputs={"symbols": [FIRST, SECOND]})


def pin(editor: EditorClient, uri: str, name: str) -> dict[str, Any]:
    """Return the action that pins a symbol, resolved."""
    found = editor.of_document(
        "textDocument/codeAction", uri, range=range_of(TEXT, name), context={"diagnostics": []}
    )
    [offer] = [each for each in found if each["title"].startswith("Pin")]
    resolved: dict[str, Any] = editor.result("codeAction/resolve", offer)
    return resolved


@pytest.fixture
def toml(repository: Path) -> Path:
    return repository / "cortex.toml"


def started(start_editor: StartEditor, repository: Path, capabilities: dict[str, Any]) -> tuple[Any, str]:
    editor = start_editor(repository, capabilities=capabilities)
    return editor, editor.write(repository / "a.plan-request.json", TEXT)


def pins(text: str) -> list[str]:
    return list(tomllib.loads(text)["symbols"]["pins"])


def test_two_pins_in_an_open_unsaved_file_stand_in_one_table(
    start_editor: StartEditor, repository: Path, toml: Path
) -> None:
    editor, uri = started(start_editor, repository, VSCODE)
    text = toml.read_text(encoding="utf-8")
    opened = editor.open(toml, text)
    for version, name in enumerate((FIRST, SECOND), start=2):
        [change] = pin(editor, uri, name)["edit"]["documentChanges"]
        assert change["textDocument"] == {"uri": opened, "version": version - 1}
        text = edited(text, change["edits"])
        editor.change(opened, version, {"text": text})
    assert pins(text) == [FIRST, SECOND]


def test_a_second_pin_waits_until_the_first_is_saved_where_the_file_is_not_open_with_us(
    start_editor: StartEditor, repository: Path, toml: Path
) -> None:
    """Neovim keeps the first edit in a buffer that we never hear of."""
    editor, uri = started(start_editor, repository, NEOVIM)
    before = toml.read_text(encoding="utf-8")
    first = edited(before, editor.edits_of(pin(editor, uri, FIRST))[uri_of(toml)])
    assert "edit" not in pin(editor, uri, SECOND)
    assert "save it" in editor.told("window/showMessage")["message"]
    toml.write_text(first, encoding="utf-8")
    second = editor.edits_of(pin(editor, uri, SECOND))[uri_of(toml)]
    assert pins(edited(first, second)) == [FIRST, SECOND]


def test_what_is_on_disk_now_counts_and_not_what_was_loaded(
    start_editor: StartEditor, repository: Path, toml: Path
) -> None:
    editor, uri = started(start_editor, repository, NEOVIM)
    editor.of_document("textDocument/documentSymbol", uri)
    now = '[symbols.pins]\n"@A" = { file = "src/app.py", slice = "head(9)" }\n'
    toml.write_text(now, encoding="utf-8")
    found = editor.edits_of(pin(editor, uri, FIRST))[uri_of(toml)]
    assert pins(edited(now, found)) == ["@A", FIRST]


def test_a_file_that_the_first_edit_makes_is_waited_for_also_while_it_is_empty(
    start_editor: StartEditor, repository: Path, toml: Path
) -> None:
    toml.unlink()
    editor, uri = started(start_editor, repository, NEOVIM)
    assert "edit" in pin(editor, uri, FIRST)
    toml.write_text("", encoding="utf-8")
    assert "edit" not in pin(editor, uri, SECOND)


def test_what_was_only_looked_at_blocks_nothing_once_it_is_chosen_again(
    start_editor: StartEditor, repository: Path, toml: Path
) -> None:
    """Nobody tells whether the first was made; if it was, the second fits it all the same."""
    editor, uri = started(start_editor, repository, NEOVIM)
    before = toml.read_text(encoding="utf-8")
    first = editor.edits_of(pin(editor, uri, FIRST))[uri_of(toml)]
    assert "edit" not in pin(editor, uri, SECOND)
    assert "choose this again" in editor.told("window/showMessage")["message"]
    second = editor.edits_of(pin(editor, uri, SECOND))[uri_of(toml)]
    assert pins(edited(before, second)) == [SECOND]
    assert set(pins(edited(edited(before, first), second))) == {FIRST, SECOND}


def test_another_choice_is_asked_about_anew(start_editor: StartEditor, repository: Path, toml: Path) -> None:
    editor, uri = started(start_editor, repository, NEOVIM)
    assert "edit" in pin(editor, uri, FIRST)
    assert "edit" not in pin(editor, uri, SECOND)
    assert "edit" not in pin(editor, uri, FIRST)
    assert "edit" in pin(editor, uri, FIRST)


def test_a_file_that_was_opened_and_closed_has_nothing_to_wait_for(
    start_editor: StartEditor, repository: Path, toml: Path
) -> None:
    """As VS Code does with a change that is undone again."""
    editor, uri = started(start_editor, repository, VSCODE)
    assert "edit" in pin(editor, uri, FIRST)
    editor.close(editor.open(toml, toml.read_text(encoding="utf-8")))
    assert "edit" in pin(editor, uri, SECOND)


def test_a_pin_that_is_written_by_hand_and_not_saved_is_left_alone(
    start_editor: StartEditor, repository: Path, toml: Path
) -> None:
    editor, uri = started(start_editor, repository, VSCODE)
    editor.open(toml, f'[symbols.pins]\n"{FIRST}" = {{ file = "src/app.py" }} # mine\n')
    assert "edit" not in pin(editor, uri, FIRST)
    assert "already pinned" in editor.told("window/showMessage")["message"]


def test_an_open_file_that_is_broken_is_left_alone(
    start_editor: StartEditor, repository: Path, toml: Path
) -> None:
    editor, uri = started(start_editor, repository, VSCODE)
    editor.open(toml, "[policy\n")
    assert "edit" not in pin(editor, uri, FIRST)
    assert "cannot be read, so nothing was written" in editor.told("window/showMessage")["message"]


def test_a_file_that_is_broken_on_disk_by_now_is_left_alone(
    start_editor: StartEditor, repository: Path, toml: Path
) -> None:
    editor, uri = started(start_editor, repository, NEOVIM)
    editor.of_document("textDocument/documentSymbol", uri)
    toml.write_text("[policy\n", encoding="utf-8")
    assert "edit" not in pin(editor, uri, FIRST)
    assert "not TOML" in editor.told("window/showMessage")["message"]


def test_two_edits_of_a_file_that_we_never_hear_of_fit_each_other(
    start_editor: StartEditor, repository: Path, toml: Path
) -> None:
    """Emacs gets the edits with the list of actions, and leaves the file unsaved: both are made for the same text."""
    toml.write_text("# Ours.\n[policy]\nmax_steps = 50\n", encoding="utf-8")
    editor, uri = started(start_editor, repository, EGLOT)
    text = toml.read_text(encoding="utf-8")
    for name, title in ((FIRST, "Pin"), (SECOND, "Pin"), (FIRST, "Move"), (SECOND, "Move")):
        found = editor.of_document(
            "textDocument/codeAction", uri, range=range_of(TEXT, name), context={"diagnostics": []}
        )
        [offer] = [each for each in found if each["title"].startswith(title)]
        text = edited(text, editor.edits_of(offer)[uri_of(toml)])
    assert set(pins(text)) == {FIRST, SECOND}
    steps = tomllib.loads(text)["intents"]["repair"]["steps"]
    assert {step["refs"]["symbol_id"] for step in steps} == {FIRST, SECOND}
