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
def opened_to_work(arguments: argparse.Namespace) -> Iterator[Cassette]:
    """Open a ledger that is there, to write to it: whoever mistypes its name must not wait for ever in a new one."""
    with open_cassette(arguments.cassette, root_of(arguments), make=False) as ledger:
        yield ledger


@contextmanager
def opened_to_read(arguments: argparse.Namespace) -> Iterator[Cassette]:
    """Open a ledger that is there; a missing one is an error, not made."""
    with open_cassette_to_read(arguments.cassette, root_of(arguments)) as ledger:
        yield ledger


def read_json(name: str) -> Any:
    """Return the JSON in a file, or on standard input for `-`."""
    shown = "standard input" if name == "-" else name
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=_object)
    except OSError as error:
        raise CassetteError("cassette-value", f"{shown} cannot be read: {error.strerror}") from error
    except RecursionError as error:
        raise CassetteError("cassette-value", f"{shown} is nested too deeply") from error
    except ValueError as error:
        raise CassetteError("cassette-value", f"{shown} is not JSON: {error}") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; a key that stands there twice would silently lose a value."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise CassetteError("cassette-value", f"the key {twice!r} stands twice in one object")
    return made


def print_json(value: Any) -> None:
    """Print a value for programs."""
    print(json.dumps(value, indent=2))


def as_json(value: Any) -> dict[str, Any]:
    """Return one of the ledger's values as an object."""
    return asdict(value)


def add_lease_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what names a lease."""
    parser.add_argument("--run-id", metavar="RUN", required=True, help="the run of the claim")
    parser.add_argument("--job-id", metavar="JOB", required=True, help="the job of the claim")
    parser.add_argument("--step-id", metavar="STEP", required=True, help="the step of the claim")
    parser.add_argument("--worker", metavar="WORKER", required=True, help="the name it was claimed under")
    parser.add_argument(
        "--token", metavar="N", type=int, required=True, help="the fencing token of the claim"
    )
