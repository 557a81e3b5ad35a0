"""`cortex`: finds the command, and loads nothing that the command does not need."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn, Protocol

from cortex_planner import __version__

COMMANDS: dict[str, str] = {
    "init": "Start: a cortex.toml and an example request.",
    "index": "Build the index of a repository, or bring it up to date.",
    "check": "Check plan documents, and mend what can be mended.",
    "fmt": "Lay plan documents out.",
    "plan": "Compile a plan request into hashed, budgeted steps.",
    "symbols": "Add, show, list and verify @Symbols.",
    "resolve": "Print the text that an @Symbol expands to.",
    "cassette": "Work with the ledger: claim, complete, status, plan-verify.",
    "rules": "List the rules, or print the page of one.",
    "schema": "Print or write the JSON Schemas.",
    "doctor": "Say how things stand: versions, root, index.",
}

EXIT_FINE = 0
EXIT_NO = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130


class Command(Protocol):
    """What a command's file offers."""

    EPILOG: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's options."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Carry the command out; return the exit code."""


class Parser(argparse.ArgumentParser):
    """A parser (and, through it, the parsers of commands within commands) that repeats no password."""

    def error(self, message: str) -> NoReturn:
        super().error(_shown(message))


def main(arguments: Sequence[str] | None = None, *, program: str | None = None) -> int:
    """Run one command and return its exit code; `program` is what it is called, where not `cortex COMMAND`."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    name = given[0] if given else ""
    if name not in COMMANDS:
        return _without_command(given)
    command: Command = import_module(f"cortex_planner.cli.{name}")
    parser = Parser(
        prog=program or f"cortex {name}",
        description=COMMANDS[name],
        epilog=command.EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.add_arguments(parser)
    return command.run(parser.parse_args(given[1:]))


def _without_command(given: list[str]) -> int:
    width = max(map(len, COMMANDS)) + 2
    listing = "\n".join(f"  {name:{width}}{summary}" for name, summary in COMMANDS.items())
    parser = Parser(
        prog="cortex",
        usage="cortex COMMAND [OPTIONS]",
        description="Checks and compiles agent plans: deterministic, offline, no telemetry.",
        epilog=f"commands:\n{listing}\n\n`cortex COMMAND --help` shows a command's options and examples.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"cortex {__version__}")
    parser.add_argument("command", nargs="?", help=argparse.SUPPRESS)
    known, _ = parser.parse_known_args(given)
    if known.command is None and not given:
        parser.print_help()
        return EXIT_FINE
    wanted = _shown(known.command or given[0])
    print(f"cortex: there is no command `{wanted}`; `cortex --help` lists them", file=sys.stderr)
    return EXIT_USAGE


def _shown(given: str) -> str:
    """Return what was typed as it may be shown: a database's URL that stands in a wrong place has a password too."""
    from cortex_planner.cassette.location import without_passwords

    return without_passwords(given)


def run() -> None:
    """Run as a program: `cortex`."""
    _run(None)


def run_cassette() -> None:
    """Run as a program: `cassette`, which is `cortex cassette`."""
    _run(["cassette", *sys.argv[1:]], program="cassette")


def _let_output_go() -> None:
    """Send what is left of standard output nowhere, so that leaving does not fail over it once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: list[str] | None, program: str | None = None) -> None:
    try:
        code = main(arguments, program=program)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("\ncortex: interrupted", file=sys.stderr)
        code = EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone: nothing is left to say, and nobody to say it to.
        _let_output_go()
        code = EXIT_NO
    except OSError as error:
        _let_output_go()
        print(f"cortex: {error.strerror or error}", file=sys.stderr)
        code = EXIT_NO
    sys.exit(code)
