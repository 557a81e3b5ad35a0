"""How the extension in VS Code finds, starts and restarts the language server."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from e2e.browser.code_server import pip_configuration
from e2e.browser.workbench import (
    DIALOG,
    PALETTE,
    PANEL,
    RUNNING,
    STATUS_ITEM,
    TOAST,
    open_file,
    press_in_toast,
    run_command,
    server_processes,
    wait_for_server,
    wait_for_status,
)
from e2e.requests import READING_REQUEST

if TYPE_CHECKING:
    from e2e.browser.bridge import Browser
    from e2e.browser.code_server import CodeServer
    from e2e.browser.workbench import SharedVSCode

HOSTILE = "import pathlib\npathlib.Path(__file__).with_name('hostile-code-ran').touch()\n"
OLD_PYTHON = "#!/bin/sh\n[ \"$1\" = -P ] && { echo 'Unknown option: -P' >&2; exit 2; }\necho 'Python 3.9.2'\n"
NO_SERVERS = {
    '{"cortex.server.args": ["--nonsense"]}': "unrecognized arguments: --nonsense",
    '{"cortex.server.command": "/bin/cat"}': "(the setting cortex.server.command: /bin/cat)",
    '{"cortex.server.command": "/bin/true"}': "/bin/true): it does not answer as a language server",
}
NO_INDEX = "[global]\nno-index = true\n"


@pytest.fixture
def hostile_workspace(workspace: Path) -> Path:
    """A folder with modules that would run if Python looked into it; its settings name no server."""
    for name in ("json.py", "cortex_server.py", "pygls.py", "venv.py", "pip.py"):
        (workspace / name).write_text(HOSTILE, encoding="utf-8")
    write_settings(workspace, {"cortex.server.command": ""})
    return workspace


def write_settings(folder: Path, settings: dict[str, object]) -> None:
    """Write the opened folder's own settings."""
    (folder / ".vscode").mkdir(exist_ok=True)
    (folder / ".vscode" / "settings.json").write_text(json.dumps(settings), encoding="utf-8")


def write_program(file: Path, text: str) -> Path:
    """Write a script that can be run."""
    file.write_text(text, encoding="utf-8")
    file.chmod(0o755)
    return file


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
    after = set(server_processes(code_server.home))
    assert len(before - after) == len(after - before) == 1
    assert shared_vscode.page.texts(TOAST) == []


def test_vscode_says_when_the_named_server_is_not_there(
    vscode: Browser, code_server: CodeServer, workspace: Path
) -> None:
    """A wrong setting is told by name, and the button leads to it; what is no server is told in one message, too."""
    write_settings(workspace, {"cortex.server.command": "/nowhere/cortex-lsp"})
    vscode.open(code_server.address(workspace, "good.plan-request.json"))
    press_in_toast(vscode, "/nowhere/cortex-lsp", "Open Settings")
    vscode.wait(".settings-editor", "Cortex")
    for told, (settings, words) in enumerate(NO_SERVERS.items(), 1):
        write_settings(workspace, json.loads(settings))
        vscode.wait(TOAST, words)
        wait_for_status(vscode, words)
        assert len(vscode.texts(TOAST)) == told, vscode.texts(TOAST)


def test_vscode_uses_the_interpreter_that_the_python_extension_chose(
    vscode: Browser, code_server: CodeServer, hostile_workspace: Path
) -> None:
    """As soon as the user chooses an interpreter it serves, with -P, and nothing of the folder runs."""
    vscode.open(code_server.address(hostile_workspace, "good.plan-request.json"))
    vscode.wait(TOAST, "found no language server")
    (hostile_workspace / "chosen-python").write_text(sys.executable, encoding="utf-8")
    wait_for_server(vscode)
    lines = server_processes(code_server.home).values()
    assert [sys.executable, "-P", "-m", "cortex_server"] in [line[:4] for line in lines]
    assert not (hostile_workspace / "hostile-code-ran").exists()


def test_vscode_leads_out_of_a_missing_python(
    vscode: Browser, code_server: CodeServer, hostile_workspace: Path
) -> None:
    """No Python and one too old are told apart, and the Python chosen at a button serves, with -P."""
    vscode.open(code_server.address(hostile_workspace, "good.plan-request.json"))
    press_in_toast(vscode, "found no language server", "Install Server")
    vscode.wait(TOAST, "no Python was found on PATH")
    old = write_program(code_server.programs / "python3", OLD_PYTHON)
    run_command(vscode, "Cortex: Restart Server")
    press_in_toast(vscode, "found no language server", "Install Server")
    vscode.wait(TOAST, f"{old} is 3.9.2")
    old.unlink()
    with code_server.machine_settings_restored():
        press_in_toast(vscode, "is 3.9.2", "Choose Python")
        choose_file(vscode, Path(sys.executable))
        wait_for_server(vscode)
        lines = server_processes(code_server.home).values()
    assert [sys.executable, "-P", "-m", "cortex_server"] in [line[:4] for line in lines]
    assert not (hostile_workspace / "hostile-code-ran").exists()


