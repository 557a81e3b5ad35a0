"""From LSP's values to ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from cortex_planner.text.lines import Encoding, LineIndex, Position

if TYPE_CHECKING:
    from cortex_planner.finding import Span


def offset_of(position: types.Position, lines: LineIndex, encoding: Encoding) -> int:
    """Return the offset of an LSP position."""
    return lines.offset(Position(position.line, position.character), encoding)


def span_of(area: types.Range, lines: LineIndex, encoding: Encoding) -> Span:
    """Return the span of an LSP range."""
    return offset_of(area.start, lines, encoding), offset_of(area.end, lines, encoding)
