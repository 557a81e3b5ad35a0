"""Opening the ledger that a command line means, and reading what it is given."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cortex_planner.cassette import Cassette
from cortex_planner.cli.roots import root_of
from cortex_planner.errors import CassetteError
from cortex_planner.storing.posting import open_cassette, open_cassette_to_read


@contextmanager
def opened(arguments: argparse.Namespace) -> Iterator[Cassette]:
    """Open the ledger for a while."""
    with open_cassette(arguments.cassette, root_of(arguments)) as ledger:
        yield ledger


@contextmanager
def opened_to_read(arguments: argparse.Namespace) -> Iterator[Cassette]:
    """Open a ledger that is there; a missing one is an error, not made."""
    with open_cassette_to_read(arguments.cassette, root_of(arguments)) as ledger:
        yield ledger


def read_json(name: str | None) -> Any:
    """Return the JSON in a file, or on standard input for `-`; None where no file is named."""
    if name is None:
        return None
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return json.loads(data.decode())
    except OSError as error:
        raise CassetteError("cassette-value", f"{name} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise CassetteError("cassette-value", f"{name} is not JSON: {error}") from error


def print_json(value: Any) -> None:
    """Print a value for programs."""
    print(json.dumps(value, indent=2))


def as_json(value: Any) -> dict[str, Any]:
    """Return one of the ledger's values as an object."""
    return asdict(value)


def add_lease_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what names a lease."""
    parser.add_argument("--run-id", metavar="RUN", required=True)
    parser.add_argument("--job-id", metavar="JOB", required=True)
    parser.add_argument("--step-id", metavar="STEP", required=True)
    parser.add_argument("--worker", metavar="WORKER", required=True)
    parser.add_argument(
        "--token", metavar="N", type=int, required=True, help="the fencing token of the claim"
    )
