"""The extension inside a real extension host; the tests themselves are in `vscode-client/host-test`."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from e2e.browser.extension_host import bundle_host_tests, start_host_server
from e2e.browser.extension_package import SOURCE
from e2e.tools import browser_tools

if TYPE_CHECKING:
    from pathlib import Path

    from e2e.browser.bridge import Browser
    from e2e.browser.code_server import CodeServer


def test_vscode_extension_passes_its_tests_in_the_host(
    chromium: Browser, code_server: CodeServer, workspace: Path, server: Path
) -> None:
    """Every test in the host passes, and at least one ran."""
    shutil.copy(workspace / "broken.plan-request.json", workspace / "also-broken.plan-request.json")
    tests = bundle_host_tests(code_server.home / "host-test.js")
    with start_host_server(browser_tools(), code_server.home, {"cortex.server.command": str(server)}) as host:
        page = chromium.new_page()
        code, log = page.host_tests(host.address(workspace, SOURCE, tests), seconds=300)
    results = (workspace / "host-test.log").read_text(encoding="utf-8")
    assert code == 0, "\n".join([results, *log])
    assert "passed: " in results
