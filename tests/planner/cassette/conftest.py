from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from planner.cassette.postgres_server import PostgresServer, running_postgres
from planner.cassette.raw_ledger import RawLedger

from cortex_planner.cassette import Cassette


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with running_postgres("fsync=off") as server:  # no test cuts the power of the machine
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a fresh ledger will be, on either engine."""
    if request.param == "sqlite":
        return str(tmp_path / "system3.db")
    url: str = request.getfixturevalue("postgres").emptied_database()
    return url


@pytest.fixture
def cassette(place: str) -> Iterator[Cassette]:
    with Cassette.open(place) as opened:
        yield opened


@pytest.fixture
def raw(cassette: Cassette, place: str) -> Iterator[RawLedger]:
    """Another connection to the same ledger, that knows nothing of the program."""
    ledger = RawLedger(place)
    yield ledger
    ledger.close()
