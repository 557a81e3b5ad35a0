"""The world: everything beside its text that a document's meaning depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cortex_planner.config import Configuration, load_configuration
from cortex_planner.config.load import default_configuration, parse_configuration, placed
from cortex_planner.kinds import Kind, kind_of_path
from cortex_planner.rulebook import all_rules

if TYPE_CHECKING:
    from cortex_planner.errors import PlannerError
    from cortex_planner.finding import Finding
    from cortex_planner.substrate import IndexReader

Staleness = Callable[[Iterable[str]], set[str]]


def nothing_is_stale(_paths: Iterable[str]) -> set[str]:
    """Return that no file has changed: for an index that was just refreshed."""
    return set()


@dataclass(frozen=True)
class World:
    """A root, its configuration and its index.

    `index` is None where there is none; then symbols and files cannot be judged, and `muted` says
    whether that is passed over in silence or refused; `index_error` says why an index that is there
    cannot be read. `staleness` says which of some files have
    changed since the index was built. `severities` are an editor's settings, which `cortex.toml`
    overrides. `rootless` says that the text belongs to no repository: nothing can be looked up for it.
    """

    configuration: Configuration
    index: IndexReader | None = None
    muted: bool = True
    index_error: PlannerError | None = None
    staleness: Staleness = nothing_is_stale
    severities: Mapping[str, str] = field(default_factory=dict)
    rootless: bool = False

    @classmethod
    def load(cls, root: Path) -> World:
        """Return the world of `root`, read from disk, as yet without an index."""
        return cls(_with_intents_checked(load_configuration(root, all_rules())))

    @classmethod
    def nowhere(cls, root: Path) -> World:
        """Return the world of a text that has no file: no configuration, no index."""
        return cls(default_configuration(root), rootless=True)

    def with_index(self, index: IndexReader, staleness: Staleness = nothing_is_stale) -> World:
        """Return this world with an index."""
        return replace(self, index=index, staleness=staleness, index_error=None)

    def without_index(self, *, muted: bool, error: PlannerError | None = None) -> World:
        """Return this world without an index: passed over in silence, or refused."""
        return replace(self, index=None, staleness=nothing_is_stale, muted=muted, index_error=error)

    def with_configuration(self, text: str) -> World:
        """Return this world as it is once `cortex.toml` says `text`; its index is as it was."""
        return replace(
            self, configuration=_with_intents_checked(parse_configuration(self.root, text, all_rules()))
        )

    @property
    def root(self) -> Path:
        """Return the folder that paths start from."""
        return self.configuration.root

    @cached_property
    def configuration_findings(self) -> tuple[Finding, ...]:
        """Return what is wrong with `cortex.toml`, by itself and against the index."""
        own = self.configuration.findings
        if self.index is None:
            return own
        named = placed(self.configuration.text, list(self.index.findings()))
        return tuple(sorted((*own, *named), key=lambda finding: finding.anchor.span or (0, 0)))

    def relative(self, path: Path) -> str | None:
        """Return `path` as documents write it, or None where it lies outside the root."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else None

    def kind_of(self, path: Path, more: Mapping[str, str] | None = None) -> Kind | None:
        """Return the kind of the document at `path`; `more` are globs that `cortex.toml` overrides."""
        relative = self.relative(path)
        documents = {**(more or {}), **self.configuration.config.documents}
        return kind_of_path(relative if relative is not None else path.name, documents)


def _with_intents_checked(configuration: Configuration) -> Configuration:
    from cortex_planner.compiler.intents import check_intents

    findings = check_intents(configuration.config)
    if not findings:
        return configuration
    both = (*configuration.findings, *placed(configuration.text, findings))
    ordered = sorted(both, key=lambda finding: finding.anchor.span or (0, 0))
    return replace(configuration, findings=tuple(ordered))
