"""The values of the substrate.

A *section* is a run of whole lines of one file: the file itself, a Markdown heading with what stands
under it, or a definition in source code. A *symbol* is a name (`@...`) for a section, with the slice
that bounds what it expands to. An *expansion* is the text that a symbol stands for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from json.encoder import encode_basestring_ascii
from typing import Any, NamedTuple

TARGET_SECTION = "SECTION"


@dataclass(frozen=True, slots=True)
class Section:
    """A run of lines of one file; lines are 0-based, the end exclusive."""

    section_id: str
    file_path: str
    heading_path: tuple[str, ...]
    line_start: int
    line_end: int
    content_hash: str
    bytes: int

    def as_json(self) -> dict[str, Any]:
        """Return the section as the object that stores and commands write."""
        return {
            "section_id": self.section_id,
            "file_path": self.file_path,
            "heading_path": list(self.heading_path),
            "line_start": self.line_start,
            "line_end": self.line_end,
            "content_hash": self.content_hash,
            "bytes": self.bytes,
        }


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name for a section; `default_slice` is None where the symbol is unbounded."""

    symbol_id: str
    target_ref: str
    default_slice: str | None
    target_type: str = TARGET_SECTION

    def as_json(self) -> dict[str, Any]:
        """Return the four fields that the symbol hash covers."""
        return {
            "symbol_id": self.symbol_id,
            "target_type": self.target_type,
            "target_ref": self.target_ref,
            "default_slice": self.default_slice,
        }


@dataclass(frozen=True, slots=True)
class SymbolEntry:
    """What the index knows of a symbol: enough for a check and a preview, without reading a file.

    `bytes` and `content_hash` are of the bounded text; they are None where the symbol has no slice,
    or where its slice lies outside the section (`out_of_range`).
    """

    symbol: Symbol
    section: Section
    bytes: int | None
    content_hash: str | None
    ambiguous: bool

    @property
    def unbounded(self) -> bool:
        """Return whether the symbol has no slice, so that using it is refused."""
        return self.symbol.default_slice is None

    @property
    def out_of_range(self) -> bool:
        """Return whether the symbol's slice reaches beyond its section."""
        return self.symbol.default_slice is not None and self.bytes is None

    @property
    def cut(self) -> bool:
        """Return whether the slice leaves out part of the section."""
        return self.bytes is not None and self.bytes < self.section.bytes


@dataclass(frozen=True, slots=True)
class SymbolsLookedUp:
    """Many symbols at once: what the index knows of each, those with something to say about, and their size.

    A symbol is odd where it is missing, unbounded, cut or ambiguous; `bytes` is the sum of all bounded texts.
    """

    entries: Mapping[str, SymbolEntry | None]
    odd: tuple[str, ...]
    bytes: int

    @classmethod
    def of(cls, entries: Mapping[str, SymbolEntry | None]) -> SymbolsLookedUp:
        """Return the entries with what follows from them."""
        odd, total = [], 0
        for name, entry in entries.items():
            size = entry.bytes if entry is not None else None
            if entry is None or size is None or size != entry.section.bytes or entry.ambiguous:
                odd.append(name)
            total += size or 0
        return cls(entries, tuple(odd), total)


NOTHING_LOOKED_UP = SymbolsLookedUp({}, (), 0)


@dataclass(frozen=True, slots=True)
class Expansion:
    """The bounded text of a symbol; `bytes` and `content_hash` are of that text."""

    symbol_id: str
    section_id: str
    file_path: str
    slice: str
    text: str
    bytes: int
    content_hash: str

    def as_json(self) -> dict[str, Any]:
        """Return the expansion as the object that `cortex resolve --json` prints."""
        return {name: getattr(self, name) for name in self.__slots__}


class OutlineEntry(NamedTuple):
    """A heading or definition of a file: `anchor` is how symbols and pins name it, `text` what is written."""

    anchor: str
    text: str
    line_start: int
    line_end: int
    section_id: str
    ambiguous: bool


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that is not indexed, and why."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What a build left behind; `files_read` says how many files it had to read for that."""

    generation: int
    section_index_hash: str
    symbols_hash: str
    files: int
    sections: int
    symbols: int
    skipped: tuple[Skipped, ...]
    degraded: tuple[str, ...]
    files_read: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the report as the object that `cortex index --json` prints."""
        return {
            "generation": self.generation,
            "section_index_hash": self.section_index_hash,
            "symbols_hash": self.symbols_hash,
            "files": self.files,
            "sections": self.sections,
            "symbols": self.symbols,
            "skipped": [{"file": item.file, "reason": item.reason} for item in self.skipped],
            "degraded": list(self.degraded),
        }


def heading_path_json(path: tuple[str, ...]) -> str:
    """Return a heading path as stores keep it."""
    return f"[{', '.join(map(encode_basestring_ascii, path))}]"


def heading_path_from_json(text: str) -> tuple[str, ...]:
    """Return the heading path that a store kept."""
    return tuple(json.loads(text)) if text != "[]" else ()
