"""Edits of JSON text that keep it well formed: take members or items out, put a member in."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import groupby

from cortex_planner.finding import Edit
from cortex_planner.text.blank import end_before
from cortex_planner.text.sameness import same_from_start, same_to_end
from cortex_planner.text.syntax import Syntax

_INDENT = re.compile(r"[ \t]*")
_COMMA_AFTER = re.compile(r"[ \t\n\r]*,")


def removal(syntax: Syntax, number: int) -> Edit:
    """Return the edit that takes a member or an item out, with one comma and the space round it."""
    node, text = syntax.tree.node(number), syntax.text
    start = node.key_start if node.key_span is not None else node.start
    following = _COMMA_AFTER.match(text, node.end)
    if following is not None:
        next_token = re.compile(r"[ \t\n\r]*").match(text, following.end())
        return Edit(start, next_token.end() if next_token else following.end(), "")
    before = end_before(text, start)
    return Edit(before - 1 if text[before - 1 : before] == "," else start, node.end, "")


def insertion(syntax: Syntax, number: int, member: str) -> Edit:
    """Return the edit that adds `member` (`"key": value`) at the end of an object."""
    node, text = syntax.tree.node(number), syntax.text
    children = list(syntax.tree.children(number))
    if not children:
        return Edit(node.start + 1, node.start + 1, member)
    last = syntax.tree.node(children[-1])
    first = syntax.tree.node(children[0])
    start = first.key_start if first.key_span is not None else first.start
    line = syntax.lines.line_of(start)
    if line == syntax.lines.line_of(node.start):
        return Edit(last.end, last.end, f", {member}")
    indent = _INDENT.match(text, syntax.lines.starts[line])
    newline = "\r\n" if "\r\n" in text else "\n"
    return Edit(last.end, last.end, f",{newline}{indent.group() if indent else ''}{member}")


def removals(syntax: Syntax, number: int, taken: Collection[int]) -> list[Edit]:
    """Return the edits that take several items out of a list at once; emptied, it is `[]`."""
    tree = syntax.tree
    items = list(tree.children(number))
    if all(item in taken for item in items):
        return [Edit(*tree.node(number).span, "[]")]
    runs = [(gone, list(run)) for gone, run in groupby(items, key=lambda item: item in taken)]
    edits = []
    for place, (gone, run) in enumerate(runs):
        if gone and place + 1 < len(runs):
            edits.append(Edit(tree.node(run[0]).start, tree.node(runs[place + 1][1][0]).start, ""))
        elif gone:
            edits.append(Edit(tree.node(runs[place - 1][1][-1]).end, tree.node(run[-1]).end, ""))
    return edits


def narrowed(before: str, start: int, after: str) -> Edit:
    """Return the edit of what differs: a cursor before or behind it stays where it is."""
    head = same_from_start(before, after)
    tail = same_to_end(before, after, min(len(before), len(after)) - head)
    return Edit(start + head, start + len(before) - tail, after[head : len(after) - tail])
