"""Formatting: one way to lay a document out, whoever asks, and never another meaning.

Two spaces, LF, one final newline, one item or member per line, empty containers on one line. Numbers
and strings stay as they are written, keys in their order. Text that is not JSON is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from cortex_planner.finding import Edit, Span
from cortex_planner.text.edits import narrowed
from cortex_planner.text.plain_lists import evenly_spaced_items
from cortex_planner.text.syntax import Syntax

INDENT = "  "
_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_SCALAR = rf"(?:{_STRING}|[-+.\w]++)"
_FLAT = rf"(?:{_SCALAR}|\{{\}}|\[\])"
_NEVER = "(?!)"
_LEVELS = 2
_TOKEN = re.compile(
    rf"[ \t\n\r]*(?:(?P<key>{_STRING})[ \t\n\r]*:|(?P<scalar>{_SCALAR})"
    r"|(?P<empty>\{[ \t\n\r]*\}|\[[ \t\n\r]*\])|(?P<open>[{\[])|(?P<close>[}\]])|(?P<comma>,))"
).match


def formatted(syntax: Syntax) -> str | None:
    """Return the whole text, laid out; None where it is not JSON."""
    if syntax.findings or syntax.is_empty:
        return None
    return _laid_out(syntax.text, 0) + "\n"


def format_edits(syntax: Syntax) -> list[Edit]:
    """Return the edit that lays the whole text out: nothing where it is laid out, or is not JSON."""
    text = formatted(syntax)
    if text is None or text == syntax.text:
        return []
    return [narrowed(syntax.text, 0, text)]


def format_range_edits(syntax: Syntax, span: Span) -> list[Edit]:
    """Return the edit that lays out the smallest value that holds `span`."""
    if syntax.findings or syntax.is_empty:
        return []
    number = _holding(syntax, span)
    if number == 0:
        return format_edits(syntax)
    node = syntax.tree.node(number)
    before = syntax.text[node.start : node.end]
    text = _laid_out(before, len(syntax.tree.tokens(number)))
    return [narrowed(before, node.start, text)] if text != before else []


def _laid_out(text: str, depth: int) -> str:
    return "".join(_pieces(text, depth))


def _pieces(text: str, depth: int) -> Iterator[str]:
    """Yield the tokens of good JSON with the white space between them that they should have."""
    position = 0
    while (token := _TOKEN(text, position)) is not None:
        kind, position = token.lastgroup, token.end()
        if kind == "key":
            yield f"{token['key']}: "
        elif kind == "scalar":
            yield token["scalar"]
        elif kind == "empty":
            yield token["empty"][0] + token["empty"][-1]
        elif kind == "close":
            depth -= 1
            yield _gap(depth) + token["close"]
        else:
            depth += kind == "open"
            yield token[0][-1]
            if kind == "open":
                start, position = position, _after_plain_items(text, position, _gap(depth))
                yield text[start:position]
            run = _members_as_they_should_be(depth)(text, position)
            laid_out = run[0] if run is not None else ""
            yield laid_out
            position += len(laid_out)
            if not laid_out or laid_out.endswith(","):
                yield _gap(depth)


def _after_plain_items(text: str, position: int, gap: str) -> int:
    """Return where the strings of a list that are laid out already end: before the gap to the last one."""
    if not text.startswith(gap, position):
        return position
    values, between = evenly_spaced_items(text, position + len(gap))
    if between != f",{gap}":
        return position
    return position + sum(map(len, values)) + len(values) * (len('""') + len(between))


@cache
def _gap(depth: int) -> str:
    return "\n" + INDENT * depth


@cache
def _members_as_they_should_be(depth: int) -> Callable[[str, int], re.Match[str] | None]:
    """Return the matcher of members and items at `depth` that are laid out already: most of them, mostly."""
    return re.compile(_members(depth, _LEVELS)).match


def _members(depth: int, levels: int) -> str:
    """Return the pattern of members and items at `depth`, with containers in them `levels` deep."""
    gap, inner = _gap(depth), f"{_members(depth + 1, levels - 1)}{_gap(depth)}" if levels else ""
    container = rf"(?:\{{(?!{gap}\}}){inner}\}}|\[(?!{gap}\]){inner}\])" if levels else _NEVER
    member = rf"(?:{_FLAT}(?:: (?:{_FLAT}|{container}))?+|{container})"
    plain_strings = rf'(?:{gap}"[^"\\]*+",)*+'
    return rf"{plain_strings}(?:{gap}{member}(?:,|(?=\n *[}}\]])))*+"


def _holding(syntax: Syntax, span: Span) -> int:
    """Return the innermost container that holds the whole of `span`."""
    tree = syntax.tree
    number = tree.at(span[0]) or 0
    while number > 0:
        node = tree.node(number)
        if isinstance(node.value, dict | list) and node.start <= span[0] and span[1] <= node.end:
            return number
        number = node.parent
    return 0
