"""`cortex symbols get`: what one symbol names."""

from __future__ import annotations

import argparse
import json

from cortex_planner.cli.roots import root_of
from cortex_planner.compiler.sizes import human_bytes
from cortex_planner.substrate import open_index
from cortex_planner.substrate.resolver import require_symbol

EPILOG = """example:
  cortex symbols get @DOC/README.md
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("symbol", metavar="@NAME", help="the symbol")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the symbol and its section."""
    with open_index(root_of(arguments), arguments.substrate) as reader:
        entry = require_symbol(reader, arguments.symbol)
    if arguments.json:
        print(json.dumps({**entry.symbol.as_json(), "section": entry.section.as_json()}, indent=2))
        return 0
    section = entry.section
    print(entry.symbol.symbol_id)
    print(f"  {section.file_path}, lines {section.line_start + 1} to {section.line_end}")
    print(f"  slice {entry.symbol.default_slice or 'none: using it is refused'}")
    if entry.bytes is not None:
        print(f"  {human_bytes(entry.bytes)} of {human_bytes(section.bytes)}")
    return 0
