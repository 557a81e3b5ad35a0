"""Lanes: the editor tests side by side, each lane in a process of its own, with a VS Code of its own if it needs one.

A lane is chosen by what a test asks for. Its tests run one after the other, so a test may change what belongs to the
whole VS Code: the theme, the programs on PATH, the running servers. `python tests/e2e/lanes.py` runs all lanes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
# A test is in the first lane whose fixture it asks for, be it through another fixture.
LANES = {
    "shared-page": "shared_vscode",
    "finding-a-server": "hostile_workspace",
    "own-pages": "code_server",
    "other-editors": "server",
}


def lane_of(fixtures: Collection[str]) -> str:
    """Return the lane of a test that asks for these fixtures."""
    return next((lane for lane, fixture in LANES.items() if fixture in fixtures), "other-editors")


def main() -> int:
    """Run every lane, show what each of them said as soon as it ends, and fail if one did, also when it was alone.

    Four lanes on two cores can keep an editor from its turn for minutes. So what failed beside the others is tried once
    more, with nothing beside it; both tries are shown.
    """
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(len(LANES)) as pool:
        place = Path(name)
        running = {pool.submit(run, "other-editors", place, {}): "other-editors"}
        package = {"CORTEX_E2E_PACKAGE": pack(place)}
        rest = [lane for lane in LANES if lane != "other-editors"]
        running |= {pool.submit(run, lane, place, package): lane for lane in rest}
        failed = [running[done] for done in as_completed(running) if done.result() != 0]
        still_failing = [lane for lane in failed if run(lane, place, package, again=True) != 0]
        return int(bool(still_failing))


def pack(folder: Path) -> str:
    """Pack the extension for all lanes, while the lane that needs none runs already."""
    from e2e.browser.extension_package import pack_extension

    return str(pack_extension(folder / "cortex-plan.vsix"))


def run(lane: str, place: Path, told: dict[str, str], *, again: bool = False) -> int:
    """Run one lane, or what failed of it; return pytest's exit code."""
    began = time.monotonic()
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        str(FOLDER),
        "--lane",
        lane,
        "-o",
        f"cache_dir={place / lane}",
    ]
    command += ["--last-failed", "--last-failed-no-failures=none"] if again else []
    done = subprocess.run(
        command, env={**os.environ, **told}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    what = f"what failed of {lane}, alone" if again else lane
    sys.stdout.write(f"--- {what}: {time.monotonic() - began:.0f} s\n{done.stdout}")
    sys.stdout.flush()
    return done.returncode


if __name__ == "__main__":
    sys.path.insert(0, str(FOLDER.parent))
    sys.exit(main())
