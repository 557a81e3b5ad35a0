"""Applying changes: the rows of changed files out, the rows of their present text in."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from cortex_planner.substrate.claims import claimed_among, enter_names, withdraw_names, withdraw_pins
from cortex_planner.substrate.disk import Known, KnownFile, linked_folders
from cortex_planner.substrate.extract import language_of
from cortex_planner.substrate.extraction import FileRecord, FileTask
from cortex_planner.substrate.naming import default_prefix
from cortex_planner.substrate.settings import IndexSettings

_INSERT_FILE = "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_UPDATE_STATE = (
    "UPDATE files SET size = ?, mtime_ns = ?, ctime_ns = ?, inode = ?, fresh = ? WHERE file_path = ?"
)
_INSERT_SECTION = (
    "INSERT INTO sections (file_path, line_start, line_end, section_id, heading_path, content_hash, bytes)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)


@dataclass(slots=True)
class Changes:
    """The tables being changed, and what was done: did content change, which names are to be settled."""

    connection: sqlite3.Connection
    settings: IndexSettings
    suspects: dict[str, KnownFile]
    content: bool = False
    read: int = 0
    unsettled: set[str] = field(default_factory=set)


def tasks_for(root: Path, paths: list[str], known: Known) -> list[FileTask]:
    """Return the files to read: those that are new, and those that may have changed."""
    unchanged = set(known.paths) - known.suspects.keys()
    wanted = [path for path in paths if path not in unchanged]
    linked = linked_folders(root, paths)
    return [
        FileTask(
            path,
            known_hash=known.suspects[path][5] if path in known.suspects else None,
            behind_link=bool(linked) and path.rpartition("/")[0] in linked,
        )
        for path in wanted
    ]


def drop_files(changes: Changes, paths: Iterable[str]) -> None:
    """Remove files that are no longer among those the index covers."""
    for path in sorted(paths):
        _drop_rows(changes, path)
        changes.connection.execute("DELETE FROM files WHERE file_path = ?", (path,))


def enter_record(changes: Changes, record: FileRecord) -> None:
    """Bring the rows of one file up to date with what was read of it."""
    known = changes.suspects.get(record.path)
    changes.read += record.reason is None
    if record.same or (known is not None and record.reason is not None and record.reason == known[6]):
        _update_state(changes, record, known)
        return
    if known is not None:
        _drop_rows(changes, record.path)
    _insert_rows(changes, record)


def _update_state(changes: Changes, record: FileRecord, known: KnownFile | None) -> None:
    """Remember the state under which the same content was seen again; that is no new generation."""
    if known is None or known[:5] != (*record.state, record.fresh):
        changes.connection.execute(_UPDATE_STATE, (*record.state, record.fresh, record.path))


def _drop_rows(changes: Changes, path: str) -> None:
    connection = changes.connection
    changes.content = True
    connection.execute("DELETE FROM sections WHERE file_path = ?", (path,))
    connection.execute("DELETE FROM outlines WHERE file_path = ?", (path,))
    changes.unsettled |= withdraw_names(connection, path, default_prefix(path, language_of(path)))
    withdraw_pins(connection, changes.settings.pins, path)


def _insert_rows(changes: Changes, record: FileRecord) -> None:
    connection = changes.connection
    changes.content = True
    connection.execute(
        _INSERT_FILE,
        (record.path, *record.state, record.fresh, record.content_hash, record.reason, record.degraded),
    )
    connection.executemany(_INSERT_SECTION, record.sections)
    if record.outline is not None:
        connection.execute("INSERT INTO outlines VALUES (?, ?)", (record.path, record.outline))
    changes.unsettled |= enter_names(connection, record)
    if changes.settings.rules:
        changes.unsettled |= claimed_among(connection, record)
