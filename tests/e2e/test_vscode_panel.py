"""The plan panel beside the document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from e2e.browser.workbench import PANEL, go_to, run_command
from e2e.requests import READING_REQUEST

if TYPE_CHECKING:
    from e2e.browser.workbench import SharedVSCode

ROW = "#rows .row"
POSITION = r"#status\.editor\.selection"


def test_vscode_panel_shows_the_plan_and_follows_the_text(shared_vscode: SharedVSCode) -> None:
    """The panel has a row per step and a bar per budget, and a new row as soon as a note is typed."""
    page = shared_vscode.open("panel.plan-request.json", READING_REQUEST)
    run_command(page, "Cortex: Show Plan Panel")
    page.wait(ROW, "@DOC/docs/guide.md#install", frame=PANEL)
    page.wait(".budget", "1 of 20 steps", frame=PANEL)
    go_to(page, 8, 6)
    page.type(',"notes": ["a"]')
    page.wait(ROW, "NOTE", frame=PANEL)
    page.wait(".codelens-decoration", "2 of 20 steps")
    rows = page.boxes(ROW, frame=PANEL)
    assert [row.text[0] for row in rows] == ["1", "2"]
    assert rows[0].y + rows[0].height <= rows[1].y


def test_vscode_panel_leads_to_the_input_and_to_the_section(shared_vscode: SharedVSCode) -> None:
    """A click on a step selects its symbol in the request; the arrow opens the section that it reads."""
    page = shared_vscode.open("jump.plan-request.json", READING_REQUEST)
    run_command(page, "Cortex: Show Plan Panel")
    page.wait("h1", "jump.plan-request.json", frame=PANEL)
    page.click(ROW, "READ_SYMBOL", frame=PANEL)
    page.wait(POSITION, "Ln 7")
    page.click("[data-source]", frame=PANEL)
    page.wait(".tab.active", "guide.md")
    page.wait(POSITION, "Ln 5")
