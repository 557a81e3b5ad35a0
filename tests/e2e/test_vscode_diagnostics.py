"""What a user of VS Code sees of findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from e2e.browser.layout import layout_problems
from e2e.browser.workbench import go_to
from e2e.requests import BROKEN_REQUEST

if TYPE_CHECKING:
    from e2e.browser.workbench import SharedVSCode

SQUIGGLE = ".squiggly-error"
ACTION = ".action-widget .monaco-list-row.action"
PROBLEM = ".markers-panel .monaco-list-row"


def test_vscode_underlines_a_missing_field(shared_vscode: SharedVSCode) -> None:
    """A broken request has a squiggle, and the problems view names the field and the code."""
    page = shared_vscode.open("missing.plan-request.json", BROKEN_REQUEST)
    page.wait(SQUIGGLE)
    page.press("Control+Shift+m")
    page.wait(PROBLEM, "field-missing")
    assert any("request_id" in row and "field-missing" in row for row in page.texts(PROBLEM))
    assert layout_problems(page, f"{PROBLEM}, .statusbar-item") == []
    page.press("Control+Shift+m")


def test_vscode_takes_the_squiggle_away_when_the_field_is_typed(shared_vscode: SharedVSCode) -> None:
    """Typing the missing field as a user would makes the request good, without saving."""
    page = shared_vscode.open("mended.plan-request.json", BROKEN_REQUEST)
    page.wait(SQUIGGLE)
    go_to(page, 2, 1)
    page.press("End", "Enter")
    page.type('"request_id": "request-1"')
    page.press("End")
    page.type(",")
    page.wait_gone(SQUIGGLE)


def test_vscode_applies_a_quick_fix_and_saves_it(shared_vscode: SharedVSCode) -> None:
    """Ctrl+. on the squiggle offers to add the field; what is saved then has it, and the squiggle is gone."""
    page = shared_vscode.open("fixed.plan-request.json", BROKEN_REQUEST)
    page.wait(SQUIGGLE)
    page.press("F8")
    page.wait(".zone-widget .message", "request_id")
    page.press("Escape", "Control+.")
    page.wait(ACTION, "Add `request_id`")
    shared_vscode.picture("quick fixes")
    assert layout_problems(page, ACTION) == []
    page.click(ACTION, "Add `request_id`")
    page.wait_gone(SQUIGGLE)
    assert '"request_id": ' in shared_vscode.saved("fixed.plan-request.json")
