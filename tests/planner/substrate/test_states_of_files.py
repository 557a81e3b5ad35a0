"""When a file counts as unchanged, and when its state must not be relied on."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cortex_planner.substrate.disk import look_at_known_files
from cortex_planner.substrate.reading import read_file, state_of

Write = Callable[..., None]


@pytest.fixture
def path(root: Path, write: Write) -> Path:
    write("a.txt", "x")
    return root / "a.txt"


def fresh_after(path: Path, seconds: float, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether a file read `seconds` after it was written counts as fresh."""
    status = path.stat()
    now = max(status.st_mtime_ns, status.st_ctime_ns) + int(seconds * 1e9)
    monkeypatch.setattr(time, "time_ns", lambda: now)
    read = read_file(str(path), 100)
    assert read is not None
    return read.fresh


@pytest.mark.parametrize(("seconds", "fresh"), [(0.0, True), (1.9, True), (2.1, False), (-5.0, True)])
def test_a_file_is_fresh_for_two_seconds_and_in_the_future(
    path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, fresh: bool
) -> None:
    assert fresh_after(path, seconds, monkeypatch) is fresh


@pytest.mark.parametrize("fresh", [True, False])
def test_a_fresh_file_is_suspect_although_its_state_is_the_same(root: Path, path: Path, fresh: bool) -> None:
    row = ("a.txt", *state_of(path.lstat()), fresh, "hash", None)
    assert bool(look_at_known_files(root, [row]).suspects) is fresh


@pytest.mark.parametrize("place", range(4))
def test_any_difference_of_state_makes_a_file_suspect(root: Path, path: Path, place: int) -> None:
    """Size, both times and the inode each count."""
    state = list(state_of(path.lstat()))
    state[place] += 1
    row = ("a.txt", *state, False, "hash", None)
    assert look_at_known_files(root, [row]).suspects.keys() == {"a.txt"}


def test_a_file_that_is_gone_is_suspect_until_it_is_known_to_be_missing(root: Path) -> None:
    gone = ("b.txt", 0, 0, 0, 0, False, "hash", None)
    missing = ("c.txt", 0, 0, 0, 0, False, None, "missing")
    assert look_at_known_files(root, [gone, missing]).suspects.keys() == {"b.txt"}


def test_a_link_is_looked_at_and_not_followed(root: Path, path: Path) -> None:
    (root / "link").symlink_to(path)
    read = read_file(os.fspath(root / "link"), 100)
    assert read is not None
    assert (read.text, read.reason) == (None, "symbolic link")
