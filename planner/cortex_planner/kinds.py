"""Document kinds: what sort of plan document a file is, decided by its name and never by its content.

In order: a glob in `[documents]` of `cortex.toml` (the last match wins, `off` means not a document),
then the file's name, then, for buffers that have no file, the editor's language id. What a kind is
checked against stands in `cortex_planner.documents`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


class Kind(StrEnum):
    """The kinds of document, by the name that `[documents]` uses."""

    PLAN_REQUEST = "plan-request"
    PLAN_OUTPUT = "plan-output"
    SKILL_PLAN = "skill-plan"
    STRUCTURED_PLAN = "structured-plan"
    GOAL = "goal"
    TOOL_MANIFEST = "tool-manifest"

    @property
    def suffix(self) -> str:
        """Return how the names of such files end."""
        return f".{self.value}.json"

    @property
    def language_id(self) -> str:
        """Return the language id under which editors open such files."""
        return f"cortex-{self.value}"


OFF = "off"
KIND_NAMES = (*(kind.value for kind in Kind), OFF)


def kind_of_name(name: str) -> Kind | None:
    """Return the kind that a file's bare name says, or None."""
    if name.endswith(".schema.json"):
        return None
    for kind in Kind:
        if name.endswith(kind.suffix):
            return kind
    if name.startswith("plan_request") and name.endswith(".json"):
        return Kind.PLAN_REQUEST
    return None


def kind_of_language(language_id: str) -> Kind | None:
    """Return the kind that an editor's language id says, or None."""
    return next((kind for kind in Kind if kind.language_id == language_id), None)


def kind_of_path(path: str, documents: Mapping[str, str]) -> Kind | None:
    """Return the kind of the file at `path` (POSIX, relative to the root), or None.

    `documents` is the `[documents]` table: glob to kind name, in the order in which it is written.
    """
    name = PurePosixPath(path).name
    if not name.endswith(".schema.json"):
        for glob, kind in reversed(list(documents.items())):
            if matches_glob(glob, path):
                return None if kind == OFF else Kind(kind)
    return kind_of_name(name)


def matches_glob(glob: str, path: str) -> bool:
    """Return whether a gitignore pattern matches a path relative to the root."""
    return _glob(glob).match_file(path)


@lru_cache(maxsize=1024)
def _glob(glob: str) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines([glob])
