"""What VS Code shows and offers while a plan request is written."""

from __future__ import annotations

import json
import os
import signal
from typing import TYPE_CHECKING, Any

from e2e.browser.layout import layout_problems
from e2e.browser.workbench import PALETTE, PALETTE_INPUT, cortex, go_to, run_command, server_processes
from e2e.requests import READING_REQUEST, SQUEEZED_REQUEST, WRITING_REQUEST

if TYPE_CHECKING:
    from e2e.browser.code_server import CodeServer
    from e2e.browser.workbench import SharedVSCode

LENS = ".codelens-decoration"
SUGGESTION = ".suggest-widget.visible .monaco-list-row"
LINE = ".view-line"


def test_vscode_shows_the_plan_in_a_lens_that_follows_the_text(shared_vscode: SharedVSCode) -> None:
    """The lens has the numbers and the hash that the command line prints, and new ones when notes are typed."""
    page = shared_vscode.open("lens.plan-request.json", READING_REQUEST)
    plan = compiled(shared_vscode, "lens.plan-request.json")
    page.wait(LENS, f"1 of 20 steps · 22 B of 10 MB · 1 of 100 symbols · plan {plan['plan_hash'][:8]}")
    go_to(page, 8, 6)
    page.type(',"notes": ["a", "b"]')
    page.wait(LENS, "3 of 20 steps · 22 B of 10 MB · 1 of 100 symbols")
    shared_vscode.saved("lens.plan-request.json")
    plan = compiled(shared_vscode, "lens.plan-request.json")
    page.wait(LENS, f"plan {plan['plan_hash'][:8]}")


def test_vscode_shows_the_step_behind_a_symbol(shared_vscode: SharedVSCode) -> None:
    """The hint behind a symbol is its step's id, operation and size; the one behind a budget what is used of it."""
    page = shared_vscode.open("hints.plan-request.json", READING_REQUEST)
    step = compiled(shared_vscode, "hints.plan-request.json")["steps"][0]["step_id"]
    page.wait(LINE, f"{step[:9]}… · READ_SYMBOL · 22 B")
    page.wait(LINE, "used: 1 step · 5%")


def test_vscode_completes_a_symbol_without_doubling_anything(shared_vscode: SharedVSCode) -> None:
    """Typing a quote and @ opens the list inside the string; accepting leaves one @ and closed quotes."""
    page = shared_vscode.open("complete.plan-request.json", WRITING_REQUEST)
    go_to(page, 7, 7)
    page.type('"@')
    page.wait(SUGGESTION, "@DOC/docs/guide.md#install")
    shared_vscode.picture("completion")
    assert layout_problems(page, SUGGESTION) == []
    page.type("inst")
    page.wait(f"{SUGGESTION}.focused", "@DOC/docs/guide.md#install")
    page.press("Tab")
    page.wait(LENS, "1 of 20 steps")
    assert shared_vscode.saved("complete.plan-request.json") == READING_REQUEST


def test_vscode_shows_the_list_though_letters_came_while_the_server_was_busy(
    shared_vscode: SharedVSCode, code_server: CodeServer
) -> None:
    """VS Code asks once, at the quote; what is typed before the answer narrows the list and does not lose it."""
    page = shared_vscode.open("busy.plan-request.json", WRITING_REQUEST)
    go_to(page, 7, 7)
    servers = server_processes(code_server.home)
    for process in servers:
        os.kill(process, signal.SIGSTOP)
    page.type('"@DOC')
    page.wait(LINE, '"@DOC"')
    for process in servers:
        os.kill(process, signal.SIGCONT)
    page.wait(SUGGESTION, "@DOC/docs/guide.md#install")
    page.press("Escape")


def test_vscode_hover_tells_what_a_symbol_reads(shared_vscode: SharedVSCode) -> None:
    """Resting on a symbol shows the file and the text of its section."""
    page = shared_vscode.open("hover.plan-request.json", READING_REQUEST)
    page.wait(LENS, "1 of 20 steps")
    go_to(page, 7, 20)
    page.press("Control+k", "Control+i")
    page.wait(".monaco-hover", "docs/guide.md")
    page.wait(".monaco-hover", "Run make.")
    shared_vscode.picture("hover")
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
    shared_vscode.picture("light bulb")
    page.click(".action-widget .monaco-list-row", "Compile plan")
    page.wait(".tab.active", "bulb.plan-output.json")
    page.wait(LINE, compiled(shared_vscode, "bulb.plan-request.json")["plan_hash"][:40])


def test_vscode_formats_a_request(shared_vscode: SharedVSCode) -> None:
    """A request on one line gets the layout of `cortex fmt`."""
    page = shared_vscode.open("squeezed.plan-request.json", SQUEEZED_REQUEST)
    page.wait(LENS, "1 of 20 steps")
    run_command(page, "Format Document")
    assert shared_vscode.saved("squeezed.plan-request.json") == READING_REQUEST


def test_vscode_jumps_to_a_symbol_of_the_repository(shared_vscode: SharedVSCode) -> None:
    """Ctrl+T finds a symbol by a part of its name and opens its file at the heading."""
    page = shared_vscode.open("workspace-symbol.plan-request.json", READING_REQUEST)
    page.wait(LENS, "1 of 20 steps")
    page.press("Control+t")
    page.wait(PALETTE_INPUT)
    page.type("guide.md#install")
    page.wait(f"{PALETTE} .monaco-list-row.focused", "@DOC/docs/guide.md#install")
    page.press("Enter")
    page.wait(".tab.active", "guide.md")
    page.wait(r"#status\.editor\.selection", "Ln 5")


def compiled(vscode: SharedVSCode, name: str) -> Any:
    """Return the plan of a saved request as the command line compiles it."""
    return json.loads(cortex(vscode.folder, "plan", "--request-file", name, "--dry-run"))
