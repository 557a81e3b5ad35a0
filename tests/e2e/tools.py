"""Tools: the programs that the editor tests drive, and where `setup.sh` put them."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

CLONE = Path(__file__).resolve().parents[2]
CODE_SERVER = "code-server-4.139.1"
PLAYWRIGHT = "playwright-core-1.65.1"
NODE = "node-24.19.0"


@dataclass(frozen=True, slots=True)
class Tools:
    """Paths of the programs, all of them there."""

    node: Path
    code_server: Path
    playwright: Path
    chromium: Path


def language_server() -> Path:
    """Return the server under test: the one beside this Python, or the one the environment names."""
    named = os.environ.get("CORTEX_E2E_SERVER")
    server = Path(named) if named else Path(sys.executable).with_name("cortex-lsp")
    if not server.exists():
        pytest.fail(f"no language server at {server}: install the package first (make e2e does)")
    return server


def editor(name: str) -> str:
    """Return the path of an editor from Debian, or fail with the way to get it."""
    found = shutil.which(name)
    if found is None:
        pytest.fail(f"{name} is not installed: run tests/e2e/setup.sh")
    return found


def browser_tools() -> Tools:
    """Return what the tests in VS Code need, or fail with the way to get it."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cortex-e2e"
    tools = Tools(
        node=cache / NODE / "bin" / "node",
        code_server=cache / CODE_SERVER / "node_modules" / "code-server",
        playwright=cache / PLAYWRIGHT / "node_modules" / "playwright-core",
        chromium=Path(editor("chromium")),
    )
    for path in (tools.node, tools.code_server, tools.playwright):
        if not path.exists():
            pytest.fail(f"{path} is missing: run tests/e2e/setup.sh")
    return tools
