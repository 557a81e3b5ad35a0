"""`cortex symbols`: the names of your repository; one file per command."""

from __future__ import annotations

import argparse

from cortex_planner.cli.nested import add_commands, run_command
from cortex_planner.cli.roots import add_root_options

COMMANDS = {
    "add": "Pin a symbol in cortex.toml.",
    "get": "Show one symbol.",
    "list": "List the symbols of the index.",
    "verify": "Check that every pin and rule resolves and that the index is current.",
}

EPILOG = """examples:
  cortex symbols add @AGREEMENT --file LAW/AGREEMENT.md --heading scope
  cortex symbols list @CODE/src/
  cortex symbols get @DOC/README.md --json
  cortex symbols verify
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the commands about symbols."""
    add_commands(parser, __name__, COMMANDS, add_root_options)


def run(arguments: argparse.Namespace) -> int:
    """Run one of the commands."""
    return run_command("cortex symbols", __name__, arguments)
