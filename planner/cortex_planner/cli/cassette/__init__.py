"""`cortex cassette` (and `cassette`): the ledger from the command line; one file per command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from cortex_planner.errors import CassetteError, PlannerError

COMMANDS = {
    "post": "Store a message.",
    "claim": "Lease the next steps of a run to a worker.",
    "renew": "Keep a lease for longer.",
    "complete": "Say what became of a leased step.",
    "requeue": "Give expired leases back.",
    "status": "Show runs, or the jobs of one.",
    "verify": "Check that the ledger is whole.",
    "export": "Write a job as lines of JSON.",
    "plan-verify": "Compare a stored plan with what its request compiles to now.",
}

EPILOG = """examples:
  cassette status
  cassette claim --run-id run-42 --worker w1 --ttl 60
  cassette complete --run-id run-42 --job-id J --step-id S --worker w1 --token 1 --outcome SUCCESS
  cassette plan-verify --run-id run-42 --request-id fix-login

The ledger is --cassette URL, else CORTEX_CASSETTE, else [cassette] path in cortex.toml, else
CORTEX/_generated/system3.db. exit code: 0 fine, 1 the answer is no or it failed, 2 used wrongly
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the commands of the ledger and their options."""
    commands = parser.add_subparsers(dest="action", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        module = _module(name)
        command = commands.add_parser(
            name,
            help=summary,
            description=summary,
            epilog=module.EPILOG,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.add_argument("--cassette", metavar="URL", help="a file, or postgresql://...; see above")
        command.add_argument(
            "--repo-root", metavar="PATH", type=Path, help="the root, instead of the one found"
        )
        module.add_arguments(command)


def run(arguments: argparse.Namespace) -> int:
    """Run one command of the ledger."""
    handle: Callable[[argparse.Namespace], int] = _module(arguments.action).run
    try:
        return handle(arguments)
    except (CassetteError, PlannerError) as error:
        print(f"cassette {arguments.action}: {error}", file=sys.stderr)
        return 1


def _module(name: str) -> Any:
    return import_module(f"cortex_planner.cli.cassette.{name.replace('-', '_')}")
