"""Ledgers to test with, and the figures of the tests that count something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from planner.cassette.raw_ledger import RawLedger

from cortex_planner.cassette import Cassette


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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many attacks were refused and how each fault ended, as the tests recorded it."""
    attacks: Counter[str] = Counter()
    faults: list[str] = []
    for report in terminalreporter.getreports(""):
        for name, value in report.user_properties if report.when == "teardown" else ():
            if name == "fault":
                faults.append(value)
            elif name.startswith("attacks refused by"):
                attacks[name] += value
    for line in [f"{name}: {count}" for name, count in attacks.items()] + faults:
        terminalreporter.write_line(line)
