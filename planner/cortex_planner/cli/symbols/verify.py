"""`cortex symbols verify`: whether every pin and rule resolves, no name collides, and the index is current."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from cortex_planner.cli.checking import FileReport, check_configuration
from cortex_planner.cli.report.text import report_text
from cortex_planner.cli.roots import root_of
from cortex_planner.compiler.world import World
from cortex_planner.errors import SectionError
from cortex_planner.substrate import IndexReader, build_in_temporary_place, open_index, store_location

EPILOG = """example:
  cortex symbols verify || cortex index

exit code: 0 all is well, 1 something is not
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Compare the index with one made anew, and report on the names in `cortex.toml`."""
    world = World.load(root_of(arguments))
    location = store_location(world.root, arguments.substrate)
    with tempfile.TemporaryDirectory(prefix="cortex-index-") as folder:
        moved = build_in_temporary_place(world.root, world.configuration.config, location, Path(folder))
        with open_index(
            world.root, arguments.substrate, sections=moved.sections, symbols=moved.symbols
        ) as fresh:
            state = _state(world.root, arguments.substrate, fresh)
            indexed = world.with_index(fresh)
            report = check_configuration(indexed)
            return _answer(arguments, state, report)


def _state(root: Path, substrate: str, fresh: IndexReader) -> str:
    """Return whether the index is `current`, `stale` or `missing`."""
    try:
        with open_index(root, substrate) as present:
            hashes = (present.section_index_hash, present.symbols_hash)
    except SectionError:
        return "missing"
    return "current" if hashes == (fresh.section_index_hash, fresh.symbols_hash) else "stale"


def _answer(arguments: argparse.Namespace, state: str, report: FileReport | None) -> int:
    findings = report.findings if report is not None else []
    fine = state == "current" and not findings
    if arguments.json:
        rows = [
            {"code": each.code, "message": each.message, "pointer": each.anchor.pointer} for each in findings
        ]
        print(json.dumps({"ok": fine, "index": state, "findings": rows}, indent=2))
    else:
        if report is not None:
            report_text([report], sys.stdout)
        print(f"The index is {state}." + ("" if state == "current" else " Run: cortex index"))
    return 0 if fine else 1
