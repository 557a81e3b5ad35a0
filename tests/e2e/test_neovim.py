"""What a user of Neovim sees, with its built-in client and the documented configuration."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from e2e.neovim.driver import run_neovim
from e2e.requests import READING_REQUEST

if TYPE_CHECKING:
    from pathlib import Path


def test_neovim_underlines_a_missing_field_until_it_is_typed(workspace: Path, server: Path) -> None:
    """A missing field is a diagnostic with code and place, typing it takes it away, and the server exits with 0."""
    seen = run_neovim("diagnostics", workspace, server)
    missing = [found for found in seen["before"] if found["code"] == "field-missing"]
    assert [(found["line"], found["text"]) for found in missing] == [(0, "{")]
    assert "request_id" in missing[0]["message"]
    assert "field-missing" not in seen["after"]
    assert seen["exit_code"] == 0


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ('"@', '      "@DOC/docs/guide.md"'),
        ('"@"<Left>', '      "@DOC/docs/guide.md"'),
        ('"@DOC/docs/guide.md#ins"<Left>', '      "@DOC/docs/guide.md#install"'),
    ],
)
def test_neovim_completes_a_symbol(indexed_workspace: Path, server: Path, typed: str, line: str) -> None:
    """The accepted symbol has one @ and the quotes that were typed, wherever in the name the list was opened."""
    seen = run_neovim("writing", indexed_workspace, server, typed)
    assert seen["line"] == line
    assert seen["filetype"] == "cortex-plan"


def test_neovim_hovers_over_a_symbol_and_jumps_to_one(indexed_workspace: Path, server: Path) -> None:
    """Hover shows the text that a symbol reads; a workspace symbol leads to its heading."""
    seen = run_neovim("reading", indexed_workspace, server)
    assert "docs/guide.md" in seen["hover"]
    assert "Run make." in seen["hover"]
    assert seen["jump"] == {"file": "guide.md", "line": "## Install"}


def test_neovim_compiles_from_the_code_actions(indexed_workspace: Path, server: Path) -> None:
    """Compile plan names a file, and that file is the compiled plan, read-only."""
    seen = run_neovim("compiling", indexed_workspace, server, "reading.plan-request.json")
    assert seen["name"] == "reading.plan-output.json"
    assert seen["readonly"]
    assert [step["op"] for step in json.loads(seen["shown"])["steps"]] == ["READ_SYMBOL"]


def test_neovim_says_why_a_request_was_refused(indexed_workspace: Path, server: Path) -> None:
    """Compile plan on a broken request says what is missing and opens nothing."""
    seen = run_neovim("compiling", indexed_workspace, server, "broken.plan-request.json")
    assert "refused" in seen["said"]
    assert "request_id" in seen["said"]
    assert seen["name"] == "broken.plan-request.json"


def test_neovim_formats_a_request(indexed_workspace: Path, server: Path) -> None:
    """A request on one line gets the layout of `cortex fmt`."""
    assert run_neovim("formatting", indexed_workspace, server)["text"] == READING_REQUEST
