"""`cassette status`: where the steps of runs and jobs stand."""

from __future__ import annotations

import argparse
from dataclasses import astuple, fields
from typing import Any

from cortex_planner.cassette import JobStatus, RunStatus
from cortex_planner.cli.cassette.opening import as_json, opened_to_read, print_json
from cortex_planner.cli.report.frame import fitted, text_width

EPILOG = """examples:
  cassette status                     all runs
  cassette status --run-id run-42     the jobs of one run
  cassette status --job-id J --json   one job, for programs
"""
_WIDEST_CELL = 24
_WIDEST_LINE = 80


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
    with opened_to_read(arguments) as ledger:
        rows: list[Any] = list(ledger.jobs(**named)) if named else list(ledger.runs())
    if arguments.json:
        print_json({"jobs" if named else "runs": [as_json(row) for row in rows]})
    elif named:
        _print_jobs(rows, arguments.run_id)
    else:
        _print_runs(rows)
    return 0


def _print_runs(rows: list[RunStatus]) -> None:
    names = [field.name for field in fields(RunStatus)]
    table = [[name.removesuffix("_id") for name in names]]
    table += [[fitted(str(value), _WIDEST_CELL) for value in astuple(row)] for row in rows]
    widths = [max(text_width(row[column]) for row in table) for column in range(len(names))]
    for row in table:
        cells = (cell + " " * (width - text_width(cell)) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())


def _print_jobs(rows: list[JobStatus], run_id: str | None) -> None:
    if not rows:
        print(f"Run {run_id} has messages, but no jobs.")
    for job in rows:
        print(job.job_id)
        print(
            fitted(f"  run {job.run_id} · request {job.request_id} · plan {job.plan_hash[:8]}", _WIDEST_LINE)
        )
        print(
            f"  {job.pending} pending, {job.leased} leased, {job.expired} expired, {job.committed} committed"
        )
