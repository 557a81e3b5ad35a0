"""VS Code's workbench: the few things that tests do in it, by the handles that it gives."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from e2e.browser.bridge import LIMIT, Browser
from e2e.browser.code_server import CodeServer

STATUS_ITEM = r"#cortex\.cortex-plan\.cortex\.server"
RUNNING = f"{STATUS_ITEM} .codicon-check"
TOAST = ".notification-toast"
PALETTE = ".quick-input-widget"
# Keys that come before it has the focus are lost.
PALETTE_INPUT = f"{PALETTE} input:focus"
DIALOG = ".monaco-dialog-box"
PANEL = ["iframe.webview.ready", "iframe#active-frame"]


@dataclass(frozen=True, slots=True)
class SharedVSCode:
    """A page that stays open over several tests, with the folder that it shows."""

    page: Browser
    folder: Path
    screenshots: Path

    def picture(self, name: str) -> None:
        """Take a picture of the page as it is now."""
        self.page.screenshot(self.screenshots / f"{name.replace(' ', '_')}.png")

    def saved(self, name: str) -> str:
        """Save the changed document that is open and return what is in its file then."""
        self.page.wait(".tab.active.dirty")
        self.page.press("Control+s")
        self.page.wait_gone(".tab.active.dirty")
        return (self.folder / name).read_text(encoding="utf-8")

    def open(self, name: str, text: str) -> Browser:
        """Put `text` into a file of the folder and open it; the name must be the test's own."""
        file = self.folder / name
        assert not file.exists(), f"{name} is another test's"
        file.write_text(text, encoding="utf-8")
        open_file(self.page, file)
        return self.page


def open_palette(vscode: Browser, *keys: str) -> None:
    """Press the keys that open the palette, again where they were lost: on a busy machine the focus may be on its way."""
    for _ in range(20):
        vscode.press(*keys)
        if vscode.comes(PALETTE_INPUT, seconds=3):
            return
    vscode.wait(PALETTE_INPUT)


def run_command(vscode: Browser, title: str) -> None:
    """Choose a command from the palette."""
    open_palette(vscode, "F1")
    vscode.insert(title)
    vscode.wait(f"{PALETTE} .monaco-list-row.focused", title)
    vscode.press("Enter")


def open_file(vscode: Browser, file: Path) -> None:
    """Open a file by its whole path, which needs no search: a file just made may not be found yet.

    What an earlier test left open over the page is closed first; documents are on the left, the panel on the right.
    """
    open_palette(vscode, "Escape", "Escape", "Control+1", "Control+p")
    vscode.insert(str(file))
    vscode.wait(f"{PALETTE} .monaco-list-row.focused", file.name)
    vscode.press("Enter")
    vscode.wait(".tab.active", file.name)


def use_theme(vscode: Browser, name: str) -> None:
    """Choose a colour theme."""
    open_palette(vscode, "Control+k", "Control+t")
    vscode.insert(name)
    vscode.wait(f"{PALETTE} .monaco-list-row.focused", name)
    vscode.press("Enter")
    vscode.wait_gone(PALETTE_INPUT)


def trust_folder(page: Browser, code_server: CodeServer, folder: Path) -> None:
    """Trust a folder and all below it, where VS Code remembers what its user trusted: before its first page opens."""
    uri = {"$mid": 1, "scheme": "vscode-remote", "authority": code_server.authority, "path": str(folder)}
    model = json.dumps({"uriTrustInfo": [{"uri": uri, "trusted": True}]})
    page.open(f"{code_server.origin}/healthz")
    page.evaluate(_REMEMBER.replace("KEY", '"content.trust.model.key"').replace("VALUE", json.dumps(model)))


_REMEMBER = """new Promise((resolve, reject) => {
  const opening = indexedDB.open("vscode-web-state-db-global-shared");
  opening.onupgradeneeded = () => opening.result.createObjectStore("ItemTable");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const writing = opening.result.transaction("ItemTable", "readwrite");
    writing.objectStore("ItemTable").put(VALUE, KEY);
    writing.onerror = () => reject(writing.error);
    writing.oncomplete = () => resolve(opening.result.close());
  };
})"""


def press_in_toast(vscode: Browser, words: str, button: str) -> None:
    """Press a button of the message that holds these words."""
    vscode.click(f'{TOAST}:has-text("{words}") .monaco-button', button)


def wait_for_server(vscode: Browser, seconds: float = LIMIT) -> None:
    """Wait until the status bar says that the language server runs."""
    vscode.wait(RUNNING, seconds=seconds)


def wait_for_status(vscode: Browser, words: str) -> None:
    """Wait until the status bar item says this to a screen reader, which is in its tooltip too."""
    vscode.wait(f'{STATUS_ITEM} a[aria-label*="{words}"]')


def go_to(vscode: Browser, line: int, column: int) -> None:
    """Put the caret at a place, counted from 1."""
    open_palette(vscode, "Control+g")
    vscode.insert(f"{line}:{column}")
    # Enter is lost before the list has its entry.
    vscode.wait(f"{PALETTE} .monaco-list-row.focused", str(line))
    vscode.press("Enter")
    vscode.wait_gone(PALETTE_INPUT)


def cortex(folder: Path, *arguments: str) -> str:
    """Run our command line in a folder and return what it prints."""
    program = Path(sys.executable).with_name("cortex")
    done = subprocess.run([str(program), *arguments], cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def server_processes(home: Path) -> dict[int, list[str]]:
    """Return the language servers that run in the extension's storage below `home`: id to command line."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if home in (process / "cwd").readlink().parents:
                found[int(process.name)] = (process / "cmdline").read_text().split("\0")
        except OSError:
            continue
    return {pid: line for pid, line in found.items() if any("cortex" in word for word in line)}
