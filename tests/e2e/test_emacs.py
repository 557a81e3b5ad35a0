"""What a user of Emacs sees, with eglot and the documented configuration."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from e2e.emacs.driver import run_emacs
from e2e.requests import READING_REQUEST

if TYPE_CHECKING:
    from pathlib import Path


def test_emacs_underlines_a_missing_field_until_it_is_typed(workspace: Path, server: Path) -> None:
    """A missing field is a flymake diagnostic with its code, typing it takes it away, and the server stops when asked."""
    seen = run_emacs("diagnostics", workspace, server)
    missing = [found for found in seen["before"] if "[field-missing]" in found["message"]]
    assert [(found["line"], found["text"]) for found in missing] == [(1, "{")]
    assert "request_id" in missing[0]["message"]
    assert not [message for message in seen["after"] if "request_id" in message]
    assert seen["alive"] is False


@pytest.mark.parametrize("typed", ['"@|', '"@|"', '"@ins|"', '"@DOC/docs/guide.md#ins|"'])
def test_emacs_completes_a_symbol(indexed_workspace: Path, server: Path, typed: str) -> None:
    """The chosen symbol has one @ and closed quotes, wherever in the name the list was opened."""
    seen = run_emacs("writing", indexed_workspace, server, typed)
    assert seen["line"] == '      "@DOC/docs/guide.md#install"'


def test_emacs_hovers_over_a_symbol_and_jumps_to_one(indexed_workspace: Path, server: Path) -> None:
    """Hover shows the text that a symbol reads; a workspace symbol leads to its heading."""
    seen = run_emacs("reading", indexed_workspace, server)
    assert "docs/guide.md" in seen["hover"]
    assert "Run make." in seen["hover"]
    assert seen["jump"] == {"file": "guide.md", "line": "## Install"}


def test_emacs_compiles_from_the_code_actions(indexed_workspace: Path, server: Path) -> None:
    """Compile plan names a file, and that file is the compiled plan."""
    seen = run_emacs("compiling", indexed_workspace, server, "reading.plan-request.json")
    assert seen["name"] == "reading.plan-output.json"
    assert [step["op"] for step in json.loads(seen["shown"])["steps"]] == ["READ_SYMBOL"]


def test_emacs_says_why_a_request_was_refused(indexed_workspace: Path, server: Path) -> None:
    """Compile plan on a broken request says what is missing and opens nothing."""
    seen = run_emacs("compiling", indexed_workspace, server, "broken.plan-request.json")
    assert "refused" in seen["said"]
    assert "request_id" in seen["said"]
    assert seen["name"] == "broken.plan-request.json"


def test_emacs_formats_a_request(indexed_workspace: Path, server: Path) -> None:
    """A request on one line gets the layout of `cortex fmt`."""
    assert run_emacs("formatting", indexed_workspace, server)["text"] == READING_REQUEST
