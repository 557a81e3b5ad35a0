"""Emacs with eglot, in batch mode and without anyone's configuration: one scenario, one JSON answer."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from e2e.tools import editor

SCENARIOS = Path(__file__).parent


def run_emacs(scenario: str, folder: Path, server: Path) -> dict[str, Any]:
    """Run `scenario`.el in Emacs with `folder` opened and return its answer."""
    answer = folder.parent / f"{scenario}.json"
    done = subprocess.run(
        [editor("emacs"), "--batch", "-l", str(SCENARIOS / f"{scenario}.el")],
        env=_environment(folder, server, answer),
        capture_output=True,
        text=True,
        timeout=120,
        cwd=folder.parent,
    )
    assert answer.exists(), f"Emacs gave no answer:\n{done.stdout}\n{done.stderr}"
    result: dict[str, Any] = json.loads(answer.read_text(encoding="utf-8"))
    assert "failure" not in result, f"{result['failure']}\n{done.stderr}"
    return result


def _environment(folder: Path, server: Path, answer: Path) -> dict[str, str]:
    home = folder.parent / "home"
    home.mkdir(exist_ok=True)
    own = {
        "HOME": str(home),
        "CORTEX_E2E_SERVER": str(server),
        "CORTEX_E2E_FOLDER": str(folder),
        "CORTEX_E2E_ANSWER": str(answer),
        "CORTEX_E2E_SCENARIOS": str(SCENARIOS),
    }
    return {**os.environ, **own}
