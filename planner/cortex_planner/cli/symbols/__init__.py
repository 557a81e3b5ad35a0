"""`cortex symbols`: the names of your repository; one file per command."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from typing import Any

from cortex_planner.cli.roots import add_root_options
from cortex_planner.errors import PlannerError

COMMANDS = {
    "add": "Pin a symbol in cortex.toml.",
    "get": "Show one symbol.",
    "list": "List the symbols of the index.",
    "verify": "Check that every pin and rule resolves and that the index is current.",
}

EPILOG = """examples:
  cortex symbols add @CANON/AGREEMENT --file LAW/CANON/AGREEMENT.md --heading agreement
  cortex symbols list @CODE/src/
  cortex symbols get @DOC/README.md --json
  cortex symbols verify
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the commands and their options."""
    commands = parser.add_subparsers(dest="action", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        module = _module(name)
        command = commands.add_parser(
            name,
            help=summary,
            description=summary,
            epilog=module.EPILOG,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        add_root_options(command)
        module.add_arguments(command)


def run(arguments: argparse.Namespace) -> int:
    """Run one of the commands."""
    try:
        return int(_module(arguments.action).run(arguments))
    except PlannerError as error:
        print(f"cortex symbols {arguments.action}: {error}", file=sys.stderr)
        return 1


def _module(name: str) -> Any:
    return import_module(f"cortex_planner.cli.symbols.{name}")
