"""`cortex init`: a starter `cortex.toml` and an example request; what is there already stays as it is."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cortex_planner.atomic import write_atomically

EPILOG = """example:
  cortex init && cortex check .

Never overwrites a file.
"""
CONFIG = """\
# Cortex: how this repository is indexed, what its intents mean, what its plans may do.
# Every table is optional; the defaults are sensible.

[index]
# exclude = ["vendor/**"]

# Symbols of your own, beside @DOC/..., @CODE/... and @FILE/...
# [symbols.pins]
# "@GUIDE" = { file = "README.md", slice = "head(4000)" }

# What a request with this intent does, beside reading its inputs.
[intents.explain]
description = "Explain what the inputs say, to someone who has not read them."

[[intents.explain.steps]]
name = "report"
op = "NOTE"
refs = { message = "Write the explanation for {request_id} in plain words." }

[policy]
max_steps = 200
"""
REQUEST = """\
{
  "run_id": "run-1",
  "request_id": "first-look",
  "intent": "explain",
  "inputs": {
    "notes": ["Start with what the repository is for."]
  },
  "budgets": {
    "max_steps": 20
  }
}
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--repo-root", metavar="PATH", type=Path, default=Path(), help="the folder (default: this one)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write what is not there yet."""
    folder: Path = arguments.repo_root
    if not folder.is_dir():
        print(f"cortex init: {folder} is not a folder", file=sys.stderr)
        return 1
    for name, text in (("cortex.toml", CONFIG), ("first-look.plan-request.json", REQUEST)):
        path = folder / name
        if path.exists() or path.is_symlink():
            print(f"kept {path}")
            continue
        try:
            write_atomically(path, text.encode())
        except OSError as error:
            print(f"cortex init: {path} could not be written: {error.strerror}", file=sys.stderr)
            return 1
        print(f"made {path}")
    print("\nNext: cortex check .   cortex plan --request-file first-look.plan-request.json --explain")
    return 0
