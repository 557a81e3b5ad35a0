"""A window with several folders: commands that are about one of them ask which."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

from e2e.browser.layout import layout_problems
from e2e.browser.workbench import (
    PALETTE,
    PALETTE_INPUT,
    STATUS_ITEM,
    press_in_toast,
    run_command,
    wait_for_server,
    wait_for_status,
)

if TYPE_CHECKING:
    from pathlib import Path

    from e2e.browser.bridge import Browser
    from e2e.browser.code_server import CodeServer

ROW = f"{PALETTE} .monaco-list-row"
SHOP = '[intents.repair]\ndescription = "Mend what is broken, and test it."\n\n[intents.replace]\n'


def make_folders(place: Path) -> Path:
    """Make two folders, of which one declares intents, and return the file that opens both in one window."""
    for name, configuration in (("shop", SHOP), ("tools", "")):
        (place / name).mkdir(parents=True)
        (place / name / "cortex.toml").write_text(configuration, encoding="utf-8")
        (place / name / "guide.md").write_text(f"# The {name}\n", encoding="utf-8")
    window = place / "both.code-workspace"
    window.write_text(json.dumps({"folders": [{"path": "shop"}, {"path": "tools"}]}), encoding="utf-8")
    return window


def test_vscode_asks_which_of_several_folders_is_meant(
    vscode: Browser, code_server: CodeServer, trusted_place: Path, screenshots: Path
) -> None:
    """The index is built of the folder that was picked alone, and a new request is offered that folder's own intents.

    Where no index could be built, a button leads to the reason. What is typed is taken too; where a folder declares no intents, that is all that is asked for.
    """
    window = make_folders(trusted_place / "several")
    vscode.open(f"{code_server.origin}/?workspace={quote(str(window))}")
    wait_for_server(vscode)
    vscode.click(STATUS_ITEM)
    vscode.click(ROW, "Build index")
    vscode.click(ROW, "tools")
    wait_for_status(vscode, f"No index yet for {window.parent / 'shop'}:")
    assert not (window.parent / "shop" / "CORTEX").exists()

    (window.parent / "shop" / "CORTEX").write_text("in the way of an index", encoding="utf-8")
    run_command(vscode, "Cortex: Build Index")
    vscode.click(ROW, "shop")
    press_in_toast(vscode, "No index was built of", "Show Output")
    vscode.wait(".panel .view-line", "starting")
    vscode.screenshot(screenshots / "no_index_was_built.png")
    run_command(vscode, "View: Hide Panel")

    run_command(vscode, "Cortex: New Plan Request")
    vscode.click(ROW, "tools")
    vscode.wait(PALETTE, "The intent: what should be done?")
    assert vscode.texts(ROW) == []
    vscode.press("Escape")
    vscode.wait_gone(PALETTE_INPUT)

    run_command(vscode, "Cortex: New Plan Request")
    vscode.click(ROW, "shop")
    vscode.wait(ROW, "Mend what is broken, and test it.")
    vscode.type("rep")
    vscode.wait(f"{ROW} .label-description", "rep")
    assert [row.split("\n")[0].strip() for row in vscode.texts(ROW)] == ["repair", "replace", "As typed:rep"]
    assert layout_problems(vscode, f"{ROW} .label-name") == []
    vscode.screenshot(screenshots / "choosing_an_intent.png")
    vscode.press("Enter")
    vscode.wait(PALETTE, "there is no index yet")
    vscode.press("Enter")
    vscode.wait(".tab.active", "repair.plan-request.json")
    vscode.wait(".view-line", '"intent": "repair"')

    # The new request lies in a folder already, though it is not saved: that is the folder in question now.
    run_command(vscode, "Cortex: New Plan Request")
    vscode.wait(ROW, "replace")
    vscode.type("repaint it all")
    vscode.wait(f"{ROW}.focused", "repaint it all")
    vscode.press("Enter")
    vscode.wait(PALETTE, "2 of 2")
    vscode.press("Enter")
    vscode.wait(".tab.active", "repaint-it-all.plan-request.json")
    vscode.wait(".view-line", '"intent": "repaint it all"')
