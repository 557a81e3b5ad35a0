"""`cortex check`: the verdict on plan documents, the same as the editor's."""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path

from cortex_planner.atomic import write_atomically
from cortex_planner.cli.checking import FileReport, check_configuration, check_text, mended
from cortex_planner.cli.indexing import Indexing, add_index_option
from cortex_planner.cli.report import REPORTERS
from cortex_planner.cli.targets import Target, Worlds, find_targets
from cortex_planner.compiler.world import World
from cortex_planner.documents.reading import FileText, decode, encode, read_document
from cortex_planner.finding import Severity

EPILOG = """examples:
  cortex check plans/login.plan-request.json
  cortex check .                                  every document below here
  cortex check --fix 'plans/*.json'               mend what is safe to mend
  cortex check --fix --diff .                     show what --fix would do
  cortex check - --stdin-filename x.plan-request.json < draft.json
  cortex check --format json . > findings.json

exit code: 0 nothing found, 1 something found or unreadable, 2 used wrongly
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `cortex check`."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a file, a folder, a glob, or - for standard input"
    )
    parser.add_argument(
        "--stdin-filename", metavar="NAME", help="the name that decides the kind of standard input"
    )
    parser.add_argument(
        "--format", choices=sorted(REPORTERS), default="text", help="how to print (default: text)"
    )
    parser.add_argument(
        "--fail-on",
        choices=[severity.value for severity in Severity],
        default=Severity.ERROR.value,
        help="the least grave finding that makes the exit code 1 (default: error)",
    )
    parser.add_argument("--fix", action="store_true", help="mend what is safe to mend, in place")
    parser.add_argument(
        "--unsafe-fixes", action="store_true", help="with --fix: also what a person should look at"
    )
    parser.add_argument(
        "--diff", action="store_true", help="show what --fix would change, and change nothing"
    )
    add_index_option(parser)
    parser.add_argument("--repo-root", metavar="PATH", type=Path, help="the root, instead of the one found")


def run(arguments: argparse.Namespace) -> int:
    """Check every file, report, and answer with the exit code."""
    if "-" in arguments.files and arguments.stdin_filename is None:
        print(
            "cortex check: `-` needs --stdin-filename, which says what kind of document it is",
            file=sys.stderr,
        )
        return 2
    worlds = Worlds(arguments.repo_root)
    fixing = arguments.fix or arguments.diff
    with Indexing(arguments.index) as indexing:
        reports: list[FileReport] = []
        changed = False
        for target, written in _texts(arguments, worlds):
            world = worlds.of(target.path)
            file, touched = _mend(target, written, world, indexing, arguments) if fixing else (written, False)
            changed = changed or touched
            reports += _present(check_text(target, file, world, indexing))
        for world in worlds.all():
            symbols = world.configuration.config.symbols
            known = indexing.indexed(world) if symbols.pins or symbols.rules else indexing.known(world)
            reports += _present(check_configuration(known))
        if arguments.diff:
            return 1 if changed else 0
        reports.sort(key=lambda report: report.shown)
        stream = sys.stderr if fixing and arguments.files == ["-"] else sys.stdout
        REPORTERS[arguments.format](reports, stream)
    return 1 if _fails(reports, Severity(arguments.fail_on)) else 0


def _present(report: FileReport | None) -> list[FileReport]:
    return [report] if report is not None else []


def _texts(arguments: argparse.Namespace, worlds: Worlds) -> list[tuple[Target, FileText]]:
    """Return the files to check with their texts; standard input stands where `-` stands."""
    named = [name for name in arguments.files if name != "-"]
    found = [(target, read_document(target.path)) for target in find_targets(named, worlds)]
    if "-" in arguments.files:
        name = arguments.stdin_filename
        target = Target(name, (Path.cwd() / name), named=True)
        found.append((target, decode(sys.stdin.buffer.read())))
    return found


def _mend(
    target: Target, file: FileText, world: World, indexing: Indexing, arguments: argparse.Namespace
) -> tuple[FileText, bool]:
    """Return the text as it is after mending, and whether mending changed it."""
    if file.finding is not None:
        return file, False
    text = mended(target, file.text, world, indexing, unsafe=arguments.unsafe_fixes)
    if arguments.diff:
        sys.stdout.writelines(_difference(target.shown, file.text, text))
        return file, text != file.text
    if arguments.files == ["-"]:
        sys.stdout.write(text)
    elif text != file.text:
        try:
            write_atomically(target.path, encode(text))
        except OSError as error:
            print(f"cortex check: {target.shown} could not be written: {error.strerror}", file=sys.stderr)
            return file, False
    return FileText(text), text != file.text


def _difference(shown: str, before: str, after: str) -> list[str]:
    lines = difflib.unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), f"a/{shown}", f"b/{shown}"
    )
    return [line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines]


def _fails(reports: list[FileReport], threshold: Severity) -> bool:
    return any(finding.severity.rank <= threshold.rank for report in reports for finding in report.findings)
