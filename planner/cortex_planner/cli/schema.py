"""`cortex schema`: the JSON Schemas, as generated from the models."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cortex_planner.documents.schemas import all_schemas, schema_text

EPILOG = """examples:
  cortex schema                          the names of the schemas
  cortex schema plan_request             one of them
  cortex schema --write schemas          write all of them into a folder
  cortex schema --check schemas          fail if that folder is out of date
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `cortex schema`."""
    parser.add_argument(
        "name", nargs="?", help="print this schema (plan_request, plan_step, plan_output, cortex_toml)"
    )
    parser.add_argument(
        "--write", metavar="FOLDER", type=Path, nargs="?", const=Path("schemas"), help="write all schemas"
    )
    parser.add_argument(
        "--check", metavar="FOLDER", type=Path, help="compare a folder with what would be written"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print, write or compare the schemas."""
    schemas = all_schemas()
    if arguments.write is not None:
        arguments.write.mkdir(parents=True, exist_ok=True)
        for name, schema in schemas.items():
            (arguments.write / name).write_text(schema_text(schema), encoding="utf-8", newline="\n")
        return 0
    if arguments.check is not None:
        return _compare(arguments.check)
    if arguments.name is None:
        print("\n".join(name.removesuffix(".schema.json") for name in schemas))
        return 0
    wanted = f"{arguments.name}.schema.json"
    if wanted not in schemas:
        print(f"cortex: there is no schema `{arguments.name}`; `cortex schema` lists them", file=sys.stderr)
        return 1
    print(schema_text(schemas[wanted]), end="")
    return 0


def _compare(folder: Path) -> int:
    stale = [
        name
        for name, schema in all_schemas().items()
        if not (folder / name).is_file() or (folder / name).read_text(encoding="utf-8") != schema_text(schema)
    ]
    for name in stale:
        print(f"{folder / name} is out of date; run `cortex schema --write {folder}`", file=sys.stderr)
    return 1 if stale else 0
