"""A ledger's database as anyone with a driver sees it: a connection of its own, with its defaults."""

from __future__ import annotations

import sqlite3
from typing import Any

import psycopg

from cortex_planner.cassette import is_url

TABLES = ("cassette_meta", "cassette_messages", "cassette_jobs", "cassette_steps", "cassette_receipts")


class RawLedger:
    """Runs SQL as it stands and commits it; parameters are written `?` for both engines."""

    def __init__(self, place: str) -> None:
        self.engine = "postgres" if is_url(place) else "sqlite"
        self.connection: Any = psycopg.connect(place) if is_url(place) else sqlite3.connect(place)

    def run(self, *statements: str, parameters: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Run statements in one transaction and return the rows of the last."""
        try:
            for statement in statements:
                sql = statement.replace("?", "%s") if self.engine == "postgres" else statement
                cursor = self.connection.execute(sql, parameters)
            found = cursor.fetchall() if cursor.description else []
            self.connection.commit()
        except BaseException:
            self.connection.rollback()
            raise
        return found

    def everything(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return every row of the ledger."""
        return {table: sorted(self.run(f"SELECT * FROM {table}"), key=repr) for table in TABLES}

    def close(self) -> None:
        self.connection.close()


REFUSALS = (sqlite3.IntegrityError, psycopg.IntegrityError, psycopg.DataError)
"""What a database raises when it refuses a row, rather than a statement that is badly written."""
