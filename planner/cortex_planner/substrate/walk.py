"""A walk over a folder that is no git repository, with the meaning that `.gitignore` files have for git.

Ignored folders are not entered; symbolic links are not followed; a folder that is a repository of its
own is not entered; of several patterns, the last one of the deepest file decides.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder to visit: its path with a final `/` (empty for the root), and the patterns that hold in it."""

    path: str
    ignores: tuple[tuple[str, GitIgnoreSpec], ...]
    ignored: bool


def walk_listing(root: Path, *, enter_ignored: bool) -> tuple[bytes, bytes, tuple[bytes, ...]]:
    """Return the files to track, the ignored ones, and the folders that could not be opened.

    Ignored folders are entered only on request: they are often the largest.
    """
    names: list[bytes] = []
    ignored: list[bytes] = []
    closed: list[bytes] = []
    pending = [_Folder("", (), False)]
    while pending:
        folder = pending.pop()
        try:
            with os.scandir(os.fsencode(root / folder.path)) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            closed.append(os.fsencode(folder.path.rstrip("/")))
            continue
        inside = _with_own_patterns(root, folder, listed)
        for path, is_folder, is_ignored in _visited(inside, listed):
            if is_folder and not _is_repository(root, path):
                if enter_ignored or not is_ignored:
                    pending.append(_Folder(f"{path}/", inside.ignores, is_ignored))
            else:
                name = os.fsencode(f"{path}/" if is_folder else path)
                (ignored if is_ignored else names).append(name)
    return _ended(names), _ended(ignored), tuple(sorted(closed))


def _ended(names: list[bytes]) -> bytes:
    """Return names as git gives them: each ended by a NUL."""
    return b"".join(name + b"\0" for name in sorted(names))


def _visited(folder: _Folder, listed: list[os.DirEntry[bytes]]) -> Iterator[tuple[str, bool, bool]]:
    """Yield path, whether it is a folder, and whether it is ignored, of each entry of a folder."""
    for entry in listed:
        if entry.name == b".git":
            continue
        path = folder.path + os.fsdecode(entry.name)
        is_folder = entry.is_dir(follow_symlinks=False)
        yield path, is_folder, folder.ignored or _is_ignored(path, folder, is_folder=is_folder)


def _is_repository(root: Path, path: str) -> bool:
    return os.path.lexists(root / path / ".git")


def _is_ignored(path: str, folder: _Folder, *, is_folder: bool) -> bool:
    for base, spec in reversed(folder.ignores):
        decision = spec.check_file(path[len(base) :] + ("/" if is_folder else "")).include
        if decision is not None:
            return decision
    return False


def _with_own_patterns(root: Path, folder: _Folder, listed: list[os.DirEntry[bytes]]) -> _Folder:
    """Return the folder with the patterns of its own `.gitignore` added."""
    if folder.ignored or not any(entry.name == b".gitignore" for entry in listed):
        return folder
    from pathspec import GitIgnoreSpec

    try:
        text = (root / folder.path / ".gitignore").read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return folder
    spec = GitIgnoreSpec.from_lines(text.splitlines())
    return _Folder(folder.path, (*folder.ignores, (folder.path, spec)), folder.ignored)
