"""Drafts: steps that know what they do, but not yet their ordinal, and so not yet their id."""

from __future__ import annotations

from typing import Any, NamedTuple

from cortex_planner.substrate.model import Section, SymbolEntry

READS = frozenset({"READ_SYMBOL", "READ_SECTION"})


class Draft(NamedTuple):
    """A step to be.

    `pointer` is the input that it comes from, `target` what people call what it works on, `bytes`
    what it reads, `source` the section it reads, and `needs` are the places, in the list of drafts,
    of the steps that come before it.
    """

    op: str
    refs: dict[str, Any]
    pointer: str
    target: str
    bytes: int = 0
    source: Section | None = None
    constraints: dict[str, Any] = {}  # noqa: RUF012 - never changed, and shared by all steps that have none
    expected_outputs: dict[str, Any] = {}  # noqa: RUF012
    needs: tuple[int, ...] = ()

    @property
    def read_target(self) -> tuple[str, str] | None:
        """Return what a read reads, so that its bytes are counted once; None for other steps."""
        if self.op == "READ_SYMBOL":
            return "symbol", self.refs["symbol_id"]
        return ("section", self.refs["section_id"]) if self.op == "READ_SECTION" else None


def read_symbol(entry: SymbolEntry, pointer: str) -> Draft:
    """Return the step that reads a symbol's bounded text; moving that text does not change the step."""
    name = entry.symbol.symbol_id
    refs = {"symbol_id": name, "slice": entry.symbol.default_slice, "content_hash": entry.content_hash}
    return Draft("READ_SYMBOL", refs, pointer, name, entry.bytes or 0, entry.section)


def read_section(section: Section, pointer: str) -> Draft:
    """Return the step that reads a section."""
    refs = {"section_id": section.section_id, "file_path": section.file_path}
    heading = f"#{section.heading_path[-1]}" if section.heading_path else ""
    return Draft("READ_SECTION", refs, pointer, f"{section.file_path}{heading}", section.bytes, section)


def note(message: str, pointer: str) -> Draft:
    """Return the step that notes a message."""
    return Draft("NOTE", {"message": message}, pointer, message)
