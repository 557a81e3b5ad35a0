"""The same request, substrate and `cortex.toml` give the same bytes, whatever else is different."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planner.compiler.compiler_requests import request

from cortex_planner import Planner

GOLDEN = Path(__file__).parents[2] / "fixtures" / "golden"
CONFIG = """
[symbols.pins]
"@INSTALL" = { file = "docs/guide.md", heading = "install", slice = "head(40)" }
[[intents.repair.steps]]
name = "test"
op = "RUN_TEST"
needs = ["patch"]
for_each = "symbols"
refs = { test_name = "{symbol}" }
expected_outputs = { report = "out/{request_id}.xml" }
[[intents.repair.steps]]
name = "patch"
op = "PATCH_FILE"
refs = { file_path = "src/app.py", patch_start_line = 1, patch_end_line = 2, content = "# ok\\n" }
constraints = { timeout_seconds = 30, required_outputs = ["diff"] }
"""
FILES = {
    "docs/guide.md": "# Guide\n\nHello.\n\n## Install\n\nRun it.\n",
    "src/app.py": "def main():\n    return 1\n\n\nclass Login:\n    def check(self):\n        return True\n",
    "notes/später.md": "# Später\n\nÜbermorgen.\n",
    "cortex.toml": CONFIG,
}
REQUEST = request(
    intent="repair",
    inputs={
        "symbols": ["@INSTALL", "@CODE/src/app.py#Login.check", "@DOC/notes/später.md"],
        "files": ["docs/guide.md"],
        "notes": ["Grüße.", "Grüße."],
    },
)


def lay_out(folder: Path, order: list[str]) -> None:
    """Write the repository's files in some order."""
    for name in order:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(FILES[name], encoding="utf-8", newline="")
    (folder / "r.plan-request.json").write_text(json.dumps(REQUEST), encoding="utf-8")


def dry_run(folder: Path, working: Path, **environment: str) -> bytes:
    """Compile in a fresh process."""
    command = [sys.executable, "-P", "-m", "cortex_planner.cli", "plan", "--dry-run"]
    command += ["--request-file", str(folder / "r.plan-request.json"), "--repo-root", str(folder)]
    done = subprocess.run(
        command, cwd=working, env={**os.environ, **environment}, capture_output=True, timeout=60
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def test_the_golden_plan_is_what_it_was(tmp_path: Path) -> None:
    """A plan that changes without a new planner version is a broken promise."""
    lay_out(tmp_path, list(FILES))
    assert dry_run(tmp_path, tmp_path).decode() == (GOLDEN / "repair.plan-output.json").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Asia/Tokyo"},
        {"PYTHONHASHSEED": "2", "LC_ALL": "C.UTF-8", "TZ": "America/New_York", "PYTHONUTF8": "0"},
        {"PYTHONHASHSEED": "random", "LANG": "tr_TR.UTF-8", "CORTEX_INDEX_PROCESSES": "2"},
    ],
)
def test_fresh_processes_with_other_surroundings_give_the_same_bytes(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    """Hash seed, locale, time zone, working directory and the order of files on disk do not matter."""
    one, two = tmp_path / "one", tmp_path / "with space" / "two"
    lay_out(one, list(FILES))
    lay_out(two, sorted(FILES, reverse=True))
    assert dry_run(one, one) == dry_run(two, tmp_path, **environment)


@given(st.permutations(list(REQUEST)), st.permutations(["symbols", "files", "notes"]))
def test_the_order_of_keys_does_not_matter(outer: list[str], inner: list[str]) -> None:
    """A dict is a set of fields."""
    notes_only = {**REQUEST, "intent": "x", "inputs": {"notes": ["a"], "files": [], "symbols": []}}
    shuffled = {key: notes_only[key] for key in outer}
    shuffled["inputs"] = {key: notes_only["inputs"][key] for key in inner}
    planner = Planner(GOLDEN)
    assert planner.plan_request(shuffled) == planner.plan_request(notes_only)
