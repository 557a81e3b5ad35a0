"""Running `cortex` as people do: in a folder, with words, and a look at what it printed."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cortex_planner.cli.main import main

GOOD_REQUEST: dict[str, Any] = {
    "run_id": "run-42",
    "request_id": "fix-login",
    "intent": "debug_function",
    "inputs": {"notes": ["Do not log passwords."]},
    "budgets": {"max_steps": 20},
}
GOOD_TEXT = json.dumps(GOOD_REQUEST, indent=2) + "\n"


@dataclass(frozen=True)
class Answer:
    """What a command said: its exit code, and what stands on its two streams."""

    code: int
    out: str
    err: str

    @property
    def findings(self) -> list[dict[str, Any]]:
        """Return the findings of `--format json`."""
        findings: list[dict[str, Any]] = json.loads(self.out)["findings"]
        return findings

    @property
    def codes(self) -> list[str]:
        """Return the codes of the findings of `--format json`."""
        return [finding["code"] for finding in self.findings]


def cortex(folder: Path, *words: str) -> Answer:
    """Run `cortex` with `words` in `folder`, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with _working_in(folder), redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(list(words))
        except SystemExit as leaving:
            code = int(leaving.code or 0)
    return Answer(code, out.getvalue(), err.getvalue())


def cortex_process(folder: Path, *words: str, stdin: bytes = b"", **environment: str) -> Answer:
    """Run `cortex` as a program of its own, for what a process alone shows."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "cortex_planner.cli", *words],
        cwd=folder,
        input=stdin,
        capture_output=True,
        timeout=120,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


def write_files(folder: Path, files: dict[str, str]) -> None:
    """Write texts below `folder`, making the folders they lie in."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")


@contextmanager
def _working_in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
