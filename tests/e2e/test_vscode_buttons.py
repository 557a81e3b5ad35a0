"""Buttons, menus and messages that the other tests do not press: each does what it says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from e2e.browser.layout import layout_problems
from e2e.browser.workbench import (
    DIALOG,
    PALETTE,
    PANEL,
    RUNNING,
    STATUS_ITEM,
    TOAST,
    cortex,
    go_to,
    open_file,
    press_in_toast,
    run_command,
    server_processes,
    wait_for_server,
    wait_for_status,
)
from e2e.requests import GOOD_REQUEST, READING_REQUEST

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from e2e.browser.bridge import Browser
    from e2e.browser.code_server import CodeServer
    from e2e.browser.workbench import SharedVSCode

ROW = f"{PALETTE} .monaco-list-row"
LENS = ".codelens-decoration"
OUTPUT = ".panel .view-line"
SETTING = ".settings-editor .setting-item-label"
ACTION = ".action-widget .monaco-list-row"
MENU = ["Show plan panel", "Build index", "New plan request", "Restart server", "Show output", "Doctor"]
SLOW_PYTHON = '#!/bin/sh\ncase "$*" in *venv*) exec /bin/sleep 60;; esac\necho 3.12.1\n'
DOWN = "it does not answer as a language server"


@pytest.fixture
def use_settings(shared_vscode: SharedVSCode) -> Iterator[Callable[[dict[str, object]], None]]:
    """Give the shared folder settings of its own; they are gone after the test, and the server runs again."""
    file = shared_vscode.folder / ".vscode" / "settings.json"
    file.parent.mkdir(exist_ok=True)
    yield lambda settings: file.write_text(json.dumps(settings), encoding="utf-8") and None
    file.write_text("{}", encoding="utf-8")
    wait_for_server(shared_vscode.page)


def choose_in_menu(page: Browser, title: str) -> None:
    """Choose an entry of the menu that the item in the status bar opens."""
    page.click(STATUS_ITEM)
    page.click(ROW, title)


def test_vscode_status_bar_menu_leads_to_the_commands_that_help(
    shared_vscode: SharedVSCode, code_server: CodeServer
) -> None:
    """A click on the item in the status bar lists six commands, and those that no other test runs from there come."""
    page = shared_vscode.open("menu.plan-request.json", READING_REQUEST)
    page.click(STATUS_ITEM)
    page.wait(ROW, MENU[-1])
    assert [row.strip() for row in page.texts(ROW)] == MENU
    assert layout_problems(page, ROW) == []
    shared_vscode.picture("status bar menu")
    page.click(ROW, "Show plan panel")
    page.wait("h1", "menu.plan-request.json", frame=PANEL)
    choose_in_menu(page, "New plan request")
    page.wait(PALETTE, "1 of 2")
    page.press("Escape")
    choose_in_menu(page, "Show output")
    page.wait(OUTPUT, "cortex")  # the server's words may have pushed those of the start out of sight
    before = set(server_processes(code_server.home))
    choose_in_menu(page, "Restart server")
    page.wait_gone(RUNNING)
    wait_for_server(page)
    assert not before & set(server_processes(code_server.home))
    choose_in_menu(page, "Doctor")
    page.wait(".tab.active", "Cortex doctor")
    run_command(page, "View: Hide Panel")


def test_vscode_traces_the_messages_when_asked_to(
    shared_vscode: SharedVSCode, use_settings: Callable[[dict[str, object]], None]
) -> None:
    """The setting writes the name of each message to "Cortex Trace", or the whole of it, without a restart."""
    page = shared_vscode.page
    use_settings({"cortex.trace.server": "messages"})
    shared_vscode.open("traced.plan-request.json", READING_REQUEST)
    page.wait(LENS, "1 of 20 steps")
    run_command(page, "Output: Show Output Channels")
    page.click(ROW, "Cortex Trace")
    page.wait(OUTPUT, "Sending")
    assert not any("Params:" in line for line in page.texts(OUTPUT))
    shared_vscode.picture("trace")
    use_settings({"cortex.trace.server": "verbose"})
    page.wait(OUTPUT, "Params:")
    run_command(page, "View: Hide Panel")


def test_vscode_saves_before_it_copies_the_command_line(shared_vscode: SharedVSCode) -> None:
    """The command line reads the file: with unsaved changes the panel says so, and the button saves and copies."""
    page = shared_vscode.open("unsaved.plan-request.json", READING_REQUEST)
    page.click('.editor-actions a[aria-label="Show Plan Panel"]')
    page.wait("h1", "unsaved.plan-request.json", frame=PANEL)
    go_to(page, 8, 6)
    page.type(', "notes": ["a"]')
    page.wait("#rows .row", "NOTE", frame=PANEL)
    page.click("[data-command=copy-cli]", frame=PANEL)
    page.wait(TOAST, "does not have your changes yet")
    shared_vscode.picture("save and copy")
    press_in_toast(page, "does not have your changes yet", "Save and Copy")
    page.wait(".statusbar-item", "Copied")
    plan = json.loads(cortex(shared_vscode.folder, *page.clipboard().split()[1:]))
    assert [step["op"] for step in plan["steps"]] == ["READ_SYMBOL", "NOTE"]


def test_vscode_panel_leads_on_by_its_picture_and_by_keyboard(shared_vscode: SharedVSCode) -> None:
    """Shift+Enter in the table opens the section that a step reads, a click on a box of the graph selects its input."""
    page = shared_vscode.open("graph.plan-request.json", READING_REQUEST)
    run_command(page, "Cortex: Show Plan Panel")
    page.wait("h1", "graph.plan-request.json", frame=PANEL)
    page.click("#grid .header", frame=PANEL)
    page.press("Shift+Enter")
    page.wait(".tab.active", "guide.md")
    page.wait(r"#status\.editor\.selection", "Ln 5")
    page.click("#graph .box", "READ_SYMBOL", frame=PANEL)
    page.wait(".tab.active", "graph.plan-request.json")
    page.wait(r"#status\.editor\.selection", "Ln 7")


def test_vscode_compiles_from_the_lens_and_hides_it_on_command(shared_vscode: SharedVSCode) -> None:
    """A click on the lens opens the plan; one command of the palette opens it too, another hides lens and hints."""
    page = shared_vscode.open("click.plan-request.json", READING_REQUEST)
    page.click(f"{LENS} a", "1 of 20 steps")
    page.wait(".tab.active", "click.plan-output.json")
    page.press("Control+w")
    page.wait(".tab.active", "click.plan-request.json")
    run_command(page, "Cortex: Show or Hide Lens and Hints")
    page.wait_gone(LENS)
    assert not any("READ_SYMBOL" in line for line in page.texts(".view-line"))
    run_command(page, "Cortex: Show or Hide Lens and Hints")
    page.wait(LENS, "1 of 20 steps")
    run_command(page, "Cortex: Show Compiled Plan")
    page.wait(".tab.active", "click.plan-output.json")


def test_vscode_copies_and_stores_from_the_light_bulb(shared_vscode: SharedVSCode) -> None:
    """The plan is copied as it would be compiled, and stored; the palette's command verifies it."""
    page = shared_vscode.open("bulbs.plan-request.json", READING_REQUEST.replace("request-1", "bulbs-1"))
    page.wait(LENS, "not stored")
    page.press("Control+.")
    page.click(ACTION, "Copy plan as JSON")
    page.wait(".statusbar-item", "Copied")
    compiled = cortex(shared_vscode.folder, "plan", "--request-file", "bulbs.plan-request.json", "--dry-run")
    assert json.loads(page.clipboard()) == json.loads(compiled)
    page.press("Control+.")
    page.click(ACTION, "Store plan in cassette")
    page.wait(TOAST, "Stored as")
    page.wait(LENS, "stored, matches")
    run_command(page, "Cortex: Verify Stored Plan")
    page.wait(TOAST, "The stored plan still holds.")
    run_command(page, "Notifications: Clear All Notifications")


