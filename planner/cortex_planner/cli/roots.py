"""The root that a command without a document works in, and the index that is there."""

from __future__ import annotations

import argparse
from pathlib import Path

from cortex_planner.compiler.planner import default_root


def add_root_options(parser: argparse.ArgumentParser) -> None:
    """Declare `--repo-root` and `--substrate`."""
    parser.add_argument("--repo-root", metavar="PATH", type=Path, help="the root, instead of the one found")
    parser.add_argument(
        "--substrate",
        choices=["sqlite", "jsonl"],
        default="sqlite",
        help="the kind of index (default: sqlite)",
    )


def root_of(arguments: argparse.Namespace) -> Path:
    """Return the root that a command works in."""
    return Path(arguments.repo_root).absolute() if arguments.repo_root is not None else default_root()
