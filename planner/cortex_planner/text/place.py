"""A place: what the cursor stands in, or between, also while the text is half typed."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from cortex_planner.finding import Span
from cortex_planner.text.syntax import Syntax
from cortex_planner.text.tree import Node

_SPACE = " \t\n\r"
_OPENERS = "{[,:"
_ENDS_STRING = re.compile(r"[ \t\n\r,:\]}]|\Z")
_QUOTES = "\"'"
_OPENING = re.compile(r"[{\[,:][ \t\n\r]*\Z")


class PlaceKind(StrEnum):
    """What stands, or could stand, at the cursor."""

    KEY = "key"
    VALUE = "value"
    AFTER = "after"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the cursor is.

    `pointer` is the member or item that the cursor is in, or would start; `container` the object or
    array round it. `string` is the inside of the string that the cursor is in, without its quotes,
    and `closed` says whether that string has a closing quote; `word` is the whole of what stands there
    without quotes. `comma_at` is where the comma is missing that should come before this place.
    """

    kind: PlaceKind
    pointer: str
    container: str
    string: Span | None = None
    closed: bool = False
    node: int | None = None
    word: Span | None = None
    comma_at: int | None = None


def place_at(syntax: Syntax, offset: int) -> Place:
    """Return the place at `offset`."""
    place = _place_at(syntax, offset)
    comma_at = _missing_comma(syntax, place, offset)
    return place if comma_at is None else replace(place, comma_at=comma_at)


def _missing_comma(syntax: Syntax, place: Place, offset: int) -> int | None:
    """Return the end of what stands before a place in its container, if that is no comma."""
    tree = syntax.tree
    container = tree.find(place.container)
    if container is None or place.kind not in (PlaceKind.KEY, PlaceKind.VALUE):
        return None
    if place.kind is PlaceKind.VALUE and not isinstance(tree.node(container).value, list):
        return None
    start = place.string[0] - 1 if place.string is not None else place.word[0] if place.word else offset
    before = tree.last_child_before(container, start)
    if before is None or before == place.node:
        return None
    end = len(syntax.text[:start].rstrip(_SPACE))
    return end if syntax.text[end - 1 : end] not in _OPENERS else None


def _place_at(syntax: Syntax, offset: int) -> Place:
    number = syntax.tree.at(offset)
    if number is None:
        return Place(PlaceKind.VALUE if not syntax.text.strip() else PlaceKind.OUTSIDE, "", "")
    node = syntax.tree.node(number)
    if node.key_span is not None and node.key_start <= offset <= node.key_end:
        inside = _inside(syntax.text, node.key_span, offset)
        if inside is not None:
            return _in_string(syntax, PlaceKind.KEY, number, node, inside)
        if syntax.text[node.key_start] not in _QUOTES:
            container = syntax.tree.pointer(node.parent) if node.parent >= 0 else ""
            pointer = syntax.tree.pointer(number)
            return Place(PlaceKind.KEY, pointer, container, node=number, word=node.key_span)
    if isinstance(node.value, str) and node.start < offset:
        inside = _inside(syntax.text, node.span, offset)
        if inside is not None:
            return _in_string(syntax, PlaceKind.VALUE, number, node, inside)
    if isinstance(node.value, dict | list) and node.start < offset:
        return _between(syntax, number, node, offset)
    return _at_scalar(syntax, number, node, offset)


def _inside(text: str, span: Span, offset: int) -> tuple[Span, bool] | None:
    """Return the inside of the string at `span` if `offset` lies in it, and whether it is closed.

    A quote with something right behind it opens the next string: then this one lacks its own.
    """
    start, end = span
    if text[start : start + 1] != '"':
        return None
    closed = end - start >= 2 and text[end - 1] == '"'
    inside = (start + 1, end - 1 if closed else end)
    if closed and not _ENDS_STRING.match(text, end):
        closed, inside = (
            False,
            (start + 1, max(offset, start + 1 + len(text[start + 1 : end - 1].rstrip(_SPACE)))),
        )
    return (inside, closed) if inside[0] <= offset <= inside[1] else None


def _in_string(syntax: Syntax, kind: PlaceKind, number: int, node: Node, inside: tuple[Span, bool]) -> Place:
    container = syntax.tree.pointer(node.parent) if node.parent >= 0 else ""
    return Place(kind, syntax.tree.pointer(number), container, inside[0], inside[1], number)


def _at_scalar(syntax: Syntax, number: int, node: Node, offset: int) -> Place:
    """The cursor touches a number, a literal or a bracket, or stands between a key and its value."""
    container = syntax.tree.pointer(node.parent) if node.parent >= 0 else ""
    if node.key_span is not None and offset <= node.key_start:
        return Place(PlaceKind.KEY, container, container)
    if (
        node.key_span is None
        and node.parent >= 0
        and offset <= node.start < node.end
        and not _is_bare(syntax, node)
    ):
        return Place(PlaceKind.VALUE, syntax.tree.pointer(number), container)
    if _is_bare(syntax, node):
        return Place(PlaceKind.VALUE, syntax.tree.pointer(number), container, node=number, word=node.span)
    if isinstance(node.value, str) and offset >= node.end:
        return Place(PlaceKind.AFTER, syntax.tree.pointer(number), container, node=number)
    before_value = node.key_span is not None and node.key_end <= offset < node.start
    if before_value and ":" not in syntax.text[node.key_end : offset]:
        return Place(PlaceKind.AFTER, syntax.tree.pointer(number), container, node=number)
    return Place(PlaceKind.VALUE, syntax.tree.pointer(number), container, node=number)


def _is_bare(syntax: Syntax, node: Node) -> bool:
    """Return whether a value is a word without quotes."""
    return isinstance(node.value, str) and node.start < node.end and syntax.text[node.start] not in _QUOTES


def _between(syntax: Syntax, number: int, node: Node, offset: int) -> Place:
    """The cursor stands inside a container, but in none of its members."""
    tree, text = syntax.tree, syntax.text
    pointer = tree.pointer(number)
    closed = text[node.end - 1 : node.end] in ("}", "]")
    if offset >= node.end and closed:
        parent = tree.pointer(node.parent) if node.parent >= 0 else ""
        kind = PlaceKind.AFTER if node.parent >= 0 else PlaceKind.OUTSIDE
        return Place(kind, pointer, parent, node=number)
    last = tree.last_child_before(number, offset)
    if last is not None and _lacks_value(tree.node(last)):
        kind = PlaceKind.VALUE if ":" in text[tree.node(last).key_end : offset] else PlaceKind.AFTER
        return Place(kind, tree.pointer(last), pointer, node=last)
    between = text[tree.node(last).end if last is not None else node.start : offset]
    opening = _OPENING.search(between)
    may_begin = opening is not None or between.isspace()
    if isinstance(node.value, list):
        kind = PlaceKind.VALUE if may_begin else PlaceKind.AFTER
        index = 0 if last is None else int(tree.node(last).token or 0) + 1
        return Place(kind, f"{pointer}/{index}", pointer)
    if not may_begin:
        return Place(PlaceKind.AFTER, pointer, pointer)
    if opening is not None and opening.group().startswith(":") and last is not None:
        return Place(PlaceKind.VALUE, tree.pointer(last), pointer, node=last)
    return Place(PlaceKind.KEY, pointer, pointer)


def _lacks_value(node: Node) -> bool:
    return node.key_span is not None and node.start == node.end
