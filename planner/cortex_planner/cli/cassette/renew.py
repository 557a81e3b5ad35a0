"""`cassette renew`: keep a lease for longer."""

from __future__ import annotations

import argparse

from cortex_planner.cassette import DEFAULT_TTL_SECONDS
from cortex_planner.cli.cassette.opening import add_lease_arguments, opened_to_work, print_json

EPILOG = """example:
  cassette renew --run-id R --job-id J --step-id S --worker W --token 1
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_lease_arguments(parser)
    parser.add_argument(
        "--ttl",
        metavar="SECONDS",
        type=float,
        default=DEFAULT_TTL_SECONDS,
        help="how long from now (default: %(default)s)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Renew, and print until when the lease lasts."""
    with opened_to_work(arguments) as ledger:
        expires = ledger.renew_lease(
            arguments.run_id,
            arguments.job_id,
            arguments.step_id,
            arguments.worker,
            arguments.token,
            arguments.ttl,
        )
    print_json({"lease_expires_at": expires})
    return 0
