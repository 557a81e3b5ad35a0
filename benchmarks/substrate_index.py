"""Full index against `ctags -R` per language; re-index of 100,000 files against `git status`.

Bars: at most 5 times ctags; with nothing changed at most 3 times `git status`. Rounds take turns, and
the median counts. Without ctags the first table has no ratio.

    python benchmarks/substrate_index.py [--rounds R] [--files N]
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from report import bar, report
from substrate_support import SAMPLES, built, make_flat_tree, make_language_tree, seconds

_FRESH_SECONDS = 2.1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--files", type=int, default=100_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cortex-bench-") as folder:
        rows = [_language(Path(folder, name), name, options.rounds) for name in ("Python", *SAMPLES)]
        columns = ("language", "MB", "sections", "index s", "ctags s", "ratio (<= 5)")
        report("full index against ctags", columns, rows)
        for language, *_, ratio in rows:
            bar(f"full index, {language}, against ctags", float(str(ratio)), 5)
        _refreshes(Path(folder, "flat"), options.files, options.rounds)


def _language(root: Path, language: str, rounds: int) -> tuple[object, ...]:
    make_language_tree(root, language)
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file() and ".git" not in path.parts)
    ours, theirs = [], []
    for _ in range(rounds):
        shutil.rmtree(root / "CORTEX", ignore_errors=True)
        ours.append(seconds(lambda: built(root)))
        theirs.append(seconds(lambda: _ctags(root, language)))
    mine, peer = statistics.median(ours), statistics.median(theirs)
    return language, size / 1e6, built(root).sections, mine, peer, mine / peer


def _ctags(root: Path, language: str) -> None:
    command = ["ctags", "-R", f"--languages={language}", "--exclude=CORTEX", "--exclude=.git", "-f", "-", "."]
    subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _refreshes(root: Path, files: int, rounds: int) -> None:
    make_flat_tree(root, files)
    first = seconds(lambda: built(root))
    subprocess.run(["sleep", str(_FRESH_SECONDS)], check=True)
    built(root)
    idle, changed, status = [], [], []
    for number in range(rounds):
        status.append(seconds(lambda: _git_status(root)))
        idle.append(seconds(lambda: built(root)))
        (root / "p0/d0/f0.txt").write_text(f"changed {number}\n")
        changed.append(seconds(lambda: built(root)))
    peer = statistics.median(status)
    rows = [
        ("git status", peer, 1.0),
        ("nothing changed (<= 3)", statistics.median(idle), statistics.median(idle) / peer),
        ("one file changed", statistics.median(changed), statistics.median(changed) / peer),
        ("first build", first, first / peer),
    ]
    report(f"re-index of {files:,} files", ("work", "s", "x git status"), rows)
    bar(f"re-index of {files:,} unchanged files, against git status", rows[1][2], 3)


def _git_status(root: Path) -> None:
    subprocess.run(["git", "status", "--porcelain"], cwd=root, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
