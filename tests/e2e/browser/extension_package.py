"""The extension as users get it: packed from the clone, then installed from the package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from e2e.browser.code_server import command, environment
from e2e.tools import CLONE, Tools

SOURCE = CLONE / "vscode-client"


def pack_extension(package: Path) -> Path:
    """Build the extension and pack it into `package`, with the server's wheel."""
    if not (SOURCE / "node_modules").exists():
        _run(["npm", "ci"], SOURCE, 300)
    wheel = _build_wheel(package.parent / "wheel")
    constraints = CLONE / "constraints.txt"
    options = ["--wheel", str(wheel), "--constraints", str(constraints), "--out", str(package)]
    _run(["npm", "run", "--silent", "package", "--", *options], SOURCE, 300)
    return package


def install_extension(tools: Tools, home: Path, package: Path) -> None:
    """Install `package` into the code-server that keeps its things under `home`."""
    arguments = [*command(tools, home), "--install-extension", str(package)]
    done = subprocess.run(
        arguments, env=environment(tools, home), cwd=home, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, f"the extension was not installed:\n{done.stdout}\n{done.stderr}"


def _build_wheel(folder: Path) -> Path:
    _run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder), str(CLONE)],
        CLONE,
        300,
    )
    return next(folder.glob("*.whl"))


def _run(arguments: list[str], folder: Path, seconds: float) -> None:
    done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, timeout=seconds)
    assert done.returncode == 0, f"{' '.join(arguments)} failed:\n{done.stdout}\n{done.stderr}"
