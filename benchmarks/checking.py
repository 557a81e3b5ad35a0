"""`cortex check` as CI runs it: one file from a cold start, and 5,000 documents at once.

python benchmarks/checking.py [--documents 5000]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from report import bar, percentiles, report

CORTEX = (sys.executable, "-P", "-m", "cortex_planner.cli")
CHAPTERS = 40
ROUNDS = 15


def main() -> None:
    """Measure both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--documents", type=int, default=5000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cortex-bench-") as folder:
        root, plans = _repository(Path(folder))
        one = plans / "0.plan-request.json"
        one.write_text(_request(0), encoding="utf-8")
        single = percentiles([_seconds(root, str(one)) * 1e3 for _ in range(ROUNDS)])
        for number in range(1, options.documents):
            (plans / f"{number}.plan-request.json").write_text(_request(number), encoding="utf-8")
        many = min(_seconds(root, str(plans)) for _ in range(3))
    report("cortex check", ["what", "p50 ms", "p95 ms"], [["one file, cold", *single]])
    report("cortex check of a folder", ["documents", "seconds"], [[options.documents, round(many, 2)]])
    bar("cortex check of one file, cold, p50 ms", single[0], 250)
    bar(f"cortex check of {options.documents:,} documents, seconds", many, 2)


def _repository(folder: Path) -> tuple[Path, Path]:
    """Return a root with an index, and its folder for plans."""
    plans = folder / "plans"
    plans.mkdir()
    (folder / "cortex.toml").touch()
    for number in range(CHAPTERS):
        (folder / f"chapter-{number}.md").write_text(f"# Chapter {number}\n\nWords.\n", encoding="utf-8")
    subprocess.run(["git", "init", "-q", folder], check=True)
    subprocess.run([*CORTEX, "index", "--repo-root", folder], check=True, capture_output=True)
    return folder, plans


def _request(number: int) -> str:
    """Return a request of about 3 KB."""
    request = {
        "run_id": "run-1",
        "request_id": f"request-{number}",
        "intent": "explain",
        "inputs": {
            "symbols": [f"@DOC/chapter-{each}.md#chapter-{each}" for each in range(CHAPTERS)],
            "notes": ["Say what it means, and for whom; leave out what everybody knows."] * 15,
        },
        "budgets": {"max_steps": 100},
    }
    return json.dumps(request, indent=2) + "\n"


def _seconds(root: Path, target: str) -> float:
    started = time.perf_counter()
    subprocess.run([*CORTEX, "check", target], cwd=root, check=True, capture_output=True)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
