"""The tables of an index.

sections   the sections of contracts; clustered by file, so that a file's rows lie together
symbols    the names that hold, with bytes and hash of what each expands to
claims     names that rules of `cortex.toml` give, and default names that they hide
files      what was seen of each file: its state on disk, its hash, or why it is left out
outlines   the headings or definitions of a file with their anchors
meta       generation, hashes, counts, fingerprint, findings
"""

from __future__ import annotations

import sqlite3

SCHEMA_VERSION = 1

_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files (
    file_path TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    ctime_ns INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    fresh INTEGER NOT NULL,
    content_hash TEXT,
    reason TEXT,
    degraded INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE sections (
    section_id TEXT NOT NULL,
    file_path TEXT NOT NULL,
    heading_path TEXT NOT NULL,
    line_start INTEGER NOT NULL,
    line_end INTEGER NOT NULL,
    content_hash TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (file_path, line_start, line_end)
) WITHOUT ROWID;
CREATE TABLE outlines (file_path TEXT PRIMARY KEY, outline TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE symbols (
    symbol_id TEXT PRIMARY KEY,
    target_type TEXT NOT NULL,
    target_ref TEXT NOT NULL,
    default_slice TEXT,
    bytes INTEGER,
    content_hash TEXT,
    ambiguous INTEGER NOT NULL,
    origin TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE claims (
    symbol_id TEXT NOT NULL,
    rule INTEGER NOT NULL,
    file_path TEXT NOT NULL,
    target_ref TEXT NOT NULL,
    default_slice TEXT,
    bytes INTEGER,
    content_hash TEXT,
    ambiguous INTEGER NOT NULL,
    PRIMARY KEY (symbol_id, rule, file_path)
) WITHOUT ROWID;
"""
_INDEXES = (
    "CREATE UNIQUE INDEX sections_by_id ON sections (section_id)",
    "CREATE INDEX claims_by_file ON claims (file_path)",
)


def create_tables(connection: sqlite3.Connection) -> None:
    """Drop whatever an older version left and make empty tables, inside the caller's transaction."""
    rows = connection.execute(
        "SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'"
    ).fetchall()
    for kind, name in rows:
        quoted = name.replace('"', '""')
        connection.execute(f'DROP {kind} "{quoted}"')
    for statement in filter(None, map(str.strip, _TABLES.split(";"))):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def create_indexes(connection: sqlite3.Connection) -> None:
    """Make the indexes; after a full load this is quicker than keeping them up to date meanwhile."""
    for statement in _INDEXES:
        connection.execute(statement.replace(" INDEX ", " INDEX IF NOT EXISTS ", 1))


def schema_version(connection: sqlite3.Connection) -> int:
    """Return the schema version of the database; 0 for an empty or foreign one."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def storable(text: str) -> str:
    """Return `text` as the database can be asked for it: without lone surrogates, which no name has."""
    return text if text.isascii() else text.encode(errors="replace").decode()


def read_meta(connection: sqlite3.Connection) -> dict[str, str]:
    """Return all of `meta`."""
    return dict(connection.execute("SELECT key, value FROM meta"))


def write_meta(connection: sqlite3.Connection, values: dict[str, str]) -> None:
    """Set entries of `meta`."""
    connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", sorted(values.items()))
