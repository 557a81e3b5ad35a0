"""The main job, on the examples beside this file: `make run` shows it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent


def show(title: str, *arguments: str) -> int:
    """Run a command as a user would, under a line that says what it is."""
    print(
        f"\n\x1b[1m$ cortex {' '.join(arguments)}\x1b[0m   {title}\n"
        if sys.stdout.isatty()
        else f"\n$ cortex {' '.join(arguments)}   # {title}\n",
        flush=True,
    )
    command = [sys.executable, "-P", "-m", "cortex_planner.cli", *arguments]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def main() -> int:
    """Check a broken request, compile a good one, and say how to go on."""
    broken = show("a request with mistakes", "check", "examples/broken.plan-request.json")
    good = show(
        "a good one, compiled", "plan", "--request-file", "examples/good.plan-request.json", "--explain"
    )
    print(
        "\nOpen this folder in an editor to see the same while you type:\n"
        "  VS Code   build the extension with `make vsix`, then: code --install-extension vscode-client/*.vsix\n"
        "  others    point the editor's LSP client at  .venv/bin/cortex-lsp  for *.plan-request.json\n"
        "            (docs/editors has the lines for each)\n"
    )
    return 0 if (broken, good) == (1, 0) else 1


if __name__ == "__main__":
    sys.exit(main())
