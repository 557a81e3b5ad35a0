"""Paths as documents write them: POSIX, from the root, without detours. Nothing is looked up on disk."""

from __future__ import annotations

import posixpath


def respelled(path: str, root: str | None) -> str | None:
    """Return how a path should be written.

    "" where no spelling is known, None where the path leads out of the root.
    """
    if "\0" in path or not path.strip():
        return ""
    plain = path.replace("\\", "/")
    if plain.startswith("/"):
        if root is None:
            return None
        inside = posixpath.relpath(posixpath.normpath(plain), root)
    else:
        inside = posixpath.normpath(plain)
    if inside == ".." or inside.startswith("../"):
        return None
    return "" if inside == "." else inside
