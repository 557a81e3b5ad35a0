"""How the extension in VS Code finds, starts and restarts the language server."""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import TYPE_CHECKING

from e2e.browser.code_server import start_code_server
from e2e.browser.workbench import RUNNING, TOAST, run_command, server_processes, status_words, wait_for_server
from e2e.tools import browser_tools

if TYPE_CHECKING:
    from pathlib import Path

    from e2e.browser.bridge import Browser
    from e2e.browser.code_server import CodeServer
    from e2e.browser.workbench import SharedVSCode

HOSTILE = "import pathlib\npathlib.Path(__file__).with_name('hostile-code-ran').touch()\n"


def write_settings(folder: Path, settings: dict[str, object]) -> None:
    """Write the opened folder's own settings."""
    (folder / ".vscode").mkdir()
    (folder / ".vscode" / "settings.json").write_text(json.dumps(settings), encoding="utf-8")


def test_vscode_starts_a_killed_server_again(shared_vscode: SharedVSCode, code_server: CodeServer) -> None:
    """A server that dies is replaced by a new process without the user doing anything."""
    before = set(server_processes(code_server.home))
    for process in before:
        os.kill(process, signal.SIGKILL)
    shared_vscode.page.wait_gone(RUNNING)
    wait_for_server(shared_vscode.page)
    after = set(server_processes(code_server.home))
    assert after
    assert not before & after


def test_vscode_restarts_the_server_on_command(shared_vscode: SharedVSCode, code_server: CodeServer) -> None:
    """The palette's command replaces the server, and no error is shown."""
    before = set(server_processes(code_server.home))
    run_command(shared_vscode.page, "Cortex: Restart Server")
    shared_vscode.page.wait_gone(RUNNING)
    wait_for_server(shared_vscode.page)
    assert not before & set(server_processes(code_server.home))
    assert shared_vscode.page.texts(TOAST) == []


def test_vscode_says_when_the_named_server_is_not_there(
    vscode: Browser, code_server: CodeServer, workspace: Path
) -> None:
    """A wrong setting is told by name, and the button leads to it."""
    write_settings(workspace, {"cortex.server.command": "/nowhere/cortex-lsp"})
    vscode.open(code_server.address(workspace, "good.plan-request.json"))
    vscode.wait(TOAST, "/nowhere/cortex-lsp")
    vscode.click(f"{TOAST} .monaco-button", "Open Settings")
    vscode.wait(".settings-editor", "Cortex")


def test_vscode_never_runs_a_module_lying_in_the_folder(
    vscode: Browser, code_server: CodeServer, workspace: Path
) -> None:
    """Python is started with -P outside of the folder, so that the folder's json.py stays unread."""
    for name in ("json.py", "cortex_server.py", "pygls.py"):
        (workspace / name).write_text(HOSTILE, encoding="utf-8")
    write_settings(workspace, {"cortex.server.command": "", "cortex.python": sys.executable})
    vscode.open(code_server.address(workspace, "good.plan-request.json"))
    wait_for_server(vscode)
    assert any(
        line[1:4] == ["-P", "-m", "cortex_server"] for line in server_processes(code_server.home).values()
    )
    assert not (workspace / "hostile-code-ran").exists()


def test_vscode_ignores_an_untrusted_folders_command(
    chromium: Browser, code_server: CodeServer, workspace: Path, server: Path, screenshots: Path
) -> None:
    """In an untrusted folder the user's own server runs, the folder's command does not, and it is said."""
    evil = workspace / "evil.sh"
    evil.write_text(f"#!/bin/sh\ntouch '{workspace}/hostile-code-ran'\n", encoding="utf-8")
    evil.chmod(0o755)
    write_settings(workspace, {"cortex.server.command": str(evil), "cortex.python": str(evil)})
    settings = {
        "cortex.server.command": str(server),
        "security.workspace.trust.enabled": True,
        "security.workspace.trust.startupPrompt": "never",
    }
    with start_code_server(browser_tools(), code_server.home, settings, data="untrusted") as wary:
        page = chromium.new_page()
        page.open(wary.address(workspace, "broken.plan-request.json"))
        wait_for_server(page)
        page.screenshot(screenshots / "untrusted_folder.png")
        assert "not trusted" in status_words(page)
    assert not (workspace / "hostile-code-ran").exists()


def test_vscode_installs_the_server_at_a_click(
    chromium: Browser, code_server: CodeServer, workspace: Path, screenshots: Path
) -> None:
    """Where no server is found it is said, and the button makes an environment in which one runs."""
    with start_code_server(browser_tools(), code_server.home, {}, data="fresh") as fresh:
        page = chromium.new_page()
        page.open(fresh.address(workspace, "good.plan-request.json"))
        page.wait(TOAST, "found no language server")
        page.screenshot(screenshots / "no_server.png")
        page.click(f"{TOAST} .monaco-button", "Install Server")
        wait_for_server(page, seconds=240)
        managed = server_processes(code_server.home / "fresh")
    assert any("globalStorage" in line[0] and line[1] == "-P" for line in managed.values())
