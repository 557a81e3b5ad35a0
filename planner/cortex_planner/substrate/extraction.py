"""Extraction: one file in, all its rows of the index out. This is what worker processes run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cortex_planner.substrate.extract import Language, extractor_of, language_of
from cortex_planner.substrate.extract.limits import exceeds_limits
from cortex_planner.substrate.lines import LineTable, sha256_hex
from cortex_planner.substrate.model import heading_path_json
from cortex_planner.substrate.naming import (
    NamedFile,
    SymbolRow,
    default_symbols,
    pin_symbols,
    rule_symbols,
)
from cortex_planner.substrate.reading import LINKED, MISSING, NO_STATE, FileState, ReadFile, read_file
from cortex_planner.substrate.sections import Found, make_outline, make_sections

if TYPE_CHECKING:
    from cortex_planner.substrate.model import Section
    from cortex_planner.substrate.settings import IndexSettings, PinSetting

SectionRow = tuple[str, int, int, str, str, str, int]
"""file_path, line_start, line_end, section_id, heading_path, content_hash, bytes."""


@dataclass(frozen=True, slots=True)
class FileTask:
    """A file to look at, and the content hash that the index has of it, if any."""

    path: str
    known_hash: str | None = None
    behind_link: bool = False


@dataclass(frozen=True, slots=True)
class FileRecord:
    """What the index keeps of one file; `same` means that its text is the one already indexed."""

    path: str
    state: FileState
    fresh: bool
    reason: str | None = None
    content_hash: str | None = None
    same: bool = False
    degraded: bool = False
    sections: Sequence[SectionRow] = ()
    outline: str | None = None
    symbols: Sequence[SymbolRow] = ()
    claims: Sequence[tuple[int, SymbolRow]] = ()
    pins: Sequence[SymbolRow] = ()


@dataclass(frozen=True, slots=True)
class Extraction:
    """The settings, arranged once for many files."""

    root: str
    settings: IndexSettings
    pins_by_file: dict[str, list[PinSetting]]
    pin_names: frozenset[str]


def prepare_extraction(root: str, settings: IndexSettings) -> Extraction:
    """Return what `extract_file` needs to know besides the file."""
    by_file: dict[str, list[PinSetting]] = {}
    for pin in settings.pins:
        by_file.setdefault(pin.file, []).append(pin)
    return Extraction(root, settings, by_file, frozenset(pin.symbol_id for pin in settings.pins))


def extract_file(extraction: Extraction, task: FileTask) -> FileRecord:
    """Return the record of a file; of one that git lists and that is gone, that it is missing."""
    if task.behind_link:
        return FileRecord(task.path, NO_STATE, fresh=True, reason=LINKED)
    read = read_file(f"{extraction.root}/{task.path}", extraction.settings.max_file_bytes)
    if read is None:
        return FileRecord(task.path, NO_STATE, fresh=False, reason=MISSING)
    if read.text is None:
        return FileRecord(task.path, read.state, read.fresh, reason=read.reason)
    digest = sha256_hex(read.text)
    if digest == task.known_hash:
        return FileRecord(task.path, read.state, read.fresh, content_hash=digest, same=True)
    return _record(extraction, task.path, read, read.text)


def _record(extraction: Extraction, path: str, read: ReadFile, text: bytes) -> FileRecord:
    language = language_of(path)
    degraded = language is not None and exceeds_limits(language, text)
    file = _named_file(path, text, None if degraded else language, language)
    owned = extraction.pin_names
    return FileRecord(
        path,
        read.state,
        read.fresh,
        content_hash=file.sections[0].content_hash,
        degraded=degraded,
        sections=[_section_row(section) for section in file.sections],
        outline=outline_json(file),
        symbols=[row for row in default_symbols(file) if row[0] not in owned],
        claims=[claim for claim in rule_symbols(file, extraction.settings.rules) if claim[1][0] not in owned],
        pins=pin_symbols(file, extraction.pins_by_file.get(path, ())),
    )


def _named_file(
    path: str, text: bytes, extracted_as: Language | None, language: Language | None
) -> NamedFile:
    lines = LineTable(text)
    found: Sequence[Found] = extractor_of(extracted_as)(text) if extracted_as else ()
    sections = make_sections(path, lines, found)
    outline = make_outline(extracted_as.kind, sections, found) if extracted_as else []
    return NamedFile(path, language, lines, sections, outline)


def outline_json(file: NamedFile) -> str | None:
    """Return the headings or definitions of a file as the store keeps them, None where there are none."""
    if not file.outline:
        return None
    return json.dumps(
        [
            (entry.anchor, entry.text, entry.line_start, entry.line_end, entry.ambiguous)
            for entry in file.outline
        ]
    )


def _section_row(section: Section) -> SectionRow:
    return (
        section.file_path,
        section.line_start,
        section.line_end,
        section.section_id,
        heading_path_json(section.heading_path),
        section.content_hash,
        section.bytes,
    )
