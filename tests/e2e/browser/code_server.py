"""VS Code served to a browser by code-server, with a home, settings and extensions of its own."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit

from e2e.tools import Tools
from e2e.waiting import Lines, end

SETTINGS = {
    "security.workspace.trust.enabled": False,
    "chat.disableAIFeatures": True,
    "telemetry.telemetryLevel": "off",
    "update.mode": "none",
    "extensions.autoCheckUpdates": False,
    "extensions.autoUpdate": False,
    "workbench.startupEditor": "none",
    "workbench.colorTheme": "Default Dark Modern",
    "workbench.tips.enabled": False,
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "editor.minimap.enabled": False,
    "editor.accessibilitySupport": "off",
    "git.enabled": False,
    "files.autoSave": "off",
}


@dataclass(frozen=True, slots=True)
class CodeServer:
    """A running code-server."""

    origin: str
    home: Path

    def address(self, folder: Path, file: str | None = None) -> str:
        """Return the address that opens `folder`, and `file` of it in an editor."""
        query = f"folder={quote(str(folder))}"
        if file is not None:
            uri = f"vscode-remote://{urlsplit(self.origin).netloc}{quote(str(folder / file))}"
            query += f"&payload={quote(json.dumps([['openFile', uri]]))}"
        return f"{self.origin}/?{query}"

    def extension_log(self) -> str:
        """Return what the extension and the language server have logged so far."""
        files = sorted(self.home.glob("*/logs/**/Cortex.log"))
        return "\n".join(f"{file}\n{file.read_text(encoding='utf-8')[-5000:]}" for file in files)


@contextmanager
def start_code_server(
    tools: Tools, home: Path, settings: Mapping[str, object], *, data: str = "data"
) -> Iterator[CodeServer]:
    """Start code-server on a free port of this machine; it ends with the block.

    `data` names its folder for settings and storage: two that run at once need two.
    """
    _write_settings(home / data, settings)
    process = subprocess.Popen(
        [*command(tools, home, data), "--bind-addr", "127.0.0.1:0", "--auth", "none"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment(tools, home),
        cwd=home,
    )
    assert process.stdout is not None
    lines = Lines(process.stdout)
    try:
        found = lines.until(r"HTTP server listening on (http://[\d.:]+)", 60)
        yield CodeServer(found[1], home)
    finally:
        end(process)


def command(tools: Tools, home: Path, data: str = "data") -> list[str]:
    """Return the command line for code-server with everything it keeps under `home`."""
    return [
        str(tools.node),
        str(tools.code_server / "out" / "node" / "entry.js"),
        *("--config", str(home / "config.yaml")),
        *("--user-data-dir", str(home / data)),
        *("--extensions-dir", str(home / "extensions")),
        "--disable-telemetry",
        "--disable-update-check",
    ]


def environment(tools: Tools, home: Path) -> dict[str, str]:
    """Return an environment in which code-server touches nothing of the user's and reaches no gallery.

    Only pip's configuration and cache stay the user's, for the test that installs the server.
    """
    (home / "config.yaml").touch()
    own = {
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "PATH": os.pathsep.join([str(tools.node.parent), *_path_without_servers()]),
        "EXTENSIONS_GALLERY": "{}",
        "PIP_CACHE_DIR": str(Path.home() / ".cache" / "pip"),
    }
    pip = Path.home() / ".config" / "pip" / "pip.conf"
    return {**os.environ, **own, **({"PIP_CONFIG_FILE": str(pip)} if pip.exists() else {})}


def _path_without_servers() -> list[str]:
    """Each test says itself which server there is: one on the user's PATH must not step in."""
    entries = os.environ["PATH"].split(os.pathsep)
    return [entry for entry in entries if not (Path(entry) / "cortex-lsp").exists()]


def _write_settings(data: Path, settings: Mapping[str, object]) -> None:
    """The extension's settings belong to the machine on which the server runs; the rest are the user's."""
    machine = {name: value for name, value in settings.items() if name.startswith("cortex.")}
    user = {name: value for name, value in settings.items() if name not in machine}
    for folder, values in (("Machine", machine), ("User", {**SETTINGS, **user})):
        file = data / folder / "settings.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values), encoding="utf-8")
