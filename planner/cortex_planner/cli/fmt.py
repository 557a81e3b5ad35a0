"""`cortex fmt`: lay plan documents out, exactly as the editor does."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cortex_planner.atomic import write_atomically
from cortex_planner.cli.checking import kind_unknown
from cortex_planner.cli.targets import Target, Worlds, find_targets
from cortex_planner.compiler.sizes import counted
from cortex_planner.documents.reading import FileText, decode, encode, read_document
from cortex_planner.finding import Finding
from cortex_planner.text import Syntax
from cortex_planner.text.formatting import formatted, stopping

EPILOG = """examples:
  cortex fmt plans/login.plan-request.json
  cortex fmt --check .          change nothing; exit 1 where something would
  cortex fmt - --stdin-filename x.plan-request.json < draft.json

Numbers, escapes and the order of keys stay as they are written.
What is not JSON, or no plan document, is left alone, and said so.
In a folder, links and what git ignores are passed over. A link that is named
stays a link, and the file that it leads to is laid out.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `cortex fmt`."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a file, a folder, a glob, or - for standard input"
    )
    parser.add_argument("--check", action="store_true", help="change nothing, only say what would change")
    parser.add_argument(
        "--stdin-filename", metavar="NAME", help="the name that decides the kind of standard input"
    )
    parser.add_argument("--repo-root", metavar="PATH", type=Path, help="the root, instead of the one found")


def run(arguments: argparse.Namespace) -> int:
    """Lay every document out, and count."""
    worlds = Worlds(arguments.repo_root)
    if "-" in arguments.files:
        return _standard_input(arguments, worlds)
    changed, failed = 0, 0
    for target in find_targets(arguments.files, worlds):
        outcome = _lay_out(target, worlds, check=arguments.check)
        changed += outcome is True
        failed += outcome is None
    verb = "would be changed" if arguments.check else "changed"
    print(f"{counted(changed, 'file')} {verb}.")
    return 1 if failed or (arguments.check and changed) else 0


def _standard_input(arguments: argparse.Namespace, worlds: Worlds) -> int:
    """Print standard input, laid out; nothing where it cannot be, so that nobody takes that for the text."""
    if arguments.files != ["-"] or arguments.stdin_filename is None:
        msg = (
            "cortex fmt: `-` stands alone and needs --stdin-filename, which says what kind of document it is"
        )
        print(msg, file=sys.stderr)
        return 2
    name = arguments.stdin_filename
    target = Target(name, Path.cwd() / name, named=True)
    file = decode(sys.stdin.buffer.read())
    after = _after(target, file, worlds)
    if after is None:
        return 1
    if arguments.check:
        return int(after != file.text)
    sys.stdout.buffer.write(encode(after))
    return 0


def _lay_out(target: Target, worlds: Worlds, *, check: bool) -> bool | None:
    """Return whether a file was, or would be, changed; None where it could not be laid out."""
    if not target.named and worlds.of(target.path).kind_of(target.path) is None:
        return False
    file = read_document(target.path)
    after = _after(target, file, worlds)
    if after is None or after == file.text:
        return None if after is None else False
    try:
        if not check:
            write_atomically(target.path, encode(after))
    except OSError as error:
        print(f"{target.shown} could not be written: {error.strerror}", file=sys.stderr)
        return None
    print(target.shown)
    return True


def _after(target: Target, file: FileText, worlds: Worlds) -> str | None:
    """Return the text laid out; where it cannot be, say why."""
    is_ours = worlds.of(target.path).kind_of(target.path) is not None
    trouble = file.finding or (None if is_ours else kind_unknown())
    if trouble is not None:
        _leave_alone(target.shown, trouble)
        return None
    syntax = Syntax(file.text)
    after = formatted(syntax)
    if after is None:
        trouble = stopping(syntax)
        start = (trouble.anchor.span or (0, 0))[0] if trouble is not None else 0
        line, column = syntax.lines.position(start)
        _leave_alone(f"{target.shown}:{line + 1}:{column + 1}", trouble)
    return after


def _leave_alone(where: str, finding: Finding | None) -> None:
    why = f"{finding.message} ({finding.code})" if finding is not None else "there is nothing in it"
    print(f"{where}: {why}; left alone", file=sys.stderr)
