"""Presence: what stands on disk at a path that the index does not have."""

from __future__ import annotations

import os
import stat
from enum import Enum
from pathlib import Path

from cortex_planner.forms import is_relative_path


class Presence(Enum):
    """What a path of a root names."""

    MISSING = "missing"
    FILE = "file"
    FOLDER = "folder"
    OUTSIDE = "outside"


def presence(root: Path, path: str) -> Presence:
    """Return what `path`, relative to `root`, names; one that leads out through a link is outside."""
    location = root / path
    try:
        status = location.stat()
    except (OSError, ValueError):
        return Presence.MISSING
    if not Path(os.path.realpath(location)).is_relative_to(os.path.realpath(root)):
        return Presence.OUTSIDE
    return Presence.FOLDER if stat.S_ISDIR(status.st_mode) else Presence.FILE


def is_file_there(root: Path, path: str) -> bool:
    """Return whether `path` is well formed and names a file of `root`."""
    return is_relative_path(path) and presence(root, path) is Presence.FILE


def landing(root: Path, path: str) -> str | None:
    """Return where a write to `path` would land, relative to `root`, through every link; None outside it."""
    real_root = Path(os.path.realpath(root))
    real = Path(os.path.realpath(root / path))
    return real.relative_to(real_root).as_posix() if real.is_relative_to(real_root) else None
