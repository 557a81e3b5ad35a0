"""A frame: the source line round a finding, with carets under what is meant, for a terminal."""

from __future__ import annotations

import unicodedata

from cortex_planner.finding import Span
from cortex_planner.text.lines import LineIndex

WIDEST = 80
_LEAD = 20


def frame(lines: LineIndex, span: Span) -> list[str]:
    """Return the lines of the frame; a long source line is cut round the finding."""
    line = lines.line_of(span[0])
    start = lines.starts[line]
    text = lines.line_text(line)
    first = span[0] - start
    last = max(first + 1, min(span[1] - start, len(text)))
    gutter = str(line + 1)
    room = WIDEST - len(gutter) - 3
    cut = max(0, first - _LEAD) if text_width(text) > room else 0
    before = _visible(text[cut:first])
    marked = _visible(text[first:last]) or " "
    after = _visible(text[last : last + room])
    shown = fitted(f"{'…' if cut else ''}{before}{marked}{after}", room)
    carets = "^" * max(1, min(text_width(marked), room - text_width(before) - 1))
    blank = " " * len(gutter)
    return [
        f"{blank} |",
        f"{gutter} | {shown}".rstrip(),
        f"{blank} | {' ' * (text_width(before) + bool(cut))}{carets}",
    ]


def _visible(text: str) -> str:
    """Return `text` with tabs and unprintable characters as something that has a width."""
    return "".join(
        "    " if character == "\t" else character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"
        for character in text
    )


def fitted(text: str, room: int) -> str:
    """Return `text` cut to `room` columns of a terminal."""
    if text_width(text) <= room:
        return text
    while text_width(text) > room - 1:
        text = text[: max(0, len(text) - max(1, (text_width(text) - room) // 2))]
    return f"{text}…"


def text_width(text: str) -> int:
    """Return how many columns of a terminal `text` takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )
