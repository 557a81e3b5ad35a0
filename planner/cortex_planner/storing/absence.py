"""Absence: why a step's file, or the name that it was read by, is no longer there for the compiler."""

from __future__ import annotations

from typing import NamedTuple

from cortex_planner.cassette import StoredStep
from cortex_planner.compiler.world import World
from cortex_planner.config.model import IndexTable
from cortex_planner.kinds import kind_of_name
from cortex_planner.substrate.naming import patterns
from cortex_planner.substrate.presence import Presence, presence
from cortex_planner.substrate.reading import BINARY, TOO_LARGE
from cortex_planner.substrate.slugs import github_slug

_LARGEST_BY_DEFAULT = IndexTable().max_file_bytes


class Absence(NamedTuple):
    """The reason as a word, and what to say."""

    reason: str
    message: str


def absence_of_file(path: str, world: World) -> Absence:
    """Return why a file that was read is not in the index now."""
    found = presence(world.root, path)
    if found is Presence.FILE:
        return _by_configuration(path, world) or _by_its_content(path, world)
    words = {
        Presence.MISSING: Absence("file-gone", f"{path} is gone"),
        Presence.FOLDER: Absence("file-left-out", f"{path} is a folder now"),
        Presence.OUTSIDE: Absence("file-left-out", f"{path} leads out of the repository now"),
    }
    return words[found]


def absence_of_name(step: StoredStep, path: str, world: World, *, configuration_changed: bool) -> Absence:
    """Return why a symbol has no section now, though its file is indexed: cortex.toml or the text took it."""
    if configuration_changed and _still_has_section(step, path, world):
        return Absence("symbol-undeclared", "cortex.toml no longer gives that name")
    return Absence("symbol-gone", f"{path} no longer has it")


def _still_has_section(step: StoredStep, path: str, world: World) -> bool:
    """Return whether the file has the heading that was read, wherever it stands and whatever is below it."""
    headings = step.facts.get("heading_path")
    if not headings or world.index is None:
        return True  # it was the whole file, which is there
    wanted = github_slug(headings[-1])
    return any(github_slug(entry.text) == wanted for entry in world.index.outline(path))


def _by_configuration(path: str, world: World) -> Absence | None:
    """Return which table of cortex.toml leaves a file out, or None where it is not to blame."""
    config = world.configuration.config
    if config.index.exclude and patterns(config.index.exclude).match_file(path):
        return _excluded(f"[index] exclude of cortex.toml leaves {path} out")
    if world.kind_of(world.root / path) is not None:
        if kind_of_name(path.rpartition("/")[2]) is None:
            return _excluded(f"[documents] of cortex.toml makes {path} a plan document, which is not indexed")
        return _excluded(f"[index] include of cortex.toml does not name {path}, a plan document")
    if _why(path, world) == TOO_LARGE and (world.root / path).stat().st_size <= _LARGEST_BY_DEFAULT:
        return _excluded(f"{path} is over [index] max_file_bytes of cortex.toml")
    return None


def _by_its_content(path: str, world: World) -> Absence:
    words = {
        None: f"{path} is not indexed any more: git ignores it, or it lies in a repository of its own",
        BINARY: f"{path} is no longer text",
        TOO_LARGE: f"{path} is too large for the index now",
    }
    why = _why(path, world)
    return Absence("file-left-out", words.get(why, f"{path} is not indexed any more: {why}"))


def _why(path: str, world: World) -> str | None:
    return world.index.why_not_indexed(path) if world.index is not None else None


def _excluded(message: str) -> Absence:
    return Absence("file-excluded", message)
