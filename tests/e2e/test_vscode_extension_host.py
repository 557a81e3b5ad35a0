"""The extension inside a real extension host; the tests themselves are in `vscode-client/host-test`."""

from __future__ import annotations

import json
import shutil
import sys
from typing import TYPE_CHECKING

from e2e.browser.extension_host import bundle_host_tests, installed_extensions, start_host_server
from e2e.browser.extension_package import SOURCE
from e2e.tools import browser_tools

if TYPE_CHECKING:
    from pathlib import Path

    from e2e.browser.bridge import Browser
    from e2e.browser.code_server import CodeServer


PYTHON_EXTENSION = """const vscode = require("vscode");
exports.activate = () => ({
  environments: {
    getActiveEnvironmentPath: () => ({ path: PYTHON }),
    resolveEnvironment: async ({ path }) => ({ executable: { uri: vscode.Uri.file(path) } }),
  },
});
"""


def write_python_extension(folder: Path) -> None:
    """Write what other extensions see of the Python extension, which cannot be had here: it chose our Python."""
    manifest = {"name": "python", "publisher": "ms-python", "version": "0.0.1", "main": "./main.js"}
    folder.mkdir(parents=True)
    (folder / "package.json").write_text(
        json.dumps({**manifest, "engines": {"vscode": "*"}}), encoding="utf-8"
    )
    main = PYTHON_EXTENSION.replace("PYTHON", json.dumps(sys.executable))
    (folder / "main.js").write_text(main, encoding="utf-8")


def test_vscode_extension_passes_its_tests_in_the_host(
    chromium: Browser, code_server: CodeServer, workspace: Path, server: Path
) -> None:
    """Every test in the host passes, and at least one ran."""
    shutil.copy(workspace / "broken.plan-request.json", workspace / "also-broken.plan-request.json")
    tests = bundle_host_tests(code_server.home / "host-test.js")
    write_python_extension(installed_extensions(code_server.home) / "ms-python.python-0.0.1")
    with start_host_server(browser_tools(), code_server.home, {"cortex.server.command": str(server)}) as host:
        page = chromium.new_page()
        code, log = page.host_tests(host.address(workspace, SOURCE, tests), seconds=120)
    results = (workspace / "host-test.log").read_text(encoding="utf-8")
    assert code == 0, "\n".join([results, *log])
    assert "passed: " in results
