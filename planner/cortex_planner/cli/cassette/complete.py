"""`cassette complete`: say what became of a leased step; the same call again gives the same receipt."""

from __future__ import annotations

import argparse

from cortex_planner.cassette.values import OUTCOMES
from cortex_planner.cli.cassette.opening import (
    add_lease_arguments,
    as_json,
    opened_to_work,
    print_json,
    read_json,
)

EPILOG = """example:
  cassette complete --run-id R --job-id J --step-id S --worker W --token 1 \\
      --outcome FAILURE --payload result.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_lease_arguments(parser)
    parser.add_argument("--outcome", choices=OUTCOMES, default="SUCCESS", help="default: SUCCESS")
    parser.add_argument(
        "--payload", metavar="FILE", help="the worker's result as JSON, or - for standard input"
    )


def run(arguments: argparse.Namespace) -> int:
    """Complete the step and print its receipt."""
    payload = read_json(arguments.payload) if arguments.payload is not None else {}
    with opened_to_work(arguments) as ledger:
        receipt = ledger.complete_step(
            arguments.run_id,
            arguments.job_id,
            arguments.step_id,
            arguments.worker,
            arguments.token,
            payload,
            arguments.outcome,
        )
    print_json(as_json(receipt))
    return 0
