"""A lock between processes that its holder cannot leave behind: SQLite's, on a file of its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from cortex_planner.substrate.store.sqlite import patiently

_WAIT_SECONDS = 0.25


@contextmanager
def exclusive(path: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the lock; while another process holds it, call `waiting` now and then."""
    with closing(sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None)) as connection:
        patiently(lambda: connection.execute("BEGIN EXCLUSIVE"), waiting)
        try:
            yield
        finally:
            connection.execute("ROLLBACK")
