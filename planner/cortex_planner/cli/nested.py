"""Commands that have commands of their own (`cortex symbols add`): one file each, in a folder of that name."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from cortex_planner.errors import PlannerError


def add_commands(
    parser: argparse.ArgumentParser,
    package: str,
    commands: Mapping[str, str],
    add_shared_options: Callable[[argparse.ArgumentParser], None],
) -> None:
    """Declare the commands of a folder, with the options that all of them have."""
    actions = parser.add_subparsers(dest="action", metavar="COMMAND", required=True)
    for name, summary in commands.items():
        module = _module(package, name)
        command = actions.add_parser(
            name,
            help=summary,
            description=summary,
            epilog=module.EPILOG,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        add_shared_options(command)
        module.add_arguments(command)


def run_command(shown: str, package: str, arguments: argparse.Namespace) -> int:
    """Run the chosen command; an error of the library is a line for people, and exit code 1."""
    try:
        return int(_module(package, arguments.action).run(arguments))
    except PlannerError as error:
        from cortex_planner.cassette.location import without_passwords

        print(f"{shown} {arguments.action}: {without_passwords(str(error))}", file=sys.stderr)
        return 1


def _module(package: str, name: str) -> Any:
    return import_module(f"{package}.{name.replace('-', '_')}")
