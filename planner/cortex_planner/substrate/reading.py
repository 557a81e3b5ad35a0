"""Reading a file for the index: its state on disk and its text, or the reason why it is left out.

Nothing here follows a symbolic link, waits on a pipe, or reads more than the limit.
"""

from __future__ import annotations

import os
import stat
import time
from dataclasses import dataclass

from cortex_planner.substrate.lines import lf_bytes

FileState = tuple[int, int, int, int]
"""size, mtime_ns, ctime_ns, inode."""

SYMLINK = "symbolic link"
LINKED = "behind a symbolic link"
FOLDER = "submodule or nested repository"
SPECIAL = "not a regular file"
TOO_LARGE = "too large"
BINARY = "binary"
NOT_UTF8 = "not UTF-8"
UNREADABLE = "unreadable"
PATH_NOT_UTF8 = "path is not UTF-8"
MISSING = "missing"
"""The reason of a file that git lists and that is not there; it is not reported."""

NO_STATE: FileState = (0, 0, 0, 0)

_FRESH_NS = 2_000_000_000
_BINARY_WINDOW = 8_000
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file as it was read. `text` is None where `reason` says why it is left out.

    `fresh` means that the file changed so recently that a further change might leave no trace in its
    state, so that its content must be compared again next time.
    """

    state: FileState
    fresh: bool
    text: bytes | None
    reason: str | None


def state_of(status: os.stat_result) -> FileState:
    """Return what must be equal for a file to count as unchanged."""
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino


def read_file(location: str, limit: int) -> ReadFile | None:
    """Return the file at `location`, or None where there is none."""
    try:
        status = os.lstat(location)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return _left_out(NO_STATE, UNREADABLE)
    reason = _unfit(status, limit)
    if reason is not None:
        return _left_out(state_of(status), reason)
    return _read_regular(location, limit)


def _read_regular(location: str, limit: int) -> ReadFile | None:
    try:
        descriptor = os.open(location, _FLAGS)
    except FileNotFoundError:
        return None
    except OSError:
        return _left_out(NO_STATE, UNREADABLE)
    try:
        status = os.fstat(descriptor)
        reason = _unfit(status, limit)
        if reason is not None:
            return _left_out(state_of(status), reason)
        with open(descriptor, "rb", buffering=0, closefd=False) as file:
            raw = file.readall()
    except OSError:
        return _left_out(NO_STATE, UNREADABLE)
    finally:
        os.close(descriptor)
    return _as_text(status, raw, limit)


def _as_text(status: os.stat_result, raw: bytes, limit: int) -> ReadFile:
    state = state_of(status)
    fresh = time.time_ns() - max(status.st_mtime_ns, status.st_ctime_ns) < _FRESH_NS
    reason = TOO_LARGE if len(raw) > limit else _not_text(raw)
    return ReadFile(state, fresh, None if reason else lf_bytes(raw), reason)


def _unfit(status: os.stat_result, limit: int) -> str | None:
    """Return why a file cannot be read at all, judged by its kind and size."""
    mode = status.st_mode
    if stat.S_ISREG(mode):
        return TOO_LARGE if status.st_size > limit else None
    if stat.S_ISLNK(mode):
        return SYMLINK
    return FOLDER if stat.S_ISDIR(mode) else SPECIAL


def _not_text(raw: bytes) -> str | None:
    if b"\0" in raw[:_BINARY_WINDOW]:
        return BINARY
    try:
        raw.decode()
    except UnicodeDecodeError:
        return NOT_UTF8
    return None


def _left_out(state: FileState, reason: str) -> ReadFile:
    """Return a file that is left out; it counts as fresh, because judging it again costs nothing."""
    return ReadFile(state, True, None, reason)
