"""`cortex fmt`: lay plan documents out, exactly as the editor does."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cortex_planner.atomic import write_atomically
from cortex_planner.cli.targets import Target, Worlds, find_targets
from cortex_planner.compiler.sizes import counted
from cortex_planner.documents.reading import encode, read_document
from cortex_planner.text import Syntax
from cortex_planner.text.formatting import formatted

EPILOG = """examples:
  cortex fmt plans/login.plan-request.json
  cortex fmt --check .          change nothing; exit 1 where something would

Numbers, escapes and the order of keys stay as they are written.
Text that is not JSON is left alone, and said so.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `cortex fmt`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file, a folder or a glob")
    parser.add_argument("--check", action="store_true", help="change nothing, only say what would change")
    parser.add_argument("--repo-root", metavar="PATH", type=Path, help="the root, instead of the one found")


def run(arguments: argparse.Namespace) -> int:
    """Lay every document out, and count."""
    worlds = Worlds(arguments.repo_root)
    changed, failed = 0, 0
    for target in find_targets(arguments.files, worlds):
        outcome = _lay_out(target, check=arguments.check)
        changed += outcome is True
        failed += outcome is None
    verb = "would be changed" if arguments.check else "changed"
    print(f"{counted(changed, 'file')} {verb}.")
    return 1 if failed or (arguments.check and changed) else 0


def _lay_out(target: Target, *, check: bool) -> bool | None:
    """Return whether a file was, or would be, changed; None where it could not be laid out."""
    file = read_document(target.path)
    if file.finding is not None:
        print(f"{target.shown}: {file.finding.message}", file=sys.stderr)
        return None
    after = formatted(Syntax(file.text))
    if after is None:
        print(
            f"{target.shown}: not JSON, so it was left alone; see: cortex check {target.shown}",
            file=sys.stderr,
        )
        return None
    if after == file.text:
        return False
    print(target.shown)
    try:
        if not check:
            write_atomically(target.path, encode(after))
    except OSError as error:
        print(f"{target.shown} could not be written: {error.strerror}", file=sys.stderr)
        return None
    return True
