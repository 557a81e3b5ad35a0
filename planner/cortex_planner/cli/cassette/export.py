"""`cassette export`: a job with everything that belongs to it, as lines of JSON, for audit."""

from __future__ import annotations

import argparse
import json

from cortex_planner.cli.cassette.opening import opened_to_read

EPILOG = """example:
  cassette export --job-id J > job.jsonl
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--job-id", metavar="JOB", required=True, help="the job to write out")


def run(arguments: argparse.Namespace) -> int:
    """Print one line per row: its table and its columns."""
    with opened_to_read(arguments) as ledger:
        for row in ledger.export(arguments.job_id):
            print(json.dumps(row, sort_keys=True))
    return 0
