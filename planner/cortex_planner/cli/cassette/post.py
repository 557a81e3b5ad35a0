"""`cassette post`: store a message, which makes no job."""

from __future__ import annotations

import argparse

from cortex_planner.cassette.values import SOURCES
from cortex_planner.cli.cassette.opening import opened, print_json, read_json

EPILOG = """example:
  echo '{"text": "hello"}' | cassette post --run-id run-42 --source USER -
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("file", metavar="FILE", help="the payload as JSON, or - for standard input")
    parser.add_argument("--run-id", metavar="RUN", required=True, help="the run that it belongs to")
    parser.add_argument("--source", choices=SOURCES, required=True, help="who says it")
    parser.add_argument("--idempotency-key", metavar="KEY", help="the same key and payload are stored once")


def run(arguments: argparse.Namespace) -> int:
    """Store the message and print its id."""
    payload = read_json(arguments.file)
    with opened(arguments) as ledger:
        message_id = ledger.post_message(
            payload, arguments.run_id, arguments.source, arguments.idempotency_key
        )
    print_json({"message_id": message_id})
    return 0
