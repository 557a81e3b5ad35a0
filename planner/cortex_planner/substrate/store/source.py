"""Sources: an index opened for reading, whichever store keeps it.

A source gives a connection to the tables and a token that is equal as long as nothing can have changed.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Protocol

from cortex_planner.errors import SectionError
from cortex_planner.substrate.rules import INDEX_MISSING
from cortex_planner.substrate.store import StoreLocation
from cortex_planner.substrate.store.sqlite import open_for_reading


class IndexSource(Protocol):
    """An index opened for reading."""

    connection: sqlite3.Connection

    def token(self) -> object:
        """Return something that differs after a change; it is asked inside a read transaction."""

    def reopen_if_replaced(self) -> bool:
        """Open again where the files are others than those that were opened; return whether they were."""

    def close(self) -> None:
        """Let go of the files."""


def open_source(location: StoreLocation) -> IndexSource:
    """Return the index at `location`; raise `SectionError` where there is none to read."""
    if location.substrate == "sqlite":
        return _SqliteSource(location.sections)
    from cortex_planner.substrate.store.jsonl import JsonlSource

    return JsonlSource(location)


class _SqliteSource:
    """A database file. Where its folder cannot be written, nothing but its own state tells of a change."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._identity = _identity(path)
        self.connection = open_for_reading(path)

    def token(self) -> object:
        version: int = self.connection.execute("PRAGMA data_version").fetchone()[0]
        return version

    def reopen_if_replaced(self) -> bool:
        identity = _identity(self._path)
        if identity == self._identity:
            return False
        connection = open_for_reading(self._path)
        self.connection.close()
        self.connection, self._identity = connection, identity
        return True

    def close(self) -> None:
        self.connection.close()


def _identity(path: Path) -> tuple[int, ...]:
    """Return what tells one database file from another that took its place."""
    try:
        status = os.stat(path)  # noqa: PTH116 - on the path of every look-up
    except OSError as error:
        raise SectionError(INDEX_MISSING.code, INDEX_MISSING.message.format(path=path)) from error
    if os.access(path.parent, os.W_OK):
        return (status.st_dev, status.st_ino)
    return (status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size)
