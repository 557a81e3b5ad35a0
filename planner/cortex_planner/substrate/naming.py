"""Names: which symbols a file gives, by default rules, by the rules of `cortex.toml`, and by pins.

Each name is worked out where the file's text is at hand, so that the bytes and the hash of what the
symbol expands to are known without reading the file again. Which of several claims to one name wins
is decided later, over all files (`cortex_planner.substrate.claims`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from cortex_planner.forms import DEFAULT_SLICE, Slice, parse_slice
from cortex_planner.substrate.lines import LineTable, sha256_hex
from cortex_planner.substrate.slices import apply_slice
from cortex_planner.substrate.slugs import encode_name

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

    from cortex_planner.substrate.extract import Language
    from cortex_planner.substrate.model import OutlineEntry, Section
    from cortex_planner.substrate.sections import OutlineKind
    from cortex_planner.substrate.settings import PinSetting, RuleSetting

_TOKEN = re.compile(r"\{(path|dir|stem|heading|definition)\}")

SymbolRow = tuple[str, str, str | None, int | None, str | None, bool]
"""symbol_id, section_id, default_slice, bytes and hash of the bounded text, ambiguous."""


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file with its sections and anchors: all that names are made from."""

    path: str
    language: Language | None
    lines: LineTable
    sections: Sequence[Section]
    outline: Sequence[OutlineEntry]

    @property
    def kind(self) -> OutlineKind | None:
        """Return whether the file has headings or definitions, or neither."""
        return self.language.kind if self.language else None


def default_prefix(path: str, language: Language | None) -> str:
    """Return the default symbol of a whole file; those of its parts follow it after `#`."""
    return f"@{language.family if language else 'FILE'}/{encode_name(path)}"


def default_symbols(file: NamedFile) -> list[SymbolRow]:
    """Return the symbols that a file has without any configuration."""
    prefix = default_prefix(file.path, file.language)
    bound = _Bounds(file, DEFAULT_SLICE)
    whole = file.sections[0]
    rows = [bound.row(prefix, whole.section_id, ambiguous=False)]
    rows += (
        bound.row(f"{prefix}#{encode_name(entry.anchor)}", entry.section_id, ambiguous=entry.ambiguous)
        for entry in file.outline
    )
    return rows


def rule_symbols(file: NamedFile, rules: Sequence[RuleSetting]) -> Iterator[tuple[int, SymbolRow]]:
    """Yield the number of each rule that names the file, and the symbols it gives."""
    for number, rule in enumerate(rules):
        if patterns(rule.files).match_file(file.path):
            bound = _Bounds(file, rule.slice)
            whole = file.sections[0].section_id
            for name, part, ambiguous in _expanded(rule.name, file.path, file.kind, file.outline):
                yield number, bound.row(name, whole if part is None else part, ambiguous=ambiguous)


def names_of_rule(rule: RuleSetting, path: str, outline: Sequence[OutlineEntry]) -> set[str]:
    """Return the names that a rule gives to a file and its parts; none where it is for other files."""
    from cortex_planner.substrate.extract import language_of

    if not patterns(rule.files).match_file(path):
        return set()
    language = language_of(path)
    kind = language.kind if language is not None else None
    return {name for name, _, _ in _expanded(rule.name, path, kind, outline)}


def pin_symbols(file: NamedFile, pins: Iterable[PinSetting]) -> list[SymbolRow]:
    """Return the symbols of those pins of the file whose target is there."""
    rows = []
    for pin in pins:
        section_id = _pinned_section(file, pin)
        if section_id is not None:
            rows.append(_Bounds(file, pin.slice).row(pin.symbol_id, section_id, ambiguous=False))
    return rows


def find_entry(outline: Sequence[OutlineEntry], wanted: str) -> OutlineEntry | None:
    """Return the entry that a pin names: by its anchor, else by its exact text where that is unique."""
    for entry in outline:
        if entry.anchor == wanted:
            return entry
    same_text = [entry for entry in outline if entry.text == wanted]
    return same_text[0] if len(same_text) == 1 else None


@lru_cache(maxsize=256)
def patterns(lines: tuple[str, ...]) -> GitIgnoreSpec:
    """Return gitignore patterns ready to match."""
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(lines)


def _pinned_section(file: NamedFile, pin: PinSetting) -> str | None:
    if pin.heading is None and pin.definition is None:
        return file.sections[0].section_id
    wanted, kind = (pin.heading, "heading") if pin.heading is not None else (pin.definition, "definition")
    entry = find_entry(file.outline, wanted or "") if file.kind == kind else None
    return entry.section_id if entry else None


def _expanded(
    template: str, path: str, kind: OutlineKind | None, outline: Sequence[OutlineEntry]
) -> Iterator[tuple[str, str | None, bool]]:
    """Yield name, section and ambiguity of each symbol that a template gives; no section is the whole file."""
    tokens = set(_TOKEN.findall(template))
    words = _path_words(path)
    part = next((token for token in ("heading", "definition") if token in tokens), None)
    if part is None:
        yield _filled(template, words), None, False
    elif part == kind:
        for entry in outline:
            name = _filled(template, {**words, str(part): encode_name(entry.anchor)})
            yield name, entry.section_id, entry.ambiguous


def _path_words(path: str) -> dict[str, str]:
    folder, _, name = path.rpartition("/")
    stem = name.rpartition(".")[0] or name
    return {"path": encode_name(path), "dir": encode_name(folder), "stem": encode_name(stem)}


def _filled(template: str, words: dict[str, str]) -> str:
    return _TOKEN.sub(lambda match: words[match[1]], template)


class _Bounds:
    """Rows for the symbols of one file that share one slice; equal sections are cut only once."""

    def __init__(self, file: NamedFile, slice_text: str | None) -> None:
        self._lines = file.lines
        self._sections = {section.section_id: section for section in file.sections}
        self._slice_text = slice_text
        self._slice = parse_slice(slice_text) if slice_text is not None else None
        self._known: dict[str, tuple[int | None, str | None]] = {}

    def row(self, symbol_id: str, section_id: str, *, ambiguous: bool) -> SymbolRow:
        if section_id not in self._known:
            self._known[section_id] = self._measure(self._sections[section_id])
        size, digest = self._known[section_id]
        return symbol_id, section_id, self._slice_text, size, digest, ambiguous

    def _measure(self, section: Section) -> tuple[int | None, str | None]:
        """Return bytes and hash of the bounded text; both None where there is no such text."""
        if self._slice is None:
            return None, None
        if _keeps_all(self._slice, section.bytes):
            return section.bytes, section.content_hash
        text = self._lines.slice(section.line_start, section.line_end)
        bounded = apply_slice(text, self._slice)
        return (None, None) if bounded is None else (len(bounded), sha256_hex(bounded))


def _keeps_all(wanted: Slice, size: int) -> bool:
    """Return whether a slice surely keeps the whole of a text of `size` bytes."""
    return wanted.unit in {"head", "tail"} and wanted.end >= size
