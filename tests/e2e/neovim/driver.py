"""Neovim, headless and set up as the documentation says: one scenario, one JSON answer."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from e2e.documented import documented_configuration, path_with_server
from e2e.tools import editor

SCENARIOS = Path(__file__).parent


def run_neovim(scenario: str, folder: Path, server: Path, argument: str = "") -> dict[str, Any]:
    """Run `scenario`.lua in Neovim with `folder` opened and return its answer."""
    answer = folder.parent / f"{scenario}.json"
    answer.unlink(missing_ok=True)
    done = subprocess.run(
        [editor("nvim"), "--headless", "-n", "-i", "NONE", "-c", f"luafile {SCENARIOS / scenario}.lua"],
        env=_environment(folder, server, {"ANSWER": str(answer), "ARGUMENT": argument}),
        capture_output=True,
        text=True,
        timeout=120,
        cwd=folder.parent,
    )
    assert answer.exists(), f"Neovim gave no answer:\n{done.stdout}\n{done.stderr}"
    result: dict[str, Any] = json.loads(answer.read_text(encoding="utf-8"))
    assert "failure" not in result, f"{result['failure']}\n{done.stderr}"
    return result


def _environment(folder: Path, server: Path, told: dict[str, str]) -> dict[str, str]:
    home = folder.parent / "home"
    (home / "nvim").mkdir(parents=True, exist_ok=True)
    init = home / "nvim" / "init.lua"
    init.write_text(documented_configuration("neovim.md", "lua"), encoding="utf-8")
    homes = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    told = {**told, "FOLDER": str(folder), "SCENARIOS": str(SCENARIOS)}
    return {
        **os.environ,
        **dict.fromkeys(homes, str(home)),
        "PATH": path_with_server(folder.parent, server),
        **{f"CORTEX_E2E_{name}": value for name, value in told.items()},
    }