def test_vscode_helps_where_the_server_does_not_start(
    shared_vscode: SharedVSCode, use_settings: Callable[[dict[str, object]], None], server: Path
) -> None:
    """Each button of the message does what it says; a command that needs a server says it again, and a new request is made.

    The settings are opened on the page on which the wrong value stands.
    """
    page, folder = shared_vscode.page, shared_vscode.folder
    broken, program = folder / "broken", folder / "server.sh"
    broken.touch()
    program.write_text(f"#!/bin/sh\n[ -e '{broken}' ] && exit 2\nexec '{server}' \"$@\"\n", encoding="utf-8")
    program.chmod(0o755)
    shared_vscode.open("down.plan-request.json", READING_REQUEST)
    use_settings({"cortex.server.command": str(program)})
    press_in_toast(page, DOWN, "Open Settings")
    page.wait(SETTING, "Command")
    page.wait(".settings-editor .settings-tabs-widget .checked", "Workspace")
    shared_vscode.picture("settings of the server")
    open_file(page, folder / "down.plan-request.json")
    run_command(page, "Cortex: Store Plan in Cassette")
    press_in_toast(page, DOWN, "Show Output")
    page.wait(OUTPUT, "server.sh")
    run_command(page, "Cortex: New Plan Request")
    page.wait(PALETTE, "The intent: what should be done?")
    page.type("Go without")
    page.press("Enter")
    page.wait(".tab.active", "go-without.plan-request.json")
    broken.unlink()
    press_in_toast(page, DOWN, "Restart Server")
    wait_for_server(page)
    run_command(page, "View: Hide Panel")


def test_vscode_leads_to_trust_and_lets_an_installation_be_called_off(
    vscode: Browser,
    code_server: CodeServer,
    tmp_path: Path,
    use_settings: Callable[[dict[str, object]], None],
    server: Path,
) -> None:
    """In an untrusted folder without a server a command says so: Manage Trust opens that page, Cancel ends the installation.

    The shared page names its server itself meanwhile, since no other place does.
    """
    use_settings({"cortex.server.command": str(server)})
    for installed in code_server.home.glob("data/User/globalStorage/cortex.cortex-plan/server/*/ready"):
        installed.unlink()
    (tmp_path / "good.plan-request.json").write_text(GOOD_REQUEST, encoding="utf-8")
    python = code_server.programs / "python3"
    python.unlink(missing_ok=True)
    python.write_text(SLOW_PYTHON, encoding="utf-8")
    python.chmod(0o755)
    with code_server.machine_settings_restored():
        (code_server.home / "data" / "Machine" / "settings.json").write_text("{}", encoding="utf-8")
        vscode.open(code_server.address(tmp_path, "good.plan-request.json"))
        vscode.click(f"{DIALOG} .monaco-button", "No, I don't trust")
        wait_for_status(vscode, "found no language server")
        run_command(vscode, "Cortex: Store Plan in Cassette")
        press_in_toast(vscode, "found no language server", "Manage Trust")
        vscode.wait(".workspace-trust-editor")
        open_file(vscode, tmp_path / "good.plan-request.json")
        run_command(vscode, "Cortex: Store Plan in Cassette")
        press_in_toast(vscode, "found no language server", "Install Server")
        press_in_toast(vscode, "Installing the Cortex server", "Cancel")
        vscode.wait(TOAST, "was not installed: the installation was cancelled")
    python.unlink()
