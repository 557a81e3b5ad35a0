"""Formatting: one way to lay a document out, whoever asks, and never another meaning.

Two spaces, LF, one final newline, one item or member per line, empty containers on one line. Numbers
and strings stay as they are written, keys in their order, also those that are there twice. Text that is not
JSON is left alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache

from cortex_planner.finding import Edit, Finding, Span
from cortex_planner.text.blank import end_before
from cortex_planner.text.edits import narrowed
from cortex_planner.text.plain_lists import evenly_spaced_items
from cortex_planner.text.rules import JSON_DEPTH, JSON_DUPLICATE_KEY
from cortex_planner.text.syntax import Syntax
from cortex_planner.text.tree import Node

INDENT = "  "
_HARMLESS = frozenset({JSON_DUPLICATE_KEY.code})
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
    return _laid_out(syntax.text, 0) + "\n" if is_json(syntax) else None


def is_json(syntax: Syntax) -> bool:
    """Return whether a text is JSON as such: a key that is there twice is a mistake, and can be laid out."""
    return not syntax.is_empty if not syntax.findings else stopping(syntax) is None


def stopping(syntax: Syntax) -> Finding | None:
    """Return the finding that keeps a text from being laid out, or None."""
    try:
        json.loads(syntax.text, parse_constant=_refused)
        syntax.text.encode()
    except (ValueError, RecursionError):
        grave = [each for each in syntax.findings if each.code not in _HARMLESS]
        return next(iter((*grave, *syntax.findings)), None)
    return next((each for each in syntax.findings if each.code == JSON_DEPTH.code), None)


def _refused(name: str) -> None:
    raise ValueError(name)


def format_edits(syntax: Syntax) -> list[Edit]:
    """Return the edit that lays the whole text out: nothing where it is laid out, or is not JSON."""
    text = formatted(syntax)
    if text is None or text == syntax.text:
        return []
    return [narrowed(syntax.text, 0, text)]


def format_range_edits(syntax: Syntax, span: Span) -> list[Edit]:
    """Return the edits that lay out the members or items whose lines `span` touches; all of them, what holds them."""
    if not is_json(syntax):
        return []
    tree, number = syntax.tree, _holding(syntax, span)
    children = list(tree.children(number))
    touched = [child for child in children if _is_touched(syntax, tree.node(child), span)]
    if len(touched) < len(children):
        return [edit for child in touched for edit in _child_edits(syntax, child)]
    if number == 0:
        return format_edits(syntax)
    return _replaced(syntax, tree.node(number).span, "", len(tree.tokens(number)))


def _is_touched(syntax: Syntax, node: Node, span: Span) -> bool:
    """Return whether a member or item stands on a line of `span`; a line that only its end reaches is none."""
    line_of, start = syntax.lines.line_of, node.start if node.key_span is None else node.key_start
    first, last = line_of(span[0]), line_of(max(span[0], span[1] - 1))
    return line_of(start) <= last and first <= line_of(node.end)


def _child_edits(syntax: Syntax, number: int) -> list[Edit]:
    """Return the edit that lays out a member or item and puts it on a line of its own."""
    node = syntax.tree.node(number)
    start = node.start if node.key_span is None else node.key_start
    depth = len(syntax.tree.tokens(number))
    return _replaced(syntax, (end_before(syntax.text, start), node.end), _gap(depth), depth)


def _replaced(syntax: Syntax, span: Span, gap: str, depth: int) -> list[Edit]:
    before = syntax.text[slice(*span)]
    after = gap + _laid_out(before, depth)
    return [narrowed(before, span[0], after)] if after != before else []


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
