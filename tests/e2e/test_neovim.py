"""What a user of Neovim sees, with its built-in client and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from e2e.neovim.driver import run_neovim

if TYPE_CHECKING:
    from pathlib import Path


def test_neovim_shows_a_missing_field_until_it_is_typed(workspace: Path, server: Path) -> None:
    """A missing field is a diagnostic with its code, typing it takes it away, and the server exits with 0."""
    seen = run_neovim("diagnostics", workspace, server)
    missing = [found for found in seen["before"] if found["code"] == "field-missing"]
    assert len(missing) == 1
    assert "request_id" in missing[0]["message"]
    assert "field-missing" not in seen["after"]
    assert seen["exit_code"] == 0


def test_neovim_completes_a_symbol_and_hovers_over_it(indexed_workspace: Path, server: Path) -> None:
    """The accepted symbol has one @ and closed quotes, and hover shows the text that it reads."""
    seen = run_neovim("writing", indexed_workspace, server)
    assert seen["offered"] == ["@DOC/docs/guide.md#install"]
    assert seen["line"] == '      "@DOC/docs/guide.md#install"'
    assert "Run make." in seen["hover"]
