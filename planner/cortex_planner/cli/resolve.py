"""`cortex resolve`: the text that a symbol expands to, or a slice of a section."""

from __future__ import annotations

import argparse
import json
import sys

from cortex_planner.cli.roots import add_root_options, root_of
from cortex_planner.errors import PlannerError
from cortex_planner.substrate import SectionIndexer, SymbolResolver

EPILOG = """examples:
  cortex resolve @DOC/README.md
  cortex resolve @DOC/README.md --slice 'lines[0:10]'
  cortex resolve --section ID --slice 'head(200)'

A file that changed since it was indexed is refused, never served as it was.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("symbol", metavar="@NAME", nargs="?", help="the symbol")
    parser.add_argument("--section", metavar="ID", help="a section instead of a symbol; needs --slice")
    parser.add_argument("--slice", metavar="SLICE", help="lines[a:b], chars[a:b], head(n) or tail(n)")
    parser.add_argument("--json", action="store_true", help="print the expansion as JSON")
    add_root_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the text, and nothing else, on standard output."""
    if (arguments.symbol is None) == (arguments.section is None):
        print("cortex resolve: name a symbol, or a section with --section", file=sys.stderr)
        return 2
    if arguments.section is not None and arguments.slice is None:
        print("cortex resolve: --section needs --slice", file=sys.stderr)
        return 2
    try:
        text = _section(arguments) if arguments.section is not None else _symbol(arguments)
    except PlannerError as error:
        print(f"cortex resolve: {error}", file=sys.stderr)
        return 1
    sys.stdout.buffer.write(text.encode())
    return 0


def _symbol(arguments: argparse.Namespace) -> str:
    resolver = SymbolResolver(root_of(arguments), arguments.substrate)
    expansion = resolver.resolve(arguments.symbol, arguments.slice)
    return json.dumps(expansion.as_json(), indent=2) + "\n" if arguments.json else expansion.text


def _section(arguments: argparse.Namespace) -> str:
    indexer = SectionIndexer(root_of(arguments), arguments.substrate)
    text = indexer.content(arguments.section, arguments.slice)
    if not arguments.json:
        return text
    facts = {
        "section_id": arguments.section,
        "slice": arguments.slice,
        "text": text,
        "bytes": len(text.encode()),
    }
    return json.dumps(facts, indent=2) + "\n"
