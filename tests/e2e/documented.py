"""The configuration that the documentation tells users of an editor to copy, and a PATH on which it finds the server."""

from __future__ import annotations

import os
import re
from pathlib import Path

from e2e.tools import CLONE

PAGES = CLONE / "docs" / "editors"


def documented_configuration(page: str, language: str) -> str:
    """Return the first block of code in `language` on a page of `docs/editors`."""
    text = (PAGES / page).read_text(encoding="utf-8")
    found = re.search(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert found is not None, f"{page} has no block of {language}"
    return found[1]


def path_with_server(place: Path, server: Path) -> str:
    """Return a PATH on which `cortex-lsp` is the server under test."""
    folder = place / "bin"
    folder.mkdir(exist_ok=True)
    (folder / "cortex-lsp").unlink(missing_ok=True)
    (folder / "cortex-lsp").symlink_to(server)
    return os.pathsep.join([str(folder), os.environ["PATH"]])
