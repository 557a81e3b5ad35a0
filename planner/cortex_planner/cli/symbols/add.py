"""`cortex symbols add`: pin a symbol in `cortex.toml`, whose comments and order stay as they are."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from cortex_planner import forms
from cortex_planner.cli.roots import root_of
from cortex_planner.config.load import CONFIG_NAME, Configuration, parse_configuration
from cortex_planner.errors import error_for
from cortex_planner.rulebook import all_rules
from cortex_planner.substrate import build_in_temporary_place, open_index, store_location
from cortex_planner.substrate.pinning import add_pin, text_with_pin
from cortex_planner.substrate.rules import PIN_TARGET_MISSING
from cortex_planner.substrate.settings import PinSetting

EPILOG = """examples:
  cortex symbols add @GUIDE --file docs/guide.md
  cortex symbols add @INSTALL --file docs/guide.md --heading install
  cortex symbols add @LOGIN --file src/app.py --definition Login.check
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("symbol", metavar="@NAME", help="the symbol")
    parser.add_argument("--file", metavar="FILE", required=True, help="the file, relative to the root")
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--heading", metavar="HEADING", help="a heading: its slug, or its text where that is unique"
    )
    place.add_argument("--definition", metavar="NAME", help="the qualified name of a definition")
    parser.add_argument("--slice", metavar="SLICE", default=forms.DEFAULT_SLICE, help="default: head(4000)")


def run(arguments: argparse.Namespace) -> int:
    """Write the pin, unless it would name nothing."""
    root = root_of(arguments)
    pin = PinSetting(
        arguments.symbol, arguments.file, arguments.heading, arguments.definition, arguments.slice
    )
    _require_target(parse_configuration(root, text_with_pin(root, pin), all_rules()), arguments)
    try:
        add_pin(root, pin)
    except OSError as error:
        print(
            f"cortex symbols add: {root / CONFIG_NAME} could not be written: {error.strerror}",
            file=sys.stderr,
        )
        return 1
    print(f"Pinned {arguments.symbol} in {CONFIG_NAME}; run `cortex index` to use it.", file=sys.stderr)
    return 0


def _require_target(configuration: Configuration, arguments: argparse.Namespace) -> None:
    """Refuse a pin whose file, heading or definition is not there."""
    location = store_location(configuration.root, arguments.substrate)
    with tempfile.TemporaryDirectory(prefix="cortex-index-") as folder:
        moved = build_in_temporary_place(configuration.root, configuration.config, location, Path(folder))
        with open_index(
            configuration.root, arguments.substrate, sections=moved.sections, symbols=moved.symbols
        ) as reader:
            wanted = f"/symbols/pins/{arguments.symbol.replace('~', '~0').replace('/', '~1')}"
            for finding in reader.findings():
                if finding.code == PIN_TARGET_MISSING.code and finding.anchor.pointer.startswith(wanted):
                    raise error_for(finding.code, finding.message)
