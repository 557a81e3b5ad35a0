"""Ranges in bulk: the LSP ranges of many spans of one text, for methods that answer by the hundred."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cortex_planner.text.lines import Encoding

if TYPE_CHECKING:
    from cortex_planner.finding import Span
    from cortex_planner.text.lines import LineIndex

Ranges = Callable[["Span"], dict[str, Any]]


def ranges_of(lines: LineIndex, encoding: Encoding) -> Ranges:
    """Return what makes the range of a span."""
    place = places_of(lines, encoding)

    def range_of_span(span: Span) -> dict[str, Any]:
        (first, start), (last, end) = place(span[0]), place(span[1])
        return {"start": {"line": first, "character": start}, "end": {"line": last, "character": end}}

    return range_of_span


def places_of(lines: LineIndex, encoding: Encoding) -> Callable[[int], tuple[int, int]]:
    """Return what makes line and column of an offset; where every character is one unit, that is a subtraction."""
    if encoding is not Encoding.UTF32 and not lines.text.isascii():
        return lambda offset: lines.position(offset, encoding)
    starts = lines.starts

    def subtracted(offset: int) -> tuple[int, int]:
        line = bisect_right(starts, offset) - 1
        return line, offset - starts[line]

    return subtracted
