"""Connecting to the SQLite file of a ledger: to write where that is allowed, else to read what is there."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from urllib.parse import quote

from cortex_planner.cassette.sqlite_errors import translated
from cortex_planner.errors import CassetteError
from cortex_planner.generated import make_generated_folder

BUSY_SECONDS = 30.0


def make_folder(path: Path) -> None:
    """Make the folder that a ledger is to lie in."""
    try:
        make_generated_folder(path.parent)
    except OSError as error:
        message = f"the folder of {path} cannot be made: {error.strerror}"
        raise CassetteError("cassette-read-only", message) from error


def connect_where_readable(path: Path) -> sqlite3.Connection:
    """Open for writing; a cassette that may not be written is opened for reading."""
    if path.exists() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        return connect_to_read(path)
    return _connect(path, path.absolute(), uri=False)


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open for reading; where no `-shm` can be made, as the file lies there, or a copy where a log lies beside it."""
    address = f"file:{quote(str(path.absolute()))}?mode=ro"
    log, shared = (path.with_name(path.name + suffix) for suffix in ("-wal", "-shm"))
    if not os.access(path.parent, os.W_OK):
        if not log.exists() or log.stat().st_size == 0:
            address += "&immutable=1"
        elif not shared.exists():
            return _connect_to_copy(path, log)
    return _connect(path, address, uri=True)


def _connect_to_copy(path: Path, log: Path) -> sqlite3.Connection:
    from cortex_planner.substrate.store.sqlite import connect_to_copy

    try:
        copy = connect_to_copy(path, log)
    except sqlite3.Error as error:
        raise translated(error, path) from error
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}"
        raise CassetteError("cassette-unreachable", message, details={"reason": "disk"}) from error
    copy.execute("PRAGMA query_only = ON")
    return copy


def _connect(path: Path, address: str | Path, *, uri: bool) -> sqlite3.Connection:
    try:
        return sqlite3.connect(
            address, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=uri
        )
    except sqlite3.Error as error:
        raise translated(error, path) from error
