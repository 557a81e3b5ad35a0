"""Emacs with eglot, in batch mode and set up as the documentation says: one scenario, one JSON answer."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from e2e.documented import documented_configuration, path_with_server
from e2e.tools import editor

SCENARIOS = Path(__file__).parent


def run_emacs(scenario: str, folder: Path, server: Path, argument: str = "") -> dict[str, Any]:
    """Run `scenario`.el in Emacs with `folder` opened and return its answer."""
    answer = folder.parent / f"{scenario}.json"
    answer.unlink(missing_ok=True)
    done = subprocess.run(
        [editor("emacs"), "--batch", "-l", str(SCENARIOS / f"{scenario}.el")],
        env=_environment(folder, server, {"ANSWER": str(answer), "ARGUMENT": argument}),
        capture_output=True,
        text=True,
        timeout=120,
        cwd=folder.parent,
    )
    assert answer.exists(), f"Emacs gave no answer:\n{done.stdout}\n{done.stderr}"
    result: dict[str, Any] = json.loads(answer.read_text(encoding="utf-8"))
    assert "failure" not in result, f"{result['failure']}\n{done.stderr}"
    return result


def _environment(folder: Path, server: Path, told: dict[str, str]) -> dict[str, str]:
    home = folder.parent / "home"
    home.mkdir(exist_ok=True)
    configuration = home / "configuration.el"
    configuration.write_text(documented_configuration("emacs.md", "elisp"), encoding="utf-8")
    told = {**told, "FOLDER": str(folder), "SCENARIOS": str(SCENARIOS), "CONFIGURATION": str(configuration)}
    return {
        **os.environ,
        "HOME": str(home),
        "PATH": path_with_server(folder.parent, server),
        **{f"CORTEX_E2E_{name}": value for name, value in told.items()},
    }
