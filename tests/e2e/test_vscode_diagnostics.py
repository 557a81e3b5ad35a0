"""What a user of VS Code sees of findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from e2e.browser.workbench import go_to
from e2e.requests import BROKEN_REQUEST

if TYPE_CHECKING:
    from e2e.browser.workbench import SharedVSCode

SQUIGGLE = ".squiggly-error"
PROBLEM = ".markers-panel .monaco-list-row"


def test_vscode_underlines_a_missing_field(shared_vscode: SharedVSCode) -> None:
    """A broken request has a squiggle, and the problems view names the field and the code."""
    page = shared_vscode.open("missing.plan-request.json", BROKEN_REQUEST)
    page.wait(SQUIGGLE)
    page.press("Control+Shift+m")
    page.wait(PROBLEM, "field-missing")
    assert any("request_id" in row and "field-missing" in row for row in page.texts(PROBLEM))
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
