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
from cortex_planner.text.blank import SPACE, end_before, start_after
from cortex_planner.text.edits import narrowed
from cortex_planner.text.plain_lists import evenly_spaced_items
from cortex_planner.text.rules import JSON_DEPTH, JSON_DUPLICATE_KEY, JSON_ENCODING, JSON_NUMBER, JSON_SYNTAX
from cortex_planner.text.syntax import Syntax
from cortex_planner.text.tree import Tree

INDENT = "  "
_HARMLESS = frozenset({JSON_DUPLICATE_KEY.code})
_ABOUT_VALUES = frozenset({JSON_ENCODING.code, JSON_NUMBER.code})
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
        _check(syntax.text)
    except (ValueError, RecursionError):
        grave = (each for each in syntax.findings if _is_grave(each, syntax.text))
        return next(grave, _unnamed(syntax.findings[-1]) if syntax.findings else None)
    return next((each for each in syntax.findings if each.code == JSON_DEPTH.code), None)


def _check(text: str) -> None:
    """Raise an error where a text is not JSON as such; also `1e400` and half a pair of escapes are."""
    json.loads(text, parse_constant=_refused)
    text.encode()


def _refused(name: str) -> None:
    raise ValueError(name)


def _is_grave(finding: Finding, text: str) -> bool:
    """Return whether a finding is about text that is not JSON as such."""
    if finding.code not in _ABOUT_VALUES:
        return finding.code not in _HARMLESS
    try:
        _check(text[slice(*finding.anchor.span or (0, 0))])
    except ValueError:
        return True
    return False


def _unnamed(last: Finding) -> Finding:
    """Return what stops a text whose first mistakes, as many as are noted, are all harmless."""
    return JSON_SYNTAX.at(last.anchor, problem="not JSON, for a reason behind all these mistakes")


def format_edits(syntax: Syntax) -> list[Edit]:
    """Return the edit that lays the whole text out: nothing where it is laid out, or is not JSON."""
    text = formatted(syntax)
    if text is None or text == syntax.text:
        return []
    return [narrowed(syntax.text, 0, text)]


def format_range_edits(syntax: Syntax, span: Span) -> list[Edit]:
    """Return the edit that lays out the lines of `span` as laying out the whole text would.

    With the white space in front of them; a line that only the end of `span` reaches is none of them.
    """
    if not is_json(syntax):
        return []
    text, lines = syntax.text, syntax.lines
    end = lines.line_end(lines.line_of(max(span[0], span[1] - 1)))
    start = end_before(text, lines.starts[lines.line_of(span[0])])
    if start_after(text, start) < end:
        start = _with_what_belongs_to_it(syntax, start)
    before = text[start:end]
    after = (_space_before(syntax, start) + _laid_out(before, _depth(syntax.tree, start))).rstrip(SPACE)
    if start_after(text, end) == len(text):
        before, after = text[start:], after + "\n"
    return [narrowed(before, start, after)] if after != before else []


def _with_what_belongs_to_it(syntax: Syntax, start: int) -> int:
    """Return where a token ends after which a layout can begin: not between a key and its colon, or in `[]`."""
    text = syntax.text
    following = start_after(text, start)
    between = text[start - 1 : start] + text[following : following + 1]
    if between in {"{}", "[]"}:
        return end_before(text, start - 1)
    if between.endswith('":'):
        number = syntax.tree.at(start)
        return end_before(text, syntax.tree.node(number).key_start) if number is not None else start
    return start


def _space_before(syntax: Syntax, start: int) -> str:
    """Return what stands between the token that ends at `start` and the one after it, as it should be."""
    text = syntax.text
    if text[start - 1 : start] == ":":
        return " "
    following = start_after(text, start)
    if text[start - 1 : start] not in {"{", "[", ","} or text[following : following + 1] in {"}", "]"}:
        return ""
    return _gap(_depth(syntax.tree, start))


def _depth(tree: Tree, offset: int) -> int:
    """Return how many containers are open at `offset`."""
    depth, number = 0, tree.at(offset)
    while number is not None and number >= 0:
        node = tree.node(number)
        depth += isinstance(node.value, dict | list) and node.start < offset < node.end
        number = node.parent
    return depth


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
