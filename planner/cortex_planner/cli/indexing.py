"""Which index a command works with: built or refreshed for it, demanded, or left out (`--index`)."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from cortex_planner.compiler.planner import open_world
from cortex_planner.compiler.world import World
from cortex_planner.config.load import is_too_wide
from cortex_planner.documents.analysis import Analysis, analyse
from cortex_planner.errors import SectionError
from cortex_planner.kinds import Kind

MODES = ("auto", "require", "off")


def add_index_option(parser: argparse.ArgumentParser) -> None:
    """Declare `--index`."""
    parser.add_argument(
        "--index",
        choices=MODES,
        default="auto",
        help="auto: build or refresh the index when it is needed (default); require: fail where it is "
        "missing or out of date; off: do not check symbols and files",
    )


class Indexing:
    """Gives worlds their index. With `leave_no_trace` nothing under a root is made or changed."""

    def __init__(self, mode: str, substrate: str = "sqlite", *, leave_no_trace: bool = False) -> None:
        self._mode = mode
        self._substrate = substrate
        self._leave_no_trace = leave_no_trace
        self._worlds: dict[Path, World] = {}
        self._stack = ExitStack()

    def __enter__(self) -> Indexing:
        return self

    def __exit__(self, *_: object) -> None:
        for world in self._worlds.values():
            if world.index is not None:
                world.index.close()
        self._stack.close()

    def indexed(self, world: World) -> World:
        """Return `world` with the index that the mode asks for; each root is looked at once."""
        known = self._worlds.get(world.root)
        if known is None:
            known = self._worlds[world.root] = self._make(world)
        return known

    def analysis(self, text: str, kind: Kind, world: World, path: Path | None) -> Analysis:
        """Return the analysis of a document, with an index if the document needs one."""
        relative = world.relative(path) if path is not None else None
        analysis = analyse(text, kind, world, relative)
        if analysis.semantics is None or not analysis.semantics.needs_index:
            return analysis
        return analyse(text, kind, self.indexed(world), relative)

    def known(self, world: World) -> World:
        """Return `world` with its index if some document needed it, else as it is."""
        return self._worlds.get(world.root, world)

    def _make(self, world: World) -> World:
        if self._mode == "off":
            if world.muted:
                print("cortex: symbols and files are not checked (--index off)", file=sys.stderr)
                return world
            problem = SectionError("index-missing", "without the index (--index off) nothing can be read")
            return world.without_index(muted=False, error=problem)
        if self._mode == "require" or is_too_wide(world.root):
            return open_world(world, self._substrate)
        try:
            return self._built(world)
        except SectionError as error:
            return world.without_index(muted=False, error=error)
        except OSError as error:
            problem = SectionError("index-missing", f"the index cannot be built: {error.strerror or error}")
            return world.without_index(muted=False, error=problem)

    def _built(self, world: World) -> World:
        from cortex_planner.substrate import build_in_temporary_place, build_index, open_index, store_location

        location = store_location(world.root, self._substrate)
        config = world.configuration.config
        if self._leave_no_trace or not _is_writable(location.sections):
            folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="cortex-index-")))
            location = build_in_temporary_place(world.root, config, location, folder)
            reader = open_index(
                world.root, self._substrate, sections=location.sections, symbols=location.symbols
            )
        else:
            build_index(world.root, config, location)
            reader = open_index(world.root, self._substrate)
        return world.with_index(reader)


def _is_writable(file: Path) -> bool:
    """Return whether an index can be made or changed at `file`."""
    folder = file.parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return os.access(folder, os.W_OK | os.X_OK) and (not file.exists() or os.access(file, os.W_OK))
