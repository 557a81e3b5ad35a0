"""Outline, marks and refactorings as Neovim and Emacs show them, and the page that shows what they show."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from e2e import editor_page
from e2e.browser.workbench import cortex
from e2e.editor_page import run_emacs, run_neovim
from e2e.requests import READING_REQUEST, SQUEEZED_REQUEST, UNSORTED_REQUEST

Run = Callable[..., dict[str, Any]]
SYMBOL = "@DOC/docs/guide.md#install"
NAME = "any.plan-request.json"
EDITORS = pytest.mark.parametrize("run", [run_neovim, run_emacs], ids=["neovim", "emacs"])


@pytest.fixture(scope="session")
def unsorted(indexed_once: Path, trusted_place: Path) -> Path:
    """Return a folder with a request whose inputs are in no order, one of them named twice; no scenario saves in it."""
    folder = shutil.copytree(indexed_once, trusted_place / "an unsorted folder")
    (folder / "cortex.toml").write_text(editor_page.CONFIGURATION, encoding="utf-8")
    (folder / "unsorted.plan-request.json").write_text(UNSORTED_REQUEST, encoding="utf-8")
    return folder


@EDITORS
def test_the_outline_names_the_inputs(run: Run, unsorted: Path, server: Path) -> None:
    """In Neovim and in Emacs the outline has every symbol and the budgets."""
    outline = run("outlining", unsorted, server)["outline"]
    assert [line for line in outline if SYMBOL in line]
    assert [line for line in outline if "budgets" in line]


@EDITORS
def test_a_repeated_symbol_is_marked_in_both_places(run: Run, unsorted: Path, server: Path) -> None:
    """With the cursor on a symbol that is named twice, both editors mark both places."""
    assert sorted(run("outlining", unsorted, server)["marked"]) == [f"7: {SYMBOL}", f"9: {SYMBOL}"]


@EDITORS
def test_inputs_are_sorted(run: Run, unsorted: Path, server: Path) -> None:
    """The action is offered in both editors and sorts the symbols of the open text."""
    seen = run("refactoring", unsorted, server, "Sort inputs")
    symbols = json.loads(seen["text"])["inputs"]["symbols"]
    assert symbols == sorted(json.loads(UNSORTED_REQUEST)["inputs"]["symbols"])


@EDITORS
def test_a_pin_lands_in_the_configuration_with_its_comments(run: Run, unsorted: Path, server: Path) -> None:
    """The action writes the pin into cortex.toml, keeps its comments, and leaves the request alone."""
    seen = run("refactoring", unsorted, server, "Pin @")
    assert seen["configuration"].startswith(editor_page.CONFIGURATION)
    assert list(tomllib.loads(seen["configuration"])["symbols"]["pins"]) == [SYMBOL]
    assert seen["text"] == UNSORTED_REQUEST


@EDITORS
def test_inputs_move_to_the_intent(run: Run, unsorted: Path, server: Path) -> None:
    """Both mentions of it leave the request, and the intent reads it."""
    seen = run("refactoring", unsorted, server, "Move the repeated @")
    assert json.loads(seen["text"])["inputs"]["symbols"] == ["@DOC/docs/guide.md"]
    (step,) = tomllib.loads(seen["configuration"])["intents"]["summarise"]["steps"]
    assert step["refs"] == {"symbol_id": SYMBOL}


@EDITORS
def test_a_repository_without_an_index_is_offered_one(run: Run, workspace: Path, server: Path) -> None:
    """The folder with the cortex.toml is the root, also for a request in a folder below it."""
    (workspace / "deep").mkdir()
    (workspace / "deep" / NAME).write_text(READING_REQUEST, encoding="utf-8")
    seen = run("lenses", workspace, server, f"deep/{NAME}")
    assert seen["lenses"][-1] == "no index · Build index"
    assert "a folder" in seen["asked"][0]


@EDITORS
def test_a_document_in_no_repository_says_so(run: Run, tmp_path: Path, server: Path) -> None:
    """Without a cortex.toml or a .git above it the lens says so, and nobody offers to index the folder."""
    folder = tmp_path / "anywhere"
    folder.mkdir()
    (folder / NAME).write_text(READING_REQUEST, encoding="utf-8")
    seen = run("lenses", folder, server, NAME)
    assert seen["lenses"][-1] == "in no repository · symbols and files are not checked"
    assert seen["asked"] == []


@EDITORS
def test_a_request_with_crlf_gets_the_layout_of_cortex_fmt(
    run: Run, indexed_workspace: Path, server: Path
) -> None:
    """Formatting alone leaves the line ends; with the documented step the saved file passes `cortex fmt --check`."""
    file = indexed_workspace / NAME
    file.write_text(SQUEEZED_REQUEST, encoding="utf-8", newline="\r\n")
    assert run("line_ends", indexed_workspace, server, NAME)["before"] == "dos"
    assert file.read_bytes() == READING_REQUEST.encode()
    cortex(indexed_workspace, "fmt", "--check", NAME)


def test_the_page_shows_what_the_editors_show(unsorted: Path, server: Path) -> None:
    """docs/in-editors.md is what Neovim and Emacs show; CORTEX_E2E_WRITE_PAGES=1 writes it anew."""
    page = editor_page.page(unsorted, server)
    editor_page.write_if_asked(page)
    assert editor_page.PAGE.read_text(encoding="utf-8") == page
