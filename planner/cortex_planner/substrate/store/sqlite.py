"""The SQLite store: one write transaction per build in the existing file, many readers beside it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from cortex_planner.errors import SectionError
from cortex_planner.generated import make_generated_folder
from cortex_planner.substrate.rules import INDEX_MISSING, INDEX_NEWER
from cortex_planner.substrate.store import StoreLocation
from cortex_planner.substrate.store.schema import SCHEMA_VERSION, schema_version

_WAIT_SECONDS = 0.25
_WRITER_CACHE_KIB = 128 * 1024


@contextmanager
def writing(location: StoreLocation, *, waiting: Callable[[], None]) -> Iterator[sqlite3.Connection]:
    """Give a connection inside the one write transaction of a build; it is committed at the end.

    While another build holds the file, `waiting` is called now and then. An error, or the death of
    the process, leaves the index as it was.
    """
    path = location.sections
    make_index_folder(path.parent)
    with closing(_open_for_writing(path, waiting)) as connection:
        patiently(lambda: connection.execute("BEGIN IMMEDIATE"), waiting)
        try:
            refuse_newer(connection, path)
            yield connection
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        changed = connection.total_changes > 0
        connection.execute("COMMIT")
        if changed:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Return a connection for look-ups; raise `SectionError` where there is no index to read."""
    if not path.is_file():
        raise SectionError(INDEX_MISSING.code, INDEX_MISSING.message.format(path=path))
    try:
        connection = _reading_connection(path)
        refuse_newer(connection, path)
        if schema_version(connection) != SCHEMA_VERSION:
            msg = f"the index at {path} was written by an older version; build it again"
            raise SectionError(INDEX_MISSING.code, msg)
    except sqlite3.DatabaseError as error:
        msg = f"the index at {path} cannot be read ({error}); build it again"
        raise SectionError(INDEX_MISSING.code, msg) from error
    return connection


def copy_database(source: StoreLocation, target: StoreLocation) -> None:
    """Copy an index with all that is committed in it, also while it is being rebuilt."""
    with (
        closing(open_for_reading(source.sections)) as reading,
        closing(sqlite3.connect(target.sections)) as copy,
    ):
        reading.backup(copy)


def refuse_newer(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `index-newer` where a newer version of the program wrote the index."""
    found = schema_version(connection)
    if found > SCHEMA_VERSION:
        message = INDEX_NEWER.message.format(path=path, found=found, known=SCHEMA_VERSION)
        raise SectionError(INDEX_NEWER.code, message)


def make_index_folder(folder: Path) -> None:
    """Make the folder that an index lies in."""
    try:
        make_generated_folder(folder)
    except OSError as error:
        msg = f"the index cannot be written: {error}"
        raise SectionError("index-unwritable", msg) from error


def _open_for_writing(path: Path, waiting: Callable[[], None]) -> sqlite3.Connection:
    try:
        return _writing_connection(path, waiting)
    except sqlite3.OperationalError as error:
        msg = f"the index at {path} cannot be written: {error}"
        raise SectionError("index-unwritable", msg) from error
    except sqlite3.DatabaseError:
        # Not a database, or a broken one: what is generated can be made again.
        for suffix in ("", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        return _writing_connection(path, waiting)


def _writing_connection(path: Path, waiting: Callable[[], None]) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None)
    try:
        patiently(lambda: connection.execute("PRAGMA journal_mode = WAL"), waiting)
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA cache_size = -{_WRITER_CACHE_KIB}")
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


def patiently(step: Callable[[], object], waiting: Callable[[], None]) -> None:
    """Take a step that another build may hold up, in short waits, so that an interrupt is heard between."""
    while True:
        try:
            step()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            waiting()
        else:
            return


def _reading_connection(path: Path) -> sqlite3.Connection:
    """Open normally where the folder is writable; else as immutable, or a copy where a log lies beside it."""
    if os.access(path.parent, os.W_OK):
        return _connect(path, "mode=rw")
    log = path.with_name(path.name + "-wal")
    if not log.exists() or log.stat().st_size == 0:
        return _connect(path, "mode=ro&immutable=1")
    return connect_to_copy(path, log)


def connect_to_copy(path: Path, log: Path) -> sqlite3.Connection:
    """Return a connection to a copy in memory of a database whose log cannot be read where it lies."""
    with tempfile.TemporaryDirectory(prefix="cortex-copy-") as folder:
        copy = Path(folder, path.name)
        shutil.copyfile(path, copy)
        shutil.copyfile(log, copy.with_name(log.name))
        with closing(sqlite3.connect(copy)) as source:
            memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            source.backup(memory)
    return memory


def _connect(path: Path, options: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?{options}"
    connection = sqlite3.connect(uri, uri=True, timeout=5.0, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA query_only = ON")
    return connection
