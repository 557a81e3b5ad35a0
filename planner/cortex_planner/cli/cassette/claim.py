"""`cassette claim`: lease the next steps of a run to a worker."""

from __future__ import annotations

import argparse

from cortex_planner.cassette import DEFAULT_TTL_SECONDS
from cortex_planner.cli.cassette.opening import as_json, opened_to_work, print_json

EPILOG = """example:
  cassette claim --run-id run-42 --worker w1 --ttl 60 -n 20

Prints {"claims": [...]}, also where there is nothing to claim.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--run-id", metavar="RUN", required=True, help="the run to work on")
    parser.add_argument("--worker", metavar="WORKER", required=True, help="your name, unique among workers")
    parser.add_argument(
        "--ttl",
        metavar="SECONDS",
        type=float,
        default=DEFAULT_TTL_SECONDS,
        help="how long the lease lasts (default: %(default)s)",
    )
    parser.add_argument("-n", metavar="N", type=int, default=1, help="how many steps at most (default: 1)")


def run(arguments: argparse.Namespace) -> int:
    """Claim, and print what was claimed."""
    with opened_to_work(arguments) as ledger:
        claims = ledger.claim_steps(arguments.run_id, arguments.worker, arguments.n, arguments.ttl)
    print_json({"claims": [as_json(claim) for claim in claims]})
    return 0
