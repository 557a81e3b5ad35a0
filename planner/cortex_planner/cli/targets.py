"""Targets: which files a command line means, whether it names files, folders or globs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from glob import glob, has_magic
from pathlib import Path

from cortex_planner.compiler.world import World
from cortex_planner.config import CONFIG_NAME, find_root
from cortex_planner.substrate.disk import linked_folders
from cortex_planner.substrate.listing import trackable_files


@dataclass(frozen=True)
class Target:
    """A file to look at: how it is shown, where it is, and whether the user named it themselves."""

    shown: str
    path: Path
    named: bool


class Worlds:
    """The worlds of the files at hand, each root read once."""

    def __init__(self, override: Path | None = None) -> None:
        self._override = override.absolute() if override is not None else None
        self._working = Path.cwd()
        self._by_root: dict[Path, World] = {}
        self._root_of_folder = cache(lambda folder: find_root(folder / "document", self._working))

    def of(self, path: Path) -> World:
        """Return the world of the file at `path`, which is absolute."""
        root = self._override or self._root_of_folder(path.parent)
        world = self._by_root.get(root)
        if world is None:
            world = self._by_root[root] = World.load(root)
        return world

    def all(self) -> list[World]:
        """Return the worlds that were asked for, in that order."""
        return list(self._by_root.values())


def find_targets(names: list[str], worlds: Worlds) -> list[Target]:
    """Return the files that `names` mean, each once, in the order of the command line."""
    found: dict[Path, Target] = {}
    for name in names:
        for target in _expand(name, worlds):
            found.setdefault(target.path, target)
    return list(found.values())


def _expand(name: str, worlds: Worlds) -> Iterator[Target]:
    path = Path(name)
    if path.name == CONFIG_NAME and path.is_file():
        worlds.of(_absolute(path))
    elif path.is_dir():
        yield from _documents_in(path, worlds)
    elif has_magic(name) and not path.exists():
        matches = sorted(glob(name, recursive=True))
        if not matches:
            yield Target(name, _absolute(path), named=True)
        for match in matches:
            if Path(match).is_dir():
                yield from _documents_in(Path(match), worlds)
            elif Path(match).name != CONFIG_NAME:
                yield Target(match, _absolute(Path(match)), named=False)
            else:
                worlds.of(_absolute(Path(match)))
    else:
        yield Target(name, _absolute(path), named=True)


def _documents_in(folder: Path, worlds: Worlds) -> Iterator[Target]:
    """Yield the plan documents in a folder, by name; what git ignores, hidden folders and links are passed over.

    What a link leads to has a place of its own, or lies outside: it is looked at where it is named. The `cortex.toml`
    that governs the folder, and those below it, are looked at also where no document is.
    """
    worlds.of(_absolute(folder / CONFIG_NAME))
    names = [name for name in trackable_files(folder) if name.endswith((".json", CONFIG_NAME))]
    linked = linked_folders(folder, names)
    for name in names:
        path = folder / name
        if _is_passed_over(name) or name.rpartition("/")[0] in linked or not path.is_file():
            continue
        absolute = _absolute(path)
        if path.name == CONFIG_NAME:
            worlds.of(absolute)
        elif not path.is_symlink() and worlds.of(absolute).kind_of(absolute) is not None:
            yield Target(os.path.relpath(path), absolute, named=False)


def _is_passed_over(name: str) -> bool:
    folders = name.split("/")[:-1]
    return any(folder.startswith(".") or folder == "node_modules" for folder in folders)


def _absolute(path: Path) -> Path:
    """Return `path` from the top, without `..`, and with links left as they are."""
    return Path(os.path.normpath(path.absolute()))
