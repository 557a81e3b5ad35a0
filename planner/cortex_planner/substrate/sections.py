"""Sections of one file: from what an extractor found to ids, hashes and anchors.

What covers exactly the same lines is one section. It keeps the heading path of the outermost, and the
whole file is outermost of all; every name that meant one of them means that section.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from cortex_planner.substrate.lines import LineTable, sha256_hex
from cortex_planner.substrate.model import OutlineEntry, Section
from cortex_planner.substrate.slugs import github_slug, number_names

OutlineKind = Literal["heading", "definition"]


class Found(NamedTuple):
    """A heading or definition as an extractor saw it: its names from the outermost in, and its lines."""

    path: tuple[str, ...]
    line_start: int
    line_end: int


def make_section(file_path: str, lines: LineTable, found: Found) -> Section:
    """Return the section of `file_path` that covers the lines of `found`."""
    text = lines.slice(found.line_start, found.line_end)
    content_hash = sha256_hex(text)
    identity = f"{file_path}:{found.line_start}:{found.line_end}:{content_hash}"
    return Section(
        section_id=sha256_hex(identity.encode()),
        file_path=file_path,
        heading_path=found.path,
        line_start=found.line_start,
        line_end=found.line_end,
        content_hash=content_hash,
        bytes=len(text),
    )


def make_sections(file_path: str, lines: LineTable, found: Sequence[Found]) -> list[Section]:
    """Return the distinct sections of a file, the whole file first, then in document order.

    `found` is in document order, outer before inner.
    """
    ranges: dict[tuple[int, int], Section] = {}
    for item in (Found((), 0, lines.count), *found):
        key = (item.line_start, item.line_end)
        if key not in ranges:
            ranges[key] = make_section(file_path, lines, item)
    return list(ranges.values())


def make_outline(
    kind: OutlineKind, sections: Sequence[Section], found: Sequence[Found]
) -> list[OutlineEntry]:
    """Return the headings or definitions of a file with their anchors, in document order."""
    by_range = {(section.line_start, section.line_end): section.section_id for section in sections}
    names = [item.path[-1] if kind == "heading" else ".".join(item.path) for item in found]
    anchors = number_names(map(github_slug, names) if kind == "heading" else names)
    return [
        OutlineEntry(
            anchor, name, item.line_start, item.line_end, by_range[item.line_start, item.line_end], shared
        )
        for item, name, (anchor, shared) in zip(found, names, anchors, strict=True)
    ]
