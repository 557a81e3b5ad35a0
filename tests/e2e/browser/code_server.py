"""VS Code served to a browser by code-server, with a home, settings and extensions of its own."""

from __future__ import annotations

import configparser
import io
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
    "security.workspace.trust.startupPrompt": "once",
    "chat.disableAIFeatures": True,
    "telemetry.telemetryLevel": "off",
    "update.mode": "none",
    "extensions.autoCheckUpdates": False,
    "extensions.autoUpdate": False,
    "workbench.startupEditor": "none",
    "workbench.colorTheme": "Default Dark Modern",
    "workbench.tips.enabled": False,
    # Nothing is drawn while nothing happens: a page of each lane is open, and they share the cores.
    "workbench.reduceMotion": "on",
    "editor.cursorBlinking": "solid",
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

    @property
    def authority(self) -> str:
        """Its host and port, as the addresses of its files name it."""
        return urlsplit(self.origin).netloc

    @property
    def programs(self) -> Path:
        """The one folder on its PATH: what a test puts there is found, nothing else of the machine is."""
        return self.home / "programs"

    @property
    def pip_configuration(self) -> Path:
        """Where pip reads which package index to use."""
        return self.home / "pip.conf"

    @contextmanager
    def machine_settings_restored(self) -> Iterator[None]:
        """Take back afterwards what the extension writes into the machine's settings."""
        file = _settings_file(self.home, "Machine")
        before = file.read_text(encoding="utf-8")
        try:
            yield
        finally:
            file.write_text(before, encoding="utf-8")

    def address(self, folder: Path, file: str | None = None) -> str:
        """Return the address that opens `folder`, and `file` of it in an editor."""
        query = f"folder={quote(str(folder))}"
        if file is not None:
            uri = f"vscode-remote://{self.authority}{quote(str(folder / file))}"
            query += f"&payload={quote(json.dumps([['openFile', uri]]))}"
        return f"{self.origin}/?{query}"

    def extension_log(self) -> str:
        """Return what the extension and the language server have logged so far."""
        files = sorted(self.home.glob("*/logs/**/Cortex.log"))
        return "\n".join(f"{file}\n{file.read_text(encoding='utf-8')[-5000:]}" for file in files)


@contextmanager
def start_code_server(tools: Tools, home: Path, settings: Mapping[str, object]) -> Iterator[CodeServer]:
    """Start code-server on a free port of this machine; it ends with the block."""
    _write_settings(home, "Machine", settings)
    _write_settings(home, "User", SETTINGS)
    process = subprocess.Popen(
        [*command(tools, home), "--bind-addr", "127.0.0.1:0", "--auth", "none"],
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


def command(tools: Tools, home: Path) -> list[str]:
    """Return the command line for code-server with everything it keeps under `home`."""
    return [
        str(tools.node),
        str(tools.code_server / "out" / "node" / "entry.js"),
        *("--config", str(home / "config.yaml")),
        *("--user-data-dir", str(home / "data")),
        *("--extensions-dir", str(home / "extensions")),
        "--disable-telemetry",
        "--disable-update-check",
    ]


def environment(tools: Tools, home: Path) -> dict[str, str]:
    """Return an environment in which code-server touches nothing of the user's and reaches no gallery.

    Each test says itself which programs there are: PATH holds Node and one folder of ours. Only pip's configuration
    and cache stay the user's, for the tests that install the server; a file holds the configuration, so that a
    test can change it.
    """
    (home / "config.yaml").touch()
    (home / "programs").mkdir(exist_ok=True)
    if not (home / "pip.conf").exists():
        (home / "pip.conf").write_text(pip_configuration(), encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    own = {
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "PATH": os.pathsep.join([str(tools.node.parent), str(home / "programs")]),
        "EXTENSIONS_GALLERY": "{}",
        # As if started from a shell: otherwise a login shell is asked for its PATH.
        "VSCODE_CLI": "1",
        "PIP_CACHE_DIR": str(Path.home() / ".cache" / "pip"),
        "PIP_CONFIG_FILE": str(home / "pip.conf"),
    }
    return {**kept, **own}


def pip_configuration() -> str:
    """Return the user's pip configuration, from its file and its environment variables, as one file."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.read([Path.home() / ".pip" / "pip.conf", Path.home() / ".config" / "pip" / "pip.conf"])
    if not parser.has_section("global"):
        parser.add_section("global")
    for name, value in os.environ.items():
        if name.startswith("PIP_") and name != "PIP_CONFIG_FILE":
            parser.set("global", name.removeprefix("PIP_").lower().replace("_", "-"), value)
    text = io.StringIO()
    parser.write(text)
    return text.getvalue()


def _settings_file(home: Path, layer: str) -> Path:
    return home / "data" / layer / "settings.json"


def _write_settings(home: Path, layer: str, settings: Mapping[str, object]) -> None:
    """Write the settings of the user, or of the machine on which the language server runs."""
    file = _settings_file(home, layer)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(settings), encoding="utf-8")
