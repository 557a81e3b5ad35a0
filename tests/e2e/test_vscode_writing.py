"""What VS Code shows and offers while a plan request is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from e2e.browser.workbench import PALETTE, go_to, run_command
from e2e.requests import READING_REQUEST, SQUEEZED_REQUEST, WRITING_REQUEST

if TYPE_CHECKING:
    from e2e.browser.workbench import SharedVSCode

LENS = ".codelens-decoration"
SUGGESTION = ".suggest-widget.visible .monaco-list-row"
LINE = ".view-line"


def test_vscode_shows_the_plan_in_a_lens_that_follows_the_text(shared_vscode: SharedVSCode) -> None:
    """The lens counts steps and symbols, and counts anew when a note is typed."""
    page = shared_vscode.open("lens.plan-request.json", READING_REQUEST)
    page.wait(LENS, "1 of 20 steps")
    page.wait(LENS, "1 of 100 symbols")
    go_to(page, 8, 6)
    page.type(',"notes": ["a", "b"]')
    page.wait(LENS, "3 of 20 steps")


def test_vscode_shows_the_step_behind_a_symbol(shared_vscode: SharedVSCode) -> None:
    """A hint behind the symbol names its operation."""
    page = shared_vscode.open("hints.plan-request.json", READING_REQUEST)
    page.wait(LINE, "READ_SYMBOL")


def test_vscode_completes_a_symbol_without_doubling_anything(shared_vscode: SharedVSCode) -> None:
    """Typing a quote and @ opens the list inside the string; accepting leaves one @ and closed quotes."""
    page = shared_vscode.open("complete.plan-request.json", WRITING_REQUEST)
    go_to(page, 7, 7)
    page.type('"@')
    page.wait(SUGGESTION, "@DOC/docs/guide.md#install")
    page.type("inst")
    page.wait(f"{SUGGESTION}.focused", "@DOC/docs/guide.md#install")
    page.press("Tab")
    page.wait(LENS, "1 of 20 steps")
    assert saved(shared_vscode, "complete.plan-request.json") == READING_REQUEST


def test_vscode_hover_tells_what_a_symbol_reads(shared_vscode: SharedVSCode) -> None:
    """Resting on a symbol shows the file and the text of its section."""
    page = shared_vscode.open("hover.plan-request.json", READING_REQUEST)
    page.wait(LENS, "1 of 20 steps")
    go_to(page, 7, 20)
    page.press("Control+k", "Control+i")
    page.wait(".monaco-hover", "docs/guide.md")
    page.wait(".monaco-hover", "Run make.")
    page.press("Escape")


def test_vscode_goes_from_a_symbol_to_its_section(shared_vscode: SharedVSCode) -> None:
    """Go to definition opens the Markdown file at the heading."""
    page = shared_vscode.open("definition.plan-request.json", READING_REQUEST)
    page.wait(LENS, "1 of 20 steps")
    go_to(page, 7, 20)
    page.press("F12")
    page.wait(".tab.active", "guide.md")
    page.wait(r"#status\.editor\.selection", "Ln 5")


def test_vscode_compiles_from_the_light_bulb(shared_vscode: SharedVSCode) -> None:
    """Ctrl+. lists Compile plan, and running it opens the compiled plan."""
    page = shared_vscode.open("bulb.plan-request.json", READING_REQUEST)
    page.wait(LENS, "1 of 20 steps")
    page.press("Control+.")
    page.wait(".action-widget .monaco-list-row", "Compile plan")
    page.click(".action-widget .monaco-list-row", "Compile plan")
    page.wait(".tab.active", "bulb.plan-output.json")
    page.wait(LINE, "plan_hash")


def test_vscode_formats_a_request(shared_vscode: SharedVSCode) -> None:
    """A request on one line gets the layout of `cortex fmt`."""
    page = shared_vscode.open("squeezed.plan-request.json", SQUEEZED_REQUEST)
    page.wait(LENS, "1 of 20 steps")
    run_command(page, "Format Document")
    assert saved(shared_vscode, "squeezed.plan-request.json") == READING_REQUEST


def test_vscode_jumps_to_a_symbol_of_the_repository(shared_vscode: SharedVSCode) -> None:
    """Ctrl+T finds a symbol by a part of its name and opens its file at the heading."""
    page = shared_vscode.open("workspace-symbol.plan-request.json", READING_REQUEST)
    page.wait(LENS, "1 of 20 steps")
    page.press("Control+t")
    page.wait(f"{PALETTE} input")
    page.type("guide.md#install")
    page.wait(f"{PALETTE} .monaco-list-row.focused", "@DOC/docs/guide.md#install")
    page.press("Enter")
    page.wait(".tab.active", "guide.md")
    page.wait(r"#status\.editor\.selection", "Ln 5")


def saved(vscode: SharedVSCode, name: str) -> str:
    """Save the changed document that is open and return what is in its file then."""
    vscode.page.wait(".tab.active.dirty")
    vscode.page.press("Control+s")
    vscode.page.wait_gone(".tab.active.dirty")
    return (vscode.folder / name).read_text(encoding="utf-8")
