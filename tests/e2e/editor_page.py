"""The page of pictures in words: what Neovim and Emacs have on the screen for each feature."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from e2e.emacs import driver as emacs_driver
from e2e.neovim import driver as neovim_driver
from e2e.requests import SQUEEZED_REQUEST, UNSORTED_REQUEST
from e2e.tools import CLONE

# What the page shows and the tests look at is one and the same run of an editor.
run_neovim = functools.cache(neovim_driver.run_neovim)
run_emacs = functools.cache(emacs_driver.run_emacs)

PAGE = CLONE / "docs" / "in-editors.md"
CONFIGURATION = "# What requests may do.\n[policy] # for everybody\nmax_steps = 50\n"
INTRODUCTION = """# What the editors show

Text dumps of real editors, driven by the editor tests: Neovim 0.7.2 with its built-in client, and Emacs 28.2 with eglot.
A test keeps the page current. Folds, growing selections, colours and links, for which Neovim 0.7 and eglot 1.9 have
no window, are what the server answered to Neovim's client; VS Code shows them:

![VS Code: outline, a grown selection, a link, an unknown name in red, folded budgets, both mentions marked](images/breadth.png)

The document, and its `cortex.toml`:

"""


def page(folder: Path, server: Path) -> str:
    """Return the page, drawn in a folder that holds the unsorted request."""
    neovim = run_neovim("outlining", folder, server)
    emacs = run_emacs("outlining", folder, server)
    reading = run_neovim("reading", folder, server)
    parts = [
        _block(_numbered(UNSORTED_REQUEST), "text") + _block(CONFIGURATION, "toml"),
        _section("Outline", "Neovim: `vim.lsp.buf.document_symbol()`", "\n".join(neovim["outline"])),
        _section("", "Emacs: `imenu`", "\n".join(emacs["outline"])),
        _section("Highlight", "with the cursor on line 7, in Neovim", "\n".join(neovim["marked"])),
        _section("", "and in Emacs", "\n".join(sorted(emacs["marked"]))),
        _section("The whole preview", "Neovim: hover over the first brace", neovim["hover"]),
        _section("Hover", "Neovim, over the symbol", reading["hover"]),
        _section("Workspace symbols", "`workspace_symbol('install')` leads to", _jump(reading["jump"])),
        _section("Semantic tokens", "as the server answered", "\n".join(_tokens(neovim))),
        _section("Folding", "lines that fold", "\n".join(map(_fold, neovim["folds"]))),
        _section("Selection", "growing from line 7", "\n".join(_selections(neovim["selections"][0]))),
        _section("Links", "targets, from the folder", "\n".join(_links(neovim["links"], folder)) or "none"),
        *_refactorings(folder, server),
        _section("Formatting", "before", SQUEEZED_REQUEST),
        _section("", "after, in Emacs", run_emacs("formatting", folder, server)["text"]),
    ]
    return INTRODUCTION + "\n".join(parts)


def write_if_asked(text: str) -> None:
    """Write the page where the environment says so."""
    if os.environ.get("CORTEX_E2E_WRITE_PAGES"):
        PAGE.write_text(text, encoding="utf-8", newline="\n")


def _refactorings(folder: Path, server: Path) -> Iterator[str]:
    sort = run_neovim("refactoring", folder, server, "Sort inputs")
    yield _section("Code actions", "Neovim, on line 7, offers", "\n".join(sort["titles"]))
    yield _section("", "*Sort inputs* leaves", sort["text"])
    pin = run_neovim("refactoring", folder, server, "Pin @")
    yield _section("", "*Pin* leaves in `cortex.toml`, not saved yet", pin["configuration"])
    move = run_emacs("refactoring", folder, server, "Move the repeated @")
    yield _section("", "*Move the repeated ... to the intent*, in Emacs, leaves", move["text"])
    yield _section("", "and in `cortex.toml`", move["configuration"])


def _section(title: str, what: str, text: str) -> str:
    heading = f"## {title}\n\n" if title else ""
    return f"{heading}{what[0].upper()}{what[1:]}:\n\n{_block(text)}"


def _block(text: str, language: str = "text") -> str:
    fence = "````" if "```" in text else "```"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n"


def _numbered(text: str) -> str:
    return "\n".join(f"{number:2} {line}" for number, line in enumerate(text.splitlines(), start=1))


def _jump(jump: dict[str, str]) -> str:
    return f"{jump['file']}: {jump['line']}"


def _tokens(seen: dict[str, Any]) -> Iterator[str]:
    data, legend, lines = seen["tokens"], seen["legend"], UNSORTED_REQUEST.splitlines()
    line = column = 0
    for at in range(0, len(data), 5):
        down, right, length, kind, bits = data[at : at + 5]
        line, column = line + down, right + (column if down == 0 else 0)
        words = [word for place, word in enumerate(legend["tokenModifiers"]) if bits & 1 << place]
        named = " ".join([legend["tokenTypes"][kind], *words])
        yield f"{line + 1}: {lines[line][column : column + length]} ({named})"


def _fold(fold: dict[str, int]) -> str:
    return f"{fold['startLine'] + 1} to {fold['endLine'] + 1}"


def _selections(selection: dict[str, Any] | None) -> Iterator[str]:
    while selection is not None:
        start, end = selection["range"]["start"], selection["range"]["end"]
        yield f"{start['line'] + 1}:{start['character'] + 1} to {end['line'] + 1}:{end['character'] + 1}"
        selection = selection.get("parent")


def _links(links: list[dict[str, Any]], folder: Path) -> Iterator[str]:
    for link in links:
        path = link["target"].removeprefix("file://").replace("%20", " ")
        yield f"{link['range']['start']['line'] + 1}: {Path(path).relative_to(folder)}"
