"""Insertion: exactly which text an accepted item takes the place of.

In a string the edit starts right after the opening quote; it ends at the cursor (insert) or at the
end of the string (replace). What is no string, or lacks its opening quote, is replaced as a whole. Whatever
is accepted, no quote is doubled, lost or left over, and a comma that was missing is there afterwards.
"""

from __future__ import annotations

import json
import re

from cortex_planner.finding import Edit, Span
from cortex_planner.text.place import Place
from cortex_planner.text.syntax import Syntax
from cortex_server.ide.items import Completions, Item

_VALUE_FOLLOWS = re.compile(r'[ \t\n\r]*["{\[\w@-]')
_STRAY_QUOTE = re.compile(r'"(?=[ \t\n\r,:\]}]|\Z)')
_quoted = json.JSONEncoder(ensure_ascii=False).encode


def typed_before(syntax: Syntax, place: Place, offset: int) -> str:
    """Return what has been typed of a name, up to the cursor."""
    span = place.string or place.word
    return syntax.text[span[0] : offset] if span is not None else ""


def as_strings(
    syntax: Syntax, place: Place, offset: int, items: list[Item], *, incomplete: bool = False
) -> Completions | None:
    """Return items that are strings: inside the quotes that are there, or with quotes of their own."""
    if place.string is None:
        quoted = [item.with_text(_quoted(item.text)) for item in items]
        return as_values(syntax, place, offset, quoted, incomplete=incomplete)
    start, end = place.string
    if place.closed:
        inside = [item.with_text(_quoted(item.text)[1:-1]) for item in items]
        return _completions(place, inside, start, offset, end, incomplete=incomplete)
    end = max(end, offset)
    comma = "," if _VALUE_FOLLOWS.match(syntax.text, end) else ""
    closed = [item.with_text(f"{_quoted(item.text)[1:]}{comma}") for item in items]
    return _completions(place, closed, start, end, end, incomplete=incomplete)


def as_values(
    syntax: Syntax, place: Place, offset: int, items: list[Item], *, incomplete: bool = False
) -> Completions | None:
    """Return items that stand for themselves: in place of the value at the cursor, or between values."""
    if not items and not incomplete:
        return None
    start, end = word_at(syntax, place) or _value_at(syntax, place, offset)
    if start > offset:
        gap = syntax.text[offset:start]
        if "\n" in gap or "\r" in gap:  # an edit must lie on the cursor's line
            return None
        items, start = [item.with_text(f"{gap}{item.text}") for item in items], offset
    if start == end and _VALUE_FOLLOWS.match(syntax.text, end):
        items = [item.with_text(f"{item.text},") for item in items]
    return _completions(place, items, start, end, end, incomplete=incomplete)


def as_keys(place: Place, items: list[Item], start: int, cursor: int, end: int) -> Completions:
    """Return items that are members; `cursor` is where inserting one ends."""
    return _completions(place, items, start, cursor, end)


def word_at(syntax: Syntax, place: Place) -> Span | None:
    """Return the word without an opening quote that the cursor is in, with the closing one if that is there."""
    if place.word is None:
        return None
    start, end = place.word
    return start, end + bool(_STRAY_QUOTE.match(syntax.text, end))


def _value_at(syntax: Syntax, place: Place, offset: int) -> Span:
    """Return the number, literal or string that the cursor is in or before; the cursor where there is none."""
    node = syntax.tree.node(place.node) if place.node is not None else None
    if node is None or node.end < offset or node.start == node.end or isinstance(node.value, dict | list):
        return offset, offset
    return node.span


def _completions(
    place: Place, items: list[Item], start: int, cursor: int, end: int, *, incomplete: bool = False
) -> Completions:
    comma = () if place.comma_at is None else (Edit(place.comma_at, place.comma_at, ","),)
    return Completions(items, (start, cursor), (start, end), incomplete, comma)
