"""A bare VS Code server whose extension host runs tests with the real `vscode` API."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit

from e2e.browser.code_server import environment
from e2e.browser.extension_package import SOURCE
from e2e.tools import Tools
from e2e.waiting import Lines, end


@dataclass(frozen=True, slots=True)
class HostServer:
    """A running server for extension tests."""

    origin: str

    def address(self, folder: Path, extension: Path, tests: Path) -> str:
        """Return the address that opens `folder`, loads `extension` and runs `tests` in it."""
        host = f"vscode-remote://{urlsplit(self.origin).netloc}"
        payload = [
            ["extensionDevelopmentPath", f"{host}{quote(str(extension))}"],
            ["extensionTestsPath", f"{host}{quote(str(tests))}"],
            ["enableProposedApi", ""],
        ]
        return f"{self.origin}/?folder={quote(str(folder))}&payload={quote(json.dumps(payload))}"


def bundle_host_tests(file: Path) -> Path:
    """Bundle the tests of the extension that run inside the host."""
    script = SOURCE / "scripts" / "host-test.mjs"
    done = subprocess.run(["node", str(script), str(file)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return file


@contextmanager
def start_host_server(tools: Tools, home: Path, settings: Mapping[str, object]) -> Iterator[HostServer]:
    """Start the server on a free port of this machine; it ends with the block."""
    machine = home / "host" / "data" / "Machine" / "settings.json"
    machine.parent.mkdir(parents=True)
    machine.write_text(json.dumps(settings), encoding="utf-8")
    process = subprocess.Popen(
        [
            *(str(tools.node), str(tools.code_server / "lib" / "vscode" / "out" / "server-main.js")),
            *("--host", "127.0.0.1", "--port", "0", "--without-connection-token"),
            *("--server-data-dir", str(home / "host"), "--extensions-dir", str(home / "host-extensions")),
            *("--accept-server-license-terms", "--enable-smoke-test-driver", "--telemetry-level", "off"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment(tools, home),
        cwd=home,
    )
    assert process.stdout is not None
    try:
        port = Lines(process.stdout).until(r"Extension host agent listening on (\d+)", 60)[1]
        yield HostServer(f"http://127.0.0.1:{port}")
    finally:
        end(process)
