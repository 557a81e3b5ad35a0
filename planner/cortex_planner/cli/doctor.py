"""`cortex doctor`: versions, the root, the index and what is wrong with them."""

from __future__ import annotations

import argparse
import json
import platform
import shutil
import sqlite3
import sys
import time
from importlib import metadata
from pathlib import Path
from typing import Any

from cortex_planner import __version__
from cortex_planner.cli.roots import add_root_options, root_of
from cortex_planner.compiler.world import World
from cortex_planner.errors import SectionError
from cortex_planner.substrate import IndexReader, open_index, stale_files, store_location

EPILOG = """example:
  cortex doctor --json

exit code: 0 all is well, 1 something wants attention
"""
_PACKAGES = ("pygls", "lsprotocol", "pydantic", "tree-sitter", "markdown-it-py", "pathspec", "frizbee")
_MOST_LISTED = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_root_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Look at everything that a fault usually lies in, and say how it stands."""
    root = root_of(arguments)
    found: dict[str, Any] = {"versions": _versions(), "root": str(root)}
    world = World.load(root)
    found["configuration"] = [f"{each.code}: {each.message}" for each in world.configuration.findings]
    found["index"] = _index(root, arguments.substrate)
    if arguments.json:
        print(json.dumps(found, indent=2))
    else:
        _print(found)
    index = found["index"]
    return 1 if found["configuration"] or index["state"] != "current" else 0


def _versions() -> dict[str, str | None]:
    versions: dict[str, str | None] = {
        "cortex-plan": __version__,
        "python": sys.version.split()[0],
        "sqlite": sqlite3.sqlite_version,
        "platform": platform.platform(),
        "git": shutil.which("git"),
    }
    for name in _PACKAGES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            versions[name] = None
    return versions


def _index(root: Path, substrate: str) -> dict[str, Any]:
    location = store_location(root, substrate)
    facts: dict[str, Any] = {"path": str(location.sections), "state": "missing"}
    try:
        with open_index(root, substrate) as reader:
            facts |= _report(root, location.sections, reader)
    except SectionError as error:
        if error.code != "index-missing":
            facts |= {"state": "unreadable", "problem": str(error)}
    return facts


def _report(root: Path, file: Path, reader: IndexReader) -> dict[str, Any]:
    report = reader.report()
    stale = sorted(stale_files(root, reader, reader.files_below("", limit=1 << 30)))
    return {
        "state": "stale" if stale else "current",
        "age_seconds": round(time.time() - file.stat().st_mtime),
        **report.as_json(),
        "stale": stale,
    }


def _print(found: dict[str, Any]) -> None:
    for name, version in found["versions"].items():
        print(f"{name:<16}{version if version is not None else 'not installed'}")
    print(f"{'root':<16}{found['root']}")
    for problem in found["configuration"]:
        print(f"{'cortex.toml':<16}{problem}")
    index = found["index"]
    print(f"{'index':<16}{index['state']}: {index['path']}")
    if "problem" in index:
        print(f"{'':<16}{index['problem']}")
    if "files" in index:
        print(
            f"{'':<16}{index['files']:,} files, {index['sections']:,} sections, {index['symbols']:,} symbols"
        )
        print(f"{'':<16}built {index['age_seconds']:,} s ago, generation {index['generation']}")
        _print_some("stale", index["stale"])
        _print_some("skipped", [f"{each['file']}: {each['reason']}" for each in index["skipped"]])
        _print_some("degraded", index["degraded"])
    if index["state"] in {"missing", "stale"}:
        print("\nRun: cortex index")


def _print_some(title: str, rows: list[str]) -> None:
    for row in rows[:_MOST_LISTED]:
        print(f"{title:<16}{row}")
    if len(rows) > _MOST_LISTED:
        print(f"{title:<16}and {len(rows) - _MOST_LISTED:,} more (--json lists all)")
