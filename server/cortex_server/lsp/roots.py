"""Roots: each folder's configuration and index, as the server last saw them.

A root's world is one frozen value; it is made anew when `cortex.toml`, the index generation, the
settings or the set of changed files is another, and only then. Nothing here reads a file per keystroke.
"""

from __future__ import annotations

import itertools
import logging
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cortex_planner.compiler.world import Staleness, World, nothing_is_stale
from cortex_planner.errors import SectionError
from cortex_planner.substrate import IndexReader, open_index, stale_files
from cortex_planner.substrate.rules import INDEX_MISSING
from cortex_server.lsp.unsaved import Unsaved, stamp_of

if TYPE_CHECKING:
    from cortex_planner.errors import PlannerError

logger = logging.getLogger(__name__)

GENERATED = ("CORTEX", "_generated")
_SERIALS = itertools.count()


class Root:
    """One folder with its own configuration and index; `serial` names its present world among all worlds.

    A rootless one stands for documents that belong to no repository: it has neither, and never will.
    """

    def __init__(self, path: Path, *, rootless: bool = False) -> None:
        self.path = path
        self._rootless = rootless
        self.serial = next(_SERIALS)
        self._reader: IndexReader | None = None
        self._reader_error: PlannerError | None = None
        self._changed: frozenset[str] = frozenset()
        self._generation: int | None = None
        self._severities: Mapping[str, str] = {}
        self._base = World.nowhere(path) if rootless else World.load(path)
        self._stamp = stamp_of(self._base.configuration.path)
        self.unsaved = Unsaved(self._base.configuration.path)
        if not rootless:
            self._open_index()
        self.world = self._made()

    @property
    def has_index(self) -> bool:
        """Return whether there is an index to answer from."""
        return self._reader is not None

    def look_again(self) -> bool:
        """Turn to the newest index and configuration; return whether the world is another one now."""
        if self._rootless:
            return False
        stamp = stamp_of(self._base.configuration.path)
        reloaded = stamp != self._stamp
        if reloaded:
            self._stamp = stamp
            self._base = World.load(self.path)
        opened = self._reader is None and self._open_index()
        moved = self._newest_generation() or opened
        if reloaded or moved:
            self._remake()
        return reloaded or moved

    def files_changed(self, paths: Iterable[Path]) -> bool:
        """Note files that changed on disk; return whether an indexed one of them is stale now."""
        relative = [
            path.relative_to(self.path).as_posix() for path in paths if path.is_relative_to(self.path)
        ]
        if self._reader is None or not relative:
            return False
        stale = frozenset(stale_files(self.path, self._reader, relative))
        changed = (self._changed - frozenset(relative)) | stale
        if changed == self._changed:
            return False
        self._changed = changed
        self._remake()
        return True

    def knows(self, path: Path) -> bool:
        """Return whether a file is in the index; one outside the root is nobody's business."""
        if self._reader is None or not path.is_relative_to(self.path):
            return True
        relative = path.relative_to(self.path).as_posix()
        return bool(self._reader.file_states([relative]))

    def may_index(self, path: Path) -> bool:
        """Return whether a change of a file may change the index: not its own, git's, and plan documents seldom."""
        if not path.is_relative_to(self.path):
            return False
        parts = path.relative_to(self.path).parts
        if not parts or ".git" in parts or parts[:2] in (GENERATED, GENERATED[:1]):
            return False
        return self.world.kind_of(path) is None or self.knows(path)

    def use_severities(self, severities: Mapping[str, str]) -> None:
        """Take over the severities of the editor's settings."""
        if dict(severities) != dict(self._severities):
            self._severities = dict(severities)
            self._remake()

    def close(self) -> None:
        """Let go of the index."""
        if self._reader is not None:
            self._reader.close()

    def _open_index(self) -> bool:
        try:
            self._reader = open_index(self.path)
            self._reader_error = None
            self._generation = self._reader.generation
        except SectionError as error:
            if error.code != INDEX_MISSING.code:
                self._reader_error = error
                logger.warning("the index of %s cannot be read: %s", self.path, error)
        return self._reader is not None

    def _newest_generation(self) -> bool:
        if self._reader is None:
            return False
        try:
            self._reader.refresh()
        except SectionError as error:
            logger.warning("the index of %s cannot be read: %s", self.path, error)
            self._reader.close()
            self._reader = None
            return True
        moved = self._reader.generation != self._generation
        self._generation = self._reader.generation
        if moved and self._changed:
            self._changed = frozenset(stale_files(self.path, self._reader, self._changed))
        return moved

    def _remake(self) -> None:
        self.serial = next(_SERIALS)
        self.world = self._made()

    def _made(self) -> World:
        if self._reader is None:
            world = self._base.without_index(muted=True, error=self._reader_error)
        else:
            world = self._base.with_index(self._reader, _known_changes(self._changed))
        return replace(world, severities=self._severities)


def _known_changes(changed: frozenset[str]) -> Staleness:
    """Return the staleness of files that are known to have changed; without any, nothing is looked at."""
    return (lambda paths: {path for path in paths if path in changed}) if changed else nothing_is_stale
