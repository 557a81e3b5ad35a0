"""Mentions: every place where a document names a symbol, a file, a step, its intent or a budget."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cortex_planner import forms
from cortex_planner.finding import Span
from cortex_planner.text.tree import Node, Tree
from cortex_server.ide.subject import SubjectKind

_BUDGETS = ("max_steps", "max_bytes", "max_symbols")
_QUOTES = "\"'"


class Mention(NamedTuple):
    """A name and where it stands, quotes included; `step` is the place of the step that says it, in a plan."""

    kind: SubjectKind
    text: str
    span: Span
    step: int | None = None


def mentions(tree: Tree) -> list[Mention]:
    """Return what a plan request or a plan output names, in document order; of other documents nothing."""
    if not len(tree):
        return []
    return sorted((*_in_request(tree), *_in_steps(tree)), key=lambda mention: mention.span)


def inside(span: Span, text: str) -> Span:
    """Return where the name itself stands: a string without its quotes, as far as they are there."""
    start, end = span
    if start < end and text[start] in _QUOTES:
        closed = end - start > 1 and text[end - 1] == text[start]
        return start + 1, end - 1 if closed else end
    return span


def _in_request(tree: Tree) -> Iterator[Mention]:
    intent = tree.find("/intent")
    if intent is not None:
        yield from _named(SubjectKind.INTENT, tree.node(intent))
    for name in _BUDGETS:
        budget = tree.find(f"/budgets/{name}")
        if budget is not None and tree.node(budget).end > tree.node(budget).start:
            yield Mention(SubjectKind.BUDGET, name, tree.node(budget).span)
    for node in _items(tree, "/inputs/symbols"):
        if isinstance(node.value, str) and forms.is_symbol_id(node.value):
            yield Mention(SubjectKind.SYMBOL, node.value, node.span)
    for node in _items(tree, "/inputs/files"):
        yield from _named(SubjectKind.FILE, node)


def _in_steps(tree: Tree) -> Iterator[Mention]:
    steps = tree.find("/steps")
    if steps is None or not isinstance(tree.node(steps).value, list):
        return
    for place, number in enumerate(tree.children(steps)):
        for kind, way in _STEP_NAMES:
            named = number
            for token in way:
                child = tree.child(named, token)
                if child is None:
                    break
                named = child
            else:
                yield from _named(kind, tree.node(named), place)


_STEP_NAMES = (
    (SubjectKind.STEP, ("step_id",)),
    (SubjectKind.SYMBOL, ("refs", "symbol_id")),
    (SubjectKind.FILE, ("refs", "file_path")),
)


def _items(tree: Tree, pointer: str) -> Iterator[Node]:
    number = tree.find(pointer)
    if number is not None and isinstance(tree.node(number).value, list):
        yield from map(tree.node, tree.children(number))


def _named(kind: SubjectKind, node: Node, step: int | None = None) -> Iterator[Mention]:
    if isinstance(node.value, str) and node.value:
        yield Mention(kind, node.value, node.span, step)
