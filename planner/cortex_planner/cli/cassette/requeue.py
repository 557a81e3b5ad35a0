"""`cassette requeue`: give expired leases back, so that another worker can claim their steps."""

from __future__ import annotations

import argparse

from cortex_planner.cli.cassette.opening import opened_to_work, print_json

EPILOG = """example:
  cassette requeue --run-id run-42
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--run-id", metavar="RUN", help="only this run (default: all)")


def run(arguments: argparse.Namespace) -> int:
    """Requeue, and print which steps came back."""
    with opened_to_work(arguments) as ledger:
        if arguments.run_id is not None:
            ledger.require_run(arguments.run_id)
        requeued = ledger.requeue_expired(arguments.run_id)
    print_json({"requeued": [{"job_id": job_id, "step_id": step_id} for job_id, step_id in requeued]})
    return 0
