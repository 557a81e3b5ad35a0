"""`cortex plan`: compile a request; print the plan, explain it, write it to a file, or store it."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from cortex_planner.cli.checking import FileReport, check_configuration
from cortex_planner.cli.indexing import Indexing, add_index_option
from cortex_planner.cli.report.text import report_text
from cortex_planner.cli.writing import write_atomically
from cortex_planner.compiler.planner import default_root
from cortex_planner.compiler.world import World
from cortex_planner.config import find_root
from cortex_planner.documents.analysis import Analysis
from cortex_planner.documents.reading import FileText, decode, read_document
from cortex_planner.kinds import Kind

EPILOG = """examples:
  cortex plan --request-file fix.plan-request.json --dry-run      print the plan, write nothing
  cortex plan --request-file fix.plan-request.json --explain      a table for people
  cortex plan --request-file fix.plan-request.json --out fix.plan-output.json
  cortex plan --request-file - --stdin-filename fix.plan-request.json --dry-run < draft.json
  cortex plan --request-file fix.plan-request.json                store it in the cassette

exit code: 0 compiled, 1 refused or failed, 2 used wrongly
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `cortex plan`."""
    parser.add_argument(
        "--request-file", metavar="FILE", required=True, help="the request, or - for standard input"
    )
    parser.add_argument(
        "--stdin-filename", metavar="NAME", help="where standard input would lie: decides its root"
    )
    parser.add_argument("--dry-run", action="store_true", help="print the plan output as JSON; write nothing")
    parser.add_argument("--explain", action="store_true", help="print the plan for people; write nothing")
    parser.add_argument("--out", metavar="FILE", type=Path, help="write the plan output there; store nothing")
    parser.add_argument("--repo-root", metavar="PATH", type=Path, help="the root, instead of the one found")
    parser.add_argument(
        "--substrate", choices=["sqlite", "jsonl"], default="sqlite", help="the kind of index"
    )
    add_index_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compile the request, and do with the plan what was asked for."""
    shown, path, file = _request(arguments)
    leave_no_trace = arguments.dry_run or arguments.explain or arguments.out is not None
    with Indexing(arguments.index, arguments.substrate, leave_no_trace=leave_no_trace) as indexing:
        world = World.load(_root(arguments, path)).without_index(muted=False)
        analysis = indexing.analysis(file.text, Kind.PLAN_REQUEST, world, path)
        if file.finding is not None or analysis.plan is None:
            return _refused(shown, file, analysis)
        return _deliver(arguments, analysis)


def plan_text(plan: dict[str, Any]) -> str:
    """Return a plan output as it is printed and written: the same bytes for the same plan."""
    return json.dumps(plan, indent=2, ensure_ascii=False) + "\n"


def _request(arguments: argparse.Namespace) -> tuple[str, Path | None, FileText]:
    if arguments.request_file == "-":
        name = arguments.stdin_filename
        path = (Path.cwd() / name) if name is not None else None
        return name or "standard input", path, decode(sys.stdin.buffer.read())
    path = Path(arguments.request_file).absolute()
    return arguments.request_file, path, read_document(path)


def _root(arguments: argparse.Namespace, path: Path | None) -> Path:
    """Return the root: given, or found from where we are, or the request's own where it lies below that."""
    if arguments.repo_root is not None:
        return Path(arguments.repo_root.absolute())
    root = default_root()
    if path is not None and path.is_relative_to(root):
        return find_root(path, root)
    return root


def _refused(shown: str, file: FileText, analysis: Analysis) -> int:
    own = [file.finding] if file.finding is not None else analysis.findings
    reports = [FileReport(shown, file.text, own, analysis.fixes)]
    configuration = check_configuration(analysis.world)
    report_text([*reports, *([configuration] if configuration is not None else [])], sys.stderr)
    return 1


def _write(path: Path, text: str) -> int:
    try:
        write_atomically(path, text)
    except OSError as error:
        print(f"cortex plan: {path} could not be written: {error.strerror}", file=sys.stderr)
        return 1
    return 0


def _deliver(arguments: argparse.Namespace, analysis: Analysis) -> int:
    plan, semantics = analysis.plan, analysis.semantics
    if plan is None or semantics is None:
        return 1
    if arguments.explain:
        from cortex_planner.cli.explain import explain

        explain(plan, semantics, sys.stdout)
    elif arguments.out is not None:
        return _write(arguments.out, plan_text(plan.output))
    elif arguments.dry_run:
        sys.stdout.buffer.write(plan_text(plan.output).encode())
    else:
        print(
            "cortex plan: storing plans arrives with the cassette; use --dry-run, --explain or --out",
            file=sys.stderr,
        )
        return 1
    return 0
