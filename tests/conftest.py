"""What holds for every test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from planner.cassette.postgres_server import PostgresServer, running_postgres

# A loaded machine is no reason to fail: the examples are the point, not how long each takes.
settings.register_profile("steady", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Run one PostgreSQL server for all tests that need it."""
    with running_postgres("fsync=off") as server:  # no test cuts the power of the machine
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a fresh ledger will be, on either engine."""
    if request.param == "sqlite":
        return str(tmp_path / "system3.db")
    url: str = request.getfixturevalue("postgres").emptied_database()
    return url
