"""What the index needs of `cortex.toml`, as plain values that a worker process can be handed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cortex_planner.canonical import content_hash

if TYPE_CHECKING:
    from cortex_planner.config.model import Config


@dataclass(frozen=True, slots=True)
class RuleSetting:
    """One of `[[symbols.rules]]`."""

    files: tuple[str, ...]
    name: str
    slice: str | None


@dataclass(frozen=True, slots=True)
class PinSetting:
    """One of `[symbols.pins]`."""

    symbol_id: str
    file: str
    heading: str | None
    definition: str | None
    slice: str | None


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """The index configuration; `digest` is its hash, part of the index's fingerprint."""

    include: tuple[str, ...]
    exclude: tuple[str, ...]
    max_file_bytes: int
    rules: tuple[RuleSetting, ...]
    pins: tuple[PinSetting, ...]
    documents: tuple[tuple[str, str], ...]
    digest: str


def index_settings(config: Config) -> IndexSettings:
    """Return what the index needs of a valid configuration."""
    return IndexSettings(
        include=config.index.include,
        exclude=config.index.exclude,
        max_file_bytes=config.index.max_file_bytes,
        rules=tuple(RuleSetting(rule.files, rule.name, rule.slice) for rule in config.symbols.rules),
        pins=tuple(
            PinSetting(name, pin.file, pin.heading, pin.definition, pin.slice)
            for name, pin in sorted(config.symbols.pins.items())
        ),
        documents=tuple(config.documents.items()),
        digest=index_configuration_hash(config),
    )


def index_configuration_hash(config: Config) -> str:
    """Return the hash of the tables that decide what is in the index.

    `[documents]` is hashed as a list, because its order has a meaning that sorted keys would hide.
    """
    return content_hash(
        {
            "index": config.index.model_dump(mode="json"),
            "symbols": config.symbols.model_dump(mode="json"),
            "documents": [list(item) for item in config.documents.items()],
        }
    )
