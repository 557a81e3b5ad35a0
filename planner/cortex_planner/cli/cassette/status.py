"""`cassette status`: where the steps of runs and jobs stand."""

from __future__ import annotations

import argparse
from dataclasses import astuple, fields
from typing import Any

from cortex_planner.cassette import JobStatus, RunStatus
from cortex_planner.cli.cassette.opening import as_json, opened, print_json
from cortex_planner.cli.report.frame import fitted
from cortex_planner.errors import CassetteError

EPILOG = """examples:
  cassette status                     all runs
  cassette status --run-id run-42     the jobs of one run
  cassette status --job-id J --json   one job, for programs
"""
_WIDEST_CELL = 24
_HIDDEN = frozenset({"message_id", "request_hash"})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--run-id", metavar="RUN", help="the jobs of this run")
    parser.add_argument("--request-id", metavar="ID", help="the job of this request")
    parser.add_argument("--job-id", metavar="JOB", help="this job")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print runs, or jobs where something names them."""
    named = {
        name: value
        for name in ("run_id", "request_id", "job_id")
        if (value := getattr(arguments, name)) is not None
    }
    with opened(arguments) as ledger:
        rows: list[Any] = list(ledger.jobs(**named)) if named else list(ledger.runs())
    if named and not rows:
        raise CassetteError("plan-not-stored", f"nothing is stored for {', '.join(named.values())}")
    if arguments.json:
        print_json({"jobs" if named else "runs": [as_json(row) for row in rows]})
    else:
        _print_table(rows, JobStatus if named else RunStatus)
    return 0


def _print_table(rows: list[Any], kind: type) -> None:
    names = [field.name for field in fields(kind)]
    shown = [name for name in names if name not in _HIDDEN]
    cells = [[fitted(str(value), _WIDEST_CELL) for value in astuple(row)] for row in rows]
    table = [[name.removesuffix("_id") for name in shown]]
    table += [[cell for name, cell in zip(names, row, strict=True) if name not in _HIDDEN] for row in cells]
    widths = [max(len(row[column]) for row in table) for column in range(len(shown))]
    for row in table:
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())
