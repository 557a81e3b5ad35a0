"""VS Code's workbench: the few things that tests do in it, by the handles that it gives."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from e2e.browser.bridge import Browser

STATUS_ITEM = r"#cortex\.cortex-plan\.cortex\.server"
RUNNING = f"{STATUS_ITEM} .codicon-check"
TOAST = ".notification-toast"
PALETTE = ".quick-input-widget"
PANEL = ["iframe.webview.ready", "iframe#active-frame"]


@dataclass(frozen=True, slots=True)
class SharedVSCode:
    """A page that stays open over several tests, with the folder that it shows."""

    page: Browser
    folder: Path

    def open(self, name: str, text: str) -> Browser:
        """Put `text` into a file of the folder and open it; the name must be the test's own."""
        file = self.folder / name
        assert not file.exists(), f"{name} is another test's"
        file.write_text(text, encoding="utf-8")
        open_file(self.page, file)
        return self.page


def run_command(vscode: Browser, title: str) -> None:
    """Choose a command from the palette."""
    vscode.press("F1")
    vscode.wait(f"{PALETTE} input")
    vscode.type(title)
    vscode.wait(f"{PALETTE} .monaco-list-row.focused", title)
    vscode.press("Enter")


def open_file(vscode: Browser, file: Path) -> None:
    """Open a file by its whole path, which needs no search: a file just made may not be found yet."""
    vscode.press("Control+p")
    vscode.wait(f"{PALETTE} input")
    vscode.type(str(file))
    vscode.wait(f"{PALETTE} .monaco-list-row.focused", file.name)
    vscode.press("Enter")
    vscode.wait(".tab.active", file.name)


def wait_for_server(vscode: Browser, seconds: float = 30) -> None:
    """Wait until the status bar says that the language server runs."""
    vscode.wait(RUNNING, seconds=seconds)


def status_words(vscode: Browser) -> str:
    """Return what the status bar item says to a screen reader, which is its tooltip too."""
    words: str = vscode.evaluate(
        f"document.querySelector('{STATUS_ITEM} a').getAttribute('aria-label')".replace("\\", "\\\\")
    )
    return words


def go_to(vscode: Browser, line: int, column: int) -> None:
    """Put the caret at a place, counted from 1."""
    vscode.press("Control+g")
    vscode.wait(f"{PALETTE} input")
    vscode.type(f"{line}:{column}")
    # Enter is lost before the list has its entry.
    vscode.wait(f"{PALETTE} .monaco-list-row.focused", str(line))
    vscode.press("Enter")
    vscode.wait_gone(f"{PALETTE} input")


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
