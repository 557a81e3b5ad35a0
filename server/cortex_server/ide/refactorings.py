"""Refactorings: what an author may want done to a request that is not wrong."""

from __future__ import annotations

from collections.abc import Iterator

from cortex_planner.compiler.sizes import counted
from cortex_planner.finding import Edit, Span
from cortex_planner.kinds import Kind
from cortex_planner.text.tree import Node
from cortex_server.ide.changes import Change, Refactoring
from cortex_server.ide.configuring import configuring
from cortex_server.ide.view import View

_SYMBOLS, _FILES = "/inputs/symbols", "/inputs/files"


def refactorings(view: View, span: Span) -> list[Refactoring]:
    """Return what can be done to the inputs that `span` touches; nothing while the text is broken."""
    analysis = view.analysis
    inputs = analysis.syntax.tree.find("/inputs")
    if analysis.kind is not Kind.PLAN_REQUEST or analysis.syntax.findings or inputs is None:
        return []
    node = analysis.syntax.tree.node(inputs)
    if span[1] < node.key_start or node.end < span[0]:
        return []
    return [*_sorting(view), *_plain_strings(view), *configuring(view, span)]


def _sorting(view: View) -> Iterator[Refactoring]:
    edits = (*_sorted_edits(view, _SYMBOLS), *_sorted_edits(view, _FILES))
    if edits:
        yield Refactoring("Sort inputs", "rewrite", lambda _configuration: Change(edits))


def _sorted_edits(view: View, pointer: str) -> Iterator[Edit]:
    """Yield the edits that put a list in order: each item keeps its text, and the space round it stays."""
    text, tree = view.analysis.syntax.text, view.analysis.syntax.tree
    nodes = [tree.node(number) for number in _items(view, pointer)]
    for place, item in zip(nodes, sorted(nodes, key=_sort_key), strict=True):
        if text[slice(*place.span)] != text[slice(*item.span)]:
            yield Edit(*place.span, text[slice(*item.span)])


def _sort_key(node: Node) -> str:
    return str(node.value.get("symbol_id") if isinstance(node.value, dict) else node.value)


def _plain_strings(view: View) -> Iterator[Refactoring]:
    """Offer to write every symbol that has a slice of its own as the plain string."""
    tree, text = view.analysis.syntax.tree, view.analysis.syntax.text
    edits = []
    for number in _items(view, _SYMBOLS):
        name = tree.child(number, "symbol_id")
        if name is not None and isinstance(tree.node(name).value, str):
            edits.append(Edit(*tree.node(number).span, text[slice(*tree.node(name).span)]))
    if edits:
        title = f"Write {counted(len(edits), 'symbol')} without slice"
        yield Refactoring(title, "rewrite", lambda _configuration: Change(tuple(edits)))


def _items(view: View, pointer: str) -> list[int]:
    tree = view.analysis.syntax.tree
    number = tree.find(pointer)
    is_list = number is not None and isinstance(tree.node(number).value, list)
    return list(tree.children(number)) if number is not None and is_list else []
