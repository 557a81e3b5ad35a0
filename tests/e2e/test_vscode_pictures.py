"""The pictures of the READMEs, taken of the extension as it is."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from e2e.browser.layout import layout_problems
from e2e.browser.workbench import PANEL, cortex, go_to, run_command, use_theme
from e2e.shop import make_shop
from e2e.tools import CLONE

if TYPE_CHECKING:
    from e2e.browser.bridge import Browser
    from e2e.browser.code_server import CodeServer

LENS = ".codelens-decoration"
SUGGESTION = ".suggest-widget.visible .monaco-list-row"
READMES = [
    CLONE / "README.md",
    CLONE / "vscode-client" / "README.md",
    CLONE / "docs" / "editors" / "vscode.md",
]
LARGEST = 120_000


@pytest.fixture(scope="session")
def images(screenshots: Path) -> Path:
    """The folder for the pictures; `make pictures` names docs/images."""
    return Path(os.environ.get("CORTEX_E2E_IMAGES") or screenshots)


def test_vscode_is_pictured_in_the_readmes(
    vscode: Browser, code_server: CodeServer, trusted_place: Path, images: Path
) -> None:
    """A request with its lens, hints, list and panel looks as the READMEs show it, in files that load fast."""
    shop = make_shop(trusted_place / "shop")
    cortex(shop, "index", "--repo-root", str(shop))
    vscode.resize(1080, 600)
    vscode.open(code_server.address(shop, "fix-login.plan-request.json"))
    vscode.wait(LENS, "6 of 20 steps")
    vscode.press("Control+b")
    vscode.wait_gone(".explorer-folders-view")
    vscode.wait(".view-line", "READ_SYMBOL")
    vscode.screenshot(images / "writing.png")
    complete(vscode, images)
    run_command(vscode, "Cortex: Show Plan Panel")
    for theme, name in (("Light Modern", "panel-light"), ("Dark Modern", "panel")):
        use_theme(vscode, theme)
        vscode.wait(f"body.vscode-{'light' if 'light' in name else 'dark'}", frame=PANEL)
        vscode.wait("#rows .row", "RUN_TEST", frame=PANEL)
        vscode.screenshot(images / f"{name}.png")
        assert layout_problems(vscode, "h1, #actions button, .budget > *, .row > span", frame=PANEL) == []
    shown = {name for page in READMES for name in pictures_of(page)}
    assert shown <= {file.name for file in images.glob("*.png")}
    assert [name for name in shown if (images / name).stat().st_size > LARGEST] == []
    (packed,) = code_server.home.glob("extensions/cortex.cortex-plan-*/readme.md")
    assert "![" not in packed.read_text(encoding="utf-8"), "its page in the editor would show it broken"


def complete(vscode: Browser, images: Path) -> None:
    """Take a picture of the list that opens at `"@`, and leave the request as it was."""
    go_to(vscode, 8, 41)
    vscode.type(",")
    # A list that opens at the comma would take the Enter.
    vscode.press("Escape", "End", "Enter")
    # The quote is closed by the editor only once it knows the new line's colours.
    vscode.wait(r"#status\.editor\.selection", "Ln 9, Col 7")
    vscode.type('"@')
    vscode.wait(SUGGESTION, "@DOC/docs/login.md#locking")
    vscode.wait(LENS, "(stale)")
    vscode.screenshot(images / "completion.png")
    vscode.press("Escape")
    run_command(vscode, "File: Revert File")
    vscode.wait_gone(".tab.active.dirty")


def pictures_of(page: Path) -> list[str]:
    """Return the names of the pictures in docs/images that a page shows."""
    return re.findall(r"\(\S*images/([\w-]+\.png)\)", page.read_text(encoding="utf-8"))
