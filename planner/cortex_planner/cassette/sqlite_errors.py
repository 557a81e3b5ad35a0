"""What SQLite's errors mean to a user of the ledger."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from cortex_planner.cassette.refusal import refusal
from cortex_planner.cassette.store import DuplicateRowError
from cortex_planner.errors import CassetteError

_PRIMARY = 0xFF
_DUPLICATES = {
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_ROWID,
}


def translated(error: sqlite3.Error, path: Path) -> CassetteError | DuplicateRowError:
    """Return the error to raise in place of the driver's."""
    extended = getattr(error, "sqlite_errorcode", 0)
    primary = extended & _PRIMARY
    if extended in _DUPLICATES:
        return DuplicateRowError(str(error))
    if primary == sqlite3.SQLITE_CONSTRAINT:
        return refusal(str(error))
    if primary == sqlite3.SQLITE_READONLY or _folder_is_closed(primary, path):
        return CassetteError("cassette-read-only", f"{path} cannot be written; nothing was stored")
    return _unreachable(error, primary, path)


def _folder_is_closed(primary: int, path: Path) -> bool:
    return primary == sqlite3.SQLITE_CANTOPEN and path.parent.is_dir() and not os.access(path.parent, os.W_OK)


def _unreachable(error: sqlite3.Error, primary: int, path: Path) -> CassetteError:
    if primary == sqlite3.SQLITE_FULL:
        message, reason = f"there is no room left for {path}; nothing was stored", "disk-full"
    elif primary in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        message, reason = f"{path} stayed locked by another process; nothing was stored", "locked"
    elif primary in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
        message, reason = f"{path} is not a cassette, or is damaged: {error}", "damaged"
    elif primary == sqlite3.SQLITE_IOERR:
        message, reason = f"{path} could not be read or written: {error}; nothing was stored", "disk"
    else:
        message, reason = f"{path} cannot be used: {error}", "unusable"
    retryable = reason in {"disk-full", "locked", "disk"}
    return CassetteError("cassette-unreachable", message, retryable=retryable, details={"reason": reason})
