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
    """Return what makes the range of a span; where every character is one unit, that is a subtraction."""
    if encoding is not Encoding.UTF32 and not lines.text.isascii():
        return lambda span: _counted(span, lines, encoding)
    starts = lines.starts

    def subtracted(span: Span) -> dict[str, Any]:
        first, last = bisect_right(starts, span[0]) - 1, bisect_right(starts, span[1]) - 1
        return {
            "start": {"line": first, "character": span[0] - starts[first]},
            "end": {"line": last, "character": span[1] - starts[last]},
        }

    return subtracted


def _counted(span: Span, lines: LineIndex, encoding: Encoding) -> dict[str, Any]:
    from cortex_server.lsp.to_lsp import range_of

    return range_of(span, lines, encoding)
