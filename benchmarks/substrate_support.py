"""Trees to index, shared by the benchmarks of the substrate."""

# ruff: noqa: E501 - the samples read best as single lines
from __future__ import annotations

import shutil
import subprocess
import sysconfig
import time
from collections.abc import Callable
from pathlib import Path

from cortex_planner.config.model import Config
from cortex_planner.substrate import IndexReport, build_index

SAMPLES = {
    "JavaScript": (
        "js",
        "export function run_{n}(a, b) {{\n  return a.map((x) => x + b);\n}}\nclass Box_{n} {{\n  open(key) {{ return this.items[key]; }}\n}}\n",
    ),
    "TypeScript": (
        "ts",
        "export function run_{n}(a: number[], b: number): number[] {{\n  return a.map((x) => x + b);\n}}\nclass Box_{n} {{\n  open(key: string): void {{ this.seen = key; }}\n}}\n",
    ),
    "Go": (
        "go",
        "func Run{n}(a []int, b int) int {{\n\tfor _, x := range a {{\n\t\tb += x\n\t}}\n\treturn b\n}}\n\ntype Box{n} struct {{\n\titems map[string]int\n}}\n",
    ),
    "Rust": (
        "rs",
        "pub fn run_{n}(a: &[i32], b: i32) -> i32 {{\n    a.iter().map(|x| x + b).sum()\n}}\n\npub struct Box{n} {{\n    items: Vec<i32>,\n}}\n",
    ),
    "Java": (
        "java",
        "class Box{n} {{\n  private int items = 0;\n  int run(int a, int b) {{\n    return a + b * items;\n  }}\n}}\n",
    ),
    "C": (
        "c",
        "struct box_{n} {{\n  int items;\n}};\n\nstatic int run_{n}(int a, int b) {{\n  return a + b * 2;\n}}\n",
    ),
    "C++": (
        "cpp",
        "class Box{n} {{\n public:\n  int run(int a, int b) {{ return a + b * items; }}\n\n private:\n  int items = 0;\n}};\n",
    ),
    "SQL": (
        "sql",
        "CREATE TABLE box_{n} (\n  id INT PRIMARY KEY,\n  items TEXT\n);\nCREATE VIEW view_{n} AS SELECT id FROM box_{n};\n",
    ),
    "Markdown": (
        "md",
        "## Box {n}\n\nIt holds *items*; see [the list](list.md) for more.\n\n- one\n- two\n\n",
    ),
}
"""Per language: extension, and text that repeats with a number in it."""

_COMMENT = {"SQL": "-- ", "Markdown": ""}
_FILES, _REPEATS = 600, 40


def make_language_tree(folder: Path, language: str) -> None:
    """Write files of one language; Python's are the standard library's own."""
    folder.mkdir(parents=True)
    if language == "Python":
        source = sysconfig.get_paths()["stdlib"]
        skip = shutil.ignore_patterns("site-packages", "__pycache__", "*.so", "*.a", "*.whl", "*.pyc")
        shutil.copytree(source, folder, dirs_exist_ok=True, ignore=skip)
    else:
        extension, sample = SAMPLES[language]
        for number in range(_FILES):
            comment = _COMMENT.get(language, "// ") + "a line of prose, as code has between its definitions\n"
            text = "".join(sample.format(n=number * _REPEATS + n) + comment * 5 for n in range(_REPEATS))
            (folder / f"file_{number}.{extension}").write_text(text)
    subprocess.run(["git", "init", "-q", folder], check=True)


def make_flat_tree(folder: Path, files: int) -> None:
    """Write many small files in folders of a hundred, and commit them."""
    for number in range(files):
        target = folder / f"p{number // 5000}" / f"d{number // 100}" / f"f{number % 100}.txt"
        if number % 100 == 0:
            target.parent.mkdir(parents=True)
        target.write_text(f"file {number}\n")
    git = ["git", "-C", folder, "-c", "user.name=b", "-c", "user.email=b@b", "-c", "gc.auto=0"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "all"]):
        subprocess.run([*git, *command], check=True)


def built(root: Path) -> IndexReport:
    """Build or refresh the index with the defaults."""
    return build_index(root, Config())


def seconds(action: Callable[[], object]) -> float:
    """Return how long an action takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start
