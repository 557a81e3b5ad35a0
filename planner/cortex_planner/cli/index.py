"""`cortex index`: build the index of a repository, or bring it up to date."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time

from cortex_planner.cli.checking import check_configuration
from cortex_planner.cli.progress import JsonProgress, ProgressBar, silent
from cortex_planner.cli.report.text import report_text
from cortex_planner.cli.roots import add_root_options, root_of
from cortex_planner.compiler.sizes import counted
from cortex_planner.compiler.world import World
from cortex_planner.errors import PlannerError
from cortex_planner.substrate import IndexReport, build_index, store_location

EPILOG = """examples:
  cortex index                     build or refresh CORTEX/_generated/system1.db
  cortex index --verbose           also list what was skipped, and why
  cortex index --json              the report, for programs
  cortex index --substrate jsonl   keep the index as lines of JSON instead

Interrupting it leaves the index as it was.
exit code: 0 built, 1 failed, 2 used wrongly
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `cortex index`."""
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument(
        "--progress", choices=["json"], help="write the progress as lines of JSON to standard error"
    )
    parser.add_argument("--verbose", action="store_true", help="list skipped and degraded files")
    add_root_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Build the index and report."""
    root = root_of(arguments)
    if not root.is_dir():
        print(f"cortex index: {root} is not a folder", file=sys.stderr)
        return 1
    world = World.load(root)
    broken = check_configuration(world)
    if broken is not None:
        report_text([broken], sys.stderr)
        print("cortex index: nothing was indexed; mend cortex.toml first", file=sys.stderr)
        return 1
    if arguments.progress:
        _give_way()
    started = time.monotonic()
    progress = JsonProgress(sys.stderr) if arguments.progress else ProgressBar.on(sys.stderr) or silent
    try:
        report = build_index(
            root, world.configuration.config, store_location(root, arguments.substrate), progress=progress
        )
    except PlannerError as error:
        print(f"cortex index: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"cortex index: the index cannot be written: {error.strerror or error}", file=sys.stderr)
        return 1
    if arguments.json:
        print(json.dumps(report.as_json(), indent=2))
    else:
        _print_report(report, time.monotonic() - started, verbose=arguments.verbose)
    return 0


def _give_way() -> None:
    """Run behind whoever asked for our progress: an editor in which someone types."""
    if hasattr(os, "nice"):
        os.nice(10)


def _print_report(report: IndexReport, seconds: float, *, verbose: bool) -> None:
    if verbose:
        for skipped in report.skipped:
            print(f"skipped {skipped.file}: {skipped.reason}")
        for file in report.degraded:
            print(f"degraded {file}: only the whole file is a section")
    counts = ", ".join(
        (
            counted(report.files, "file"),
            counted(report.sections, "section"),
            counted(report.symbols, "symbol"),
        )
    )
    left = f"{len(report.skipped):,} skipped, {len(report.degraded):,} degraded"
    print(f"Indexed {counts}; {left}; {report.files_read:,} read, {seconds:.1f} s")
    print(f"generation {report.generation}")
    print(f"sections {report.section_index_hash}")
    print(f"symbols  {report.symbols_hash}")
