"""What the disk says of files that the index knows: which may have changed, and which lie behind a link."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cortex_planner.substrate.reading import MISSING

KnownFile = tuple[int, int, int, int, int, str | None, str | None]
"""size, mtime_ns, ctime_ns, inode, fresh, content_hash, reason: a row of `files` after its path."""


@dataclass(frozen=True, slots=True)
class Known:
    """The paths that the index knows, and its rows of those whose state on disk must not be relied on."""

    paths: list[str]
    suspects: dict[str, KnownFile]


def look_at_known_files(root: Path, rows: Iterable[tuple[Any, ...]]) -> Known:
    """Compare each row of `files` with the state of the file on disk."""
    prefix = f"{os.fspath(root)}/"
    lstat = os.lstat
    paths: list[str] = []
    suspects: dict[str, KnownFile] = {}
    for row in rows:
        path, size, mtime, ctime, inode, fresh, _, reason = row
        paths.append(path)
        try:
            now = lstat(prefix + path)
        except OSError:
            if reason != MISSING:
                suspects[path] = row[1:]
            continue
        if (
            fresh
            or now.st_mtime_ns != mtime
            or now.st_size != size
            or now.st_ctime_ns != ctime
            or now.st_ino != inode
        ):
            suspects[path] = row[1:]
    return Known(paths, suspects)


def linked_folders(root: Path, paths: Iterable[str]) -> set[str]:
    """Return the folders of `paths` that are symbolic links or lie below one: git does not enter them."""
    linked: dict[str, bool] = {"": False}
    last = ""
    for path in paths:
        folder = path.rpartition("/")[0]
        if folder != last:
            _is_linked(os.fspath(root), folder, linked)
            last = folder
    return {folder for folder, is_linked in linked.items() if is_linked}


def _is_linked(root: str, folder: str, seen: dict[str, bool]) -> bool:
    if folder not in seen:
        above = _is_linked(root, folder.rpartition("/")[0], seen)
        seen[folder] = above or _is_link(f"{root}/{folder}")
    return seen[folder]


def _is_link(location: str) -> bool:
    try:
        return stat.S_ISLNK(os.lstat(location).st_mode)
    except OSError:
        return False
