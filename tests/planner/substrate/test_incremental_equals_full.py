"""A refreshed index is the index that a full build in another place would make."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cortex_planner.config.model import Config
from cortex_planner.substrate import IndexReport, SectionIndexer, store_location
from cortex_planner.substrate.build import build_index

Build = Callable[..., IndexReport]
Write = Callable[..., None]

RULES: dict[str, Any] = {
    "symbols": {
        "rules": [
            {"files": ["*.md"], "name": "@R/{stem}", "slice": "head(5)"},
            {"files": ["*.py"], "name": "@R/{definition}", "slice": "lines[0:1]"},
            {"files": ["x.md"], "name": "@DOC/y.md", "slice": "head(3)"},
        ],
        "pins": {"@P": {"file": "x.md", "heading": "two"}, "@CODE/a.py": {"file": "y.md"}},
    }
}
CONFIGS: list[dict[str, Any]] = [
    {},
    RULES,
    {"index": {"exclude": ["sub/**"]}},
    {"documents": {"a.py": "goal"}},
]
TEXTS = [
    "",
    "# One\n",
    "# One\n## Two\nx",
    "def f(): pass\n",
    "class f:\n  def f(): 1\n",
    "\0",
    "a\r\nb",
    "é",
]

paths = st.sampled_from(["x.md", "y.md", "sub/x.md", "a.py", "sub/a.py", "n.txt"])
edits = st.one_of(
    st.tuples(st.just("write"), paths, st.sampled_from(TEXTS)),
    st.tuples(st.just("same-size"), paths, st.just("")),
    st.tuples(st.just("delete"), paths, st.just("")),
    st.tuples(st.just("rename"), paths, paths),
    st.tuples(st.just("configure"), st.just(""), st.integers(0, len(CONFIGS) - 1)),
    st.tuples(st.just("build"), st.just(""), st.just("")),
)


def content(report: IndexReport) -> tuple[object, ...]:
    return (report.section_index_hash, report.symbols_hash, report.files, report.skipped, report.degraded)


def full_build(root: Path, config: Config, place: Path) -> IndexReport:
    """Build from nothing, from a copy of the files in another folder."""
    shutil.copytree(root, place, symlinks=True, ignore=shutil.ignore_patterns("CORTEX"))
    return build_index(place, config, store_location(place))


def apply(root: Path, kind: str, path: str, more: Any) -> None:
    target = root / path
    if kind == "write":
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(more.encode())
    elif kind == "same-size" and target.exists():
        _swap_letters(target)
    elif kind == "delete":
        target.unlink(missing_ok=True)
    elif kind == "rename" and target.exists():
        (root / more).parent.mkdir(exist_ok=True)
        target.rename(root / more)


def _swap_letters(target: Path) -> None:
    """Change a file without changing its size or its times, as an edit within one clock tick does."""
    before = target.stat()
    target.write_bytes(target.read_bytes()[::-1])
    os.utime(target, ns=(before.st_atime_ns, before.st_mtime_ns))


@given(steps=st.lists(edits, max_size=12), substrate=st.sampled_from(["sqlite", "jsonl"]))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_edits_then_a_refresh_equal_a_full_build(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str, Any]], substrate: str
) -> None:
    root = tmp_path_factory.mktemp("root")
    config = Config()
    for kind, path, more in steps:
        apply(root, kind, path, more)
        if kind == "configure":
            config = Config.model_validate(CONFIGS[more])
        if kind == "build":
            SectionIndexer(root, substrate, config=config).build()
    refreshed = SectionIndexer(root, substrate, config=config).build()
    assert content(refreshed) == content(full_build(root, config, tmp_path_factory.mktemp("copy") / "root"))


def test_branch_switches(git_root: Path, write: Write, build: Build, tmp_path: Path) -> None:
    git = ["git", "-C", git_root, "-c", "user.name=t", "-c", "user.email=t@t"]
    write("a.md", "# A\n")
    write("only_here.py", "def f(): pass\n")
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-qm", "one"], check=True)
    subprocess.run([*git, "checkout", "-qb", "other"], check=True)
    first = build()
    subprocess.run([*git, "rm", "-q", "only_here.py"], check=True)
    write("a.md", "# B\n")
    subprocess.run([*git, "commit", "-qam", "two"], check=True)
    assert content(build()) == content(full_build(git_root, Config(), tmp_path / "copy"))
    subprocess.run([*git, "checkout", "-q", "-"], check=True)
    assert content(build()) == content(first)


def test_only_changed_files_are_read_again(root: Path, write: Write, build: Build) -> None:
    """Old files are passed over by their state; a file written just now is read once more."""
    for number in range(5):
        write(f"{number}.txt", str(number))
        os.utime(root / f"{number}.txt", (1, 1))
    build()
    _wait_until_old(root, build)
    write("3.txt", "changed")
    report = build()
    assert (report.files, report.files_read) == (5, 1)


def _wait_until_old(root: Path, build: Build) -> None:
    """Build until no file counts as freshly changed any more: two seconds after the last change."""
    import time

    for _ in range(100):
        if build().files_read == 0:
            return
        time.sleep(0.1)
    pytest.fail("files stay fresh")


def test_a_refresh_that_changes_nothing_is_no_new_generation(root: Path, write: Write, build: Build) -> None:
    write("a.txt", "x")
    first = build()
    os.utime(root / "a.txt", (5, 5))
    assert build().generation == first.generation
    write("a.txt", "y")
    assert build().generation == first.generation + 1


def test_another_fingerprint_extracts_everything_again(
    root: Path, write: Write, build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("a.txt", "x")
    first = build()
    monkeypatch.setattr("cortex_planner.substrate.refresh.fingerprint", lambda _settings: "another program")
    second = build()
    assert second.files_read == 1
    assert content(second) == content(first)