def test_vscode_installs_the_server_at_a_click(
    vscode: Browser, code_server: CodeServer, hostile_workspace: Path, screenshots: Path
) -> None:
    """Without a package index pip's failure is explained; with one, the same button brings a server that runs.

    A Python extension that cannot be started is passed over.
    """
    (hostile_workspace / "python-extension-fails").touch()
    (code_server.programs / "python3").symlink_to(Path(sys.executable).resolve())
    code_server.pip_configuration.write_text(NO_INDEX, encoding="utf-8")
    vscode.open(code_server.address(hostile_workspace, "good.plan-request.json"))
    vscode.wait(TOAST, "found no language server")
    vscode.screenshot(screenshots / "no_server.png")
    press_in_toast(vscode, "found no language server", "Install Server")
    vscode.wait(TOAST, "Installing the Cortex server")
    vscode.wait(TOAST, "come from the package index that your pip is set to", seconds=240)
    vscode.screenshot(screenshots / "no_package_index.png")
    code_server.pip_configuration.write_text(pip_configuration(), encoding="utf-8")
    press_in_toast(vscode, "could not be installed", "Install Server")
    wait_for_server(vscode, seconds=240)
    managed = [line for line in server_processes(code_server.home).values() if "globalStorage" in line[0]]
    assert [line[1] for line in managed] == ["-P"]
    assert not (hostile_workspace / "hostile-code-ran").exists()


def test_vscode_runs_nothing_that_an_untrusted_folder_names(
    vscode: Browser, code_server: CodeServer, tmp_path: Path, screenshots: Path
) -> None:
    """The user's own server runs, and that is said; only once the folder is trusted its own command counts.

    What makes the file a plan request, and so starts a server, is the setting `cortex.documents` alone.
    """
    command = str(tmp_path / "own.sh")
    write_settings(
        tmp_path, {"cortex.server.command": command, "cortex.documents": {"plans/*.json": "plan-request"}}
    )
    write_program(tmp_path / "own.sh", f"#!/bin/sh\n> '{tmp_path}/own-ran'\nexit 1\n")
    (tmp_path / "chosen-python").write_text(str(tmp_path / "own.sh"), encoding="utf-8")
    (tmp_path / "plans").mkdir()
    (tmp_path / "plans" / "a.json").write_text(READING_REQUEST, encoding="utf-8")
    vscode.open(code_server.address(tmp_path, "plans/a.json"))
    vscode.click(f"{DIALOG} .monaco-button", "No, I don't trust")
    wait_for_server(vscode)
    assert not any("not trusted" in words for words in vscode.texts(TOAST))
    vscode.screenshot(screenshots / "untrusted_folder.png")
    wait_for_status(vscode, "This folder is not trusted")
    assert not (tmp_path / "own-ran").exists()
    assert not (tmp_path / "python-extension-was-asked").exists()
    run_command(vscode, "Workspaces: Manage Workspace Trust")
    vscode.click(".workspace-trust-editor .monaco-button", "Trust")
    wait_for_status(vscode, "own.sh does not run")
    assert (tmp_path / "own-ran").exists()


def test_vscode_builds_the_first_index_when_asked(
    vscode: Browser, code_server: CodeServer, workspace: Path, screenshots: Path
) -> None:
    """Status bar and panel say that there is no index until the panel's button has built one; a reload keeps the panel."""
    (workspace / "docs").mkdir()
    (workspace / "docs" / "guide.md").write_text("# Guide\n\n## Install\n", encoding="utf-8")
    (workspace / "good.plan-request.json").write_text(READING_REQUEST, encoding="utf-8")
    # Not named in the address: then only that file would be open after a reload.
    vscode.open(code_server.address(workspace))
    vscode.wait(".explorer-folders-view")
    open_file(vscode, workspace / "good.plan-request.json")
    vscode.wait(STATUS_ITEM, "no index")
    run_command(vscode, "Cortex: Show Plan Panel")
    vscode.wait(".budget .use", "not known, at most 10 MB", frame=PANEL)
    vscode.screenshot(screenshots / "no_index.png")
    vscode.click("button", "Build index", frame=PANEL)
    vscode.wait(".codelens-decoration", "1 of 20 steps")
    vscode.wait("#rows .row", "READ_SYMBOL", frame=PANEL)
    vscode.wait_gone(".no-index", frame=PANEL)
    wait_for_status(vscode, "is indexed (build 1)")
    run_command(vscode, "Developer: Reload Window")
    vscode.wait("h1", "good.plan-request.json", frame=PANEL)
    vscode.wait("#rows .row", "READ_SYMBOL", frame=PANEL)


def choose_file(vscode: Browser, file: Path) -> None:
    """Answer the dialog for a file by its whole path, once it lists what lies beside it."""
    vscode.wait(f"{PALETTE} .monaco-list-row", "..")
    vscode.press("Control+a")
    vscode.insert(str(file))
    vscode.wait(f"{PALETTE} .monaco-list-row", min(each.name for each in file.parent.iterdir()))
    vscode.press("Enter")
