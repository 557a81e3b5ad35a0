"""What a user of Emacs sees, with eglot and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from e2e.emacs.driver import run_emacs

if TYPE_CHECKING:
    from pathlib import Path


def test_emacs_shows_a_missing_field_until_it_is_typed(workspace: Path, server: Path) -> None:
    """A missing field is a flymake diagnostic, typing it takes it away, and the server stops when asked."""
    seen = run_emacs("diagnostics", workspace, server)
    missing = [message for message in seen["before"] if "request_id" in message]
    assert len(missing) == 1
    assert not [message for message in seen["after"] if "request_id" in message]
    assert seen["alive"] is False


def test_emacs_completes_a_symbol_and_hovers_over_it(indexed_workspace: Path, server: Path) -> None:
    """The completed symbol has one @ and closed quotes, and hover shows the text that it reads."""
    seen = run_emacs("writing", indexed_workspace, server)
    assert seen["line"] == '      "@DOC/docs/guide.md#install"'
    assert "Run make." in seen["hover"]
