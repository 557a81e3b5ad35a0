"""`cortex cassette` (and `cassette`): the ledger from the command line; one file per command."""

from __future__ import annotations

import argparse
from pathlib import Path

from cortex_planner.cli.nested import add_commands, run_command

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
  cassette requeue --run-id run-42
  cassette plan-verify --run-id run-42 --request-id fix-login

The ledger is --cassette URL, else CORTEX_CASSETTE, else [cassette] path in
cortex.toml, else CORTEX/_generated/system3.db.
exit code: 0 fine, 1 the answer is no or it failed, 2 used wrongly
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the commands of the ledger."""
    add_commands(parser, __name__, COMMANDS, _add_shared_options)


def run(arguments: argparse.Namespace) -> int:
    """Run one command of the ledger."""
    return run_command("cassette", __name__, arguments)


def _add_shared_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cassette", metavar="URL", help="the ledger: a file, or postgresql://...")
    parser.add_argument("--repo-root", metavar="PATH", type=Path, help="the root, instead of the one found")
