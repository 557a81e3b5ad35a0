"""An index with many symbols, written straight into its tables, for benchmarks that only look things up."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from lsp_support import symbol_name

from cortex_planner.substrate.store import store_location
from cortex_planner.substrate.store.schema import create_indexes, create_tables, write_meta

DIGEST = "0" * 64


def fill_index(root: Path, size: int) -> None:
    """Write an index of `size` symbols, all of which name the same small section."""
    (root / "cortex.toml").touch()
    database = store_location(root).sections
    database.parent.mkdir(parents=True, exist_ok=True)
    names = sorted(symbol_name(number) for number in range(size))
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        create_tables(connection)
        rows = ((name, "SECTION", DIGEST, "head(4000)", 9, DIGEST, 0, "default") for name in names)
        connection.executemany("INSERT INTO symbols VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        connection.execute("INSERT INTO sections VALUES (?, 'a', '[]', 0, 1, ?, 9)", (DIGEST, DIGEST))
        create_indexes(connection)
        hashes = {"section_index_hash": DIGEST, "symbols_hash": DIGEST, "configuration_hash": DIGEST}
        write_meta(connection, {"generation": "1", "findings": "[]", **hashes})
    connection.close()
