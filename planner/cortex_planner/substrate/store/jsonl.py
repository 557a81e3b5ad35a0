"""The JSONL store: an index as lines of JSON, for those who want to read or diff it.

`section_index.jsonl` holds a line per section, `symbols.jsonl` a line per symbol with its four fields,
and a third file what only this program needs (states of files, outlines, sizes). Each starts with a line
that carries the generation. They are replaced one after the other, so a reader that sees two
generations reads again. Queries run on SQLite in memory, filled from the lines.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from cortex_planner.errors import SectionError
from cortex_planner.substrate.rules import INDEX_MISSING, INDEX_NEWER
from cortex_planner.substrate.store import StoreLocation
from cortex_planner.substrate.store.lock import exclusive
from cortex_planner.substrate.store.schema import SCHEMA_VERSION, create_indexes, create_tables, read_meta
from cortex_planner.substrate.store.sqlite import make_index_folder

_TRIES = 200
_PAUSE_SECONDS = 0.02
_SECTION_FIELDS = (
    "section_id",
    "file_path",
    "heading_path",
    "line_start",
    "line_end",
    "content_hash",
    "bytes",
)
_SYMBOL_FIELDS = ("symbol_id", "target_type", "target_ref", "default_slice")
_STATE_TABLES = ("meta", "files", "outlines", "claims")


@contextmanager
def writing_jsonl(location: StoreLocation, *, waiting: Callable[[], None]) -> Iterator[sqlite3.Connection]:
    """Give a connection to the index in memory; at the end its lines replace the files."""
    make_index_folder(location.folder)
    with exclusive(_state_path(location).with_suffix(".lock"), waiting), closing(_memory()) as connection:
        if location.exists:
            _load_if_usable(connection, location)
        before = connection.total_changes
        connection.execute("BEGIN")
        yield connection
        connection.execute("COMMIT")
        if connection.total_changes != before:
            _write(connection, location)


def copy_files(source: StoreLocation, target: StoreLocation) -> None:
    """Copy the files of an index to another place."""
    for original, copy in zip(_paths(source), _paths(target), strict=True):
        if original.exists():
            shutil.copyfile(original, copy)


class JsonlSource:
    """The lines of an index, read into memory; read again when the files are others."""

    def __init__(self, location: StoreLocation) -> None:
        self._location = location
        self._identity = _identity(location)
        self.connection = _loaded(location)

    def token(self) -> object:
        """Return what tells these files from those that may replace them."""
        return self._identity

    def reopen_if_replaced(self) -> bool:
        """Read again where the files were replaced."""
        identity = _identity(self._location)
        if identity == self._identity:
            return False
        connection = _loaded(self._location)
        self.connection.close()
        self.connection, self._identity = connection, identity
        return True

    def close(self) -> None:
        """Let go of the memory."""
        self.connection.close()


def _memory() -> sqlite3.Connection:
    return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)


def _state_path(location: StoreLocation) -> Path:
    return location.sections.with_name(f"{location.sections.stem}_state.jsonl")


def _paths(location: StoreLocation) -> tuple[Path, Path, Path]:
    return location.sections, location.symbols, _state_path(location)


def _identity(location: StoreLocation) -> tuple[tuple[int, int, int], ...]:
    try:
        states = [os.stat(path) for path in _paths(location)]  # noqa: PTH116 - on the path of look-ups
    except OSError as error:
        raise _missing(location) from error
    return tuple((state.st_ino, state.st_mtime_ns, state.st_size) for state in states)


def _missing(location: StoreLocation) -> SectionError:
    return SectionError(INDEX_MISSING.code, INDEX_MISSING.message.format(path=location.sections))


def _load_if_usable(connection: sqlite3.Connection, location: StoreLocation) -> None:
    """Fill the tables from the files, or leave them empty where the files cannot serve."""
    try:
        source = _loaded(location)
    except SectionError as error:
        if error.code == INDEX_NEWER.code:
            raise
        return
    with closing(source):
        source.backup(connection)


def _loaded(location: StoreLocation) -> sqlite3.Connection:
    """Return the index in memory, waiting out a build that is just replacing the files."""
    for _ in range(_TRIES):
        connection = _load_once(location)
        if connection is not None:
            return connection
        time.sleep(_PAUSE_SECONDS)
    msg = f"the files of the index at {location.folder} do not belong together; build it again"
    raise SectionError(INDEX_MISSING.code, msg)


def _load_once(location: StoreLocation) -> sqlite3.Connection | None:
    """Return the index in memory, or None where the files are of two generations."""
    try:
        contents = [path.read_bytes().splitlines() for path in _paths(location)]
    except OSError as error:
        raise _missing(location) from error
    try:
        headers = [json.loads(lines[0]) for lines in contents]
        _refuse_other_schema(headers, location)
        if len({header["generation"] for header in headers}) != 1:
            return None
        return _filled(contents)
    except (ValueError, KeyError, IndexError, TypeError, sqlite3.Error) as error:
        msg = f"the index at {location.sections} cannot be read ({error}); build it again"
        raise SectionError(INDEX_MISSING.code, msg) from error


def _refuse_other_schema(headers: Iterable[dict[str, Any]], location: StoreLocation) -> None:
    for header in headers:
        found = header["schema_version"]
        if found > SCHEMA_VERSION:
            path = location.sections
            message = INDEX_NEWER.message.format(path=path, found=found, known=SCHEMA_VERSION)
            raise SectionError(INDEX_NEWER.code, message)
        if found < SCHEMA_VERSION:
            raise _missing(location)


def _filled(contents: list[list[bytes]]) -> sqlite3.Connection:
    sections, symbols, state = (map(json.loads, lines[1:]) for lines in contents)
    connection = _memory()
    connection.execute("BEGIN")
    create_tables(connection)
    connection.executemany(
        f"INSERT INTO sections ({', '.join(_SECTION_FIELDS)}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
        (
            (
                *_picked(row, _SECTION_FIELDS[:2]),
                json.dumps(row["heading_path"]),
                *_picked(row, _SECTION_FIELDS[3:]),
            )
            for row in sections
        ),
    )
    by_table: dict[str, list[list[Any]]] = {name: [] for name in (*_STATE_TABLES, "bounds")}
    for table, *values in state:
        by_table[table].append(values)
    bounds = {row[0]: row[1:] for row in by_table.pop("bounds")}
    connection.executemany(
        "INSERT INTO symbols VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ((*_picked(row, _SYMBOL_FIELDS), *bounds[row["symbol_id"]]) for row in symbols),
    )
    for table, rows in by_table.items():
        if rows:
            marks = ", ".join("?" * len(rows[0]))
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608
    create_indexes(connection)
    connection.execute("COMMIT")
    return connection


def _picked(row: dict[str, Any], fields: Iterable[str]) -> list[Any]:
    return [row[field] for field in fields]


def _write(connection: sqlite3.Connection, location: StoreLocation) -> None:
    """Write the three files beside their places, then move them there, the state last."""
    header = {"generation": int(read_meta(connection)["generation"]), "schema_version": SCHEMA_VERSION}
    written = [
        _write_lines(path, header, rows)
        for path, rows in zip(
            _paths(location),
            (_section_lines(connection), _symbol_lines(connection), _state_lines(connection)),
            strict=True,
        )
    ]
    for temporary, path in zip(written, _paths(location), strict=True):
        temporary.replace(path)


def _write_lines(path: Path, header: dict[str, Any], rows: Iterable[object]) -> Path:
    temporary = path.with_name(f"{path.name}.new")
    with temporary.open("w", encoding="ascii", newline="\n") as file:
        file.write(json.dumps(header) + "\n")
        file.writelines(json.dumps(row) + "\n" for row in rows)
        file.flush()
        os.fsync(file.fileno())
    return temporary


def _section_lines(connection: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    for row in connection.execute(
        f"SELECT {', '.join(_SECTION_FIELDS)} FROM sections ORDER BY file_path, line_start, line_end DESC"  # noqa: S608
    ):
        line = dict(zip(_SECTION_FIELDS, row, strict=True))
        yield {**line, "heading_path": json.loads(line["heading_path"])}


def _symbol_lines(connection: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    rows = connection.execute(
        "SELECT symbol_id, target_type, target_ref, default_slice FROM symbols ORDER BY symbol_id"
    )
    for row in rows:
        yield dict(zip(_SYMBOL_FIELDS, row, strict=True))


def _state_lines(connection: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    for table in _STATE_TABLES:
        for row in connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2"):  # noqa: S608
            yield table, *row
    rows = connection.execute(
        "SELECT symbol_id, bytes, content_hash, ambiguous, origin FROM symbols ORDER BY symbol_id"
    )
    for row in rows:
        yield "bounds", *row
