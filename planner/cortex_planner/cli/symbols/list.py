"""`cortex symbols list`: every symbol of the index, sorted."""

from __future__ import annotations

import argparse
import json

from cortex_planner.cli.roots import root_of
from cortex_planner.substrate import open_index

EPILOG = """examples:
  cortex symbols list
  cortex symbols list @CODE/src/ --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("prefix", metavar="PREFIX", nargs="?", default="", help="only symbols that start so")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the symbols."""
    with open_index(root_of(arguments), arguments.substrate) as reader:
        symbols = list(reader.all_symbols(arguments.prefix))
    if arguments.json:
        print(json.dumps([symbol.as_json() for symbol in symbols], indent=2))
    else:
        for symbol in symbols:
            print(symbol.symbol_id)
    return 0
