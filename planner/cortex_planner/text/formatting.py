"""Formatting: one way to lay a document out, whoever asks, and never another meaning.

Two spaces, LF, one final newline, one item or member per line, empty containers on one line. Numbers
and strings stay as they are written, keys in their order. Text that is not JSON is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from cortex_planner.finding import Edit, Span
from cortex_planner.text.syntax import Syntax

INDENT = "  "


def formatted(syntax: Syntax) -> str | None:
    """Return the whole text, laid out; None where it is not JSON."""
    if syntax.findings or syntax.is_empty:
        return None
    return "".join(_laid_out(syntax, 0, 0)) + "\n"


def format_edits(syntax: Syntax) -> list[Edit]:
    """Return the edit that lays the whole text out: nothing where it is laid out, or is not JSON."""
    text = formatted(syntax)
    if text is None or text == syntax.text:
        return []
    return [_narrowed(syntax.text, 0, text)]


def format_range_edits(syntax: Syntax, span: Span) -> list[Edit]:
    """Return the edit that lays out the smallest value that holds `span`."""
    if syntax.findings or syntax.is_empty:
        return []
    number = _holding(syntax, span)
    if number == 0:
        return format_edits(syntax)
    node = syntax.tree.node(number)
    text = "".join(_laid_out(syntax, number, len(syntax.tree.tokens(number))))
    before = syntax.text[node.start : node.end]
    return [_narrowed(before, node.start, text)] if text != before else []


def _laid_out(syntax: Syntax, number: int, depth: int) -> Iterator[str]:
    node = syntax.tree.node(number)
    if not isinstance(node.value, dict | list):
        yield syntax.text[node.start : node.end]
        return
    opening, closing = "{}" if isinstance(node.value, dict) else "[]"
    if not node.value:
        yield opening + closing
        return
    yield opening
    separator = "\n"
    for child in syntax.tree.children(number):
        yield separator + INDENT * (depth + 1)
        key = syntax.tree.node(child).key_span
        if key is not None:
            yield f"{syntax.text[key[0] : key[1]]}: "
        yield from _laid_out(syntax, child, depth + 1)
        separator = ",\n"
    yield f"\n{INDENT * depth}{closing}"


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


def _narrowed(before: str, start: int, after: str) -> Edit:
    """Return the edit of what differs: a cursor before or behind it stays where it is."""
    limit = min(len(before), len(after))
    head = 0
    while head < limit and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < limit - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    return Edit(start + head, start + len(before) - tail, after[head : len(after) - tail])
