"""The world: everything beside its text that a document's meaning depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cortex_planner.config import Configuration, load_configuration
from cortex_planner.config.load import default_configuration
from cortex_planner.kinds import Kind, kind_of_path
from cortex_planner.rulebook import all_rules


@dataclass(frozen=True)
class World:
    """A root and its configuration. `severities` are an editor's settings, which `cortex.toml` overrides."""

    configuration: Configuration
    severities: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def load(cls, root: Path) -> World:
        """Return the world of `root`, read from disk."""
        return cls(load_configuration(root, all_rules()))

    @classmethod
    def nowhere(cls, root: Path) -> World:
        """Return the world of a text that has no file: no configuration, no index."""
        return cls(default_configuration(root))

    @property
    def root(self) -> Path:
        """Return the folder that paths start from."""
        return self.configuration.root

    def relative(self, path: Path) -> str | None:
        """Return `path` as documents write it, or None where it lies outside the root."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else None

    def kind_of(self, path: Path, more: Mapping[str, str] | None = None) -> Kind | None:
        """Return the kind of the document at `path`; `more` are globs that `cortex.toml` overrides."""
        relative = self.relative(path)
        documents = {**(more or {}), **self.configuration.config.documents}
        return kind_of_path(relative if relative is not None else path.name, documents)
