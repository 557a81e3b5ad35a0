"""Structure: what a document is made of: its outline, its folds, and what grows when a selection grows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from cortex_planner.compiler.sizes import counted, human_bytes
from cortex_planner.finding import Span
from cortex_planner.text.tree import Tree
from cortex_server.ide.view import View

_LONGEST_NAME = 80


@dataclass(frozen=True)
class Entry:
    """One line of an outline; `span` is all of it, `name_span` what to show when it is chosen."""

    name: str
    kind: str
    detail: str
    span: Span
    name_span: Span
    children: list[Entry] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Fold:
    """Lines that can be folded away: the last one stays visible."""

    first_line: int
    last_line: int


def outline(view: View) -> list[Entry]:
    """Return the members of a document, and their items, with sizes and step ids."""
    tree = view.analysis.syntax.tree
    return _entries(view, tree, 0, _step_details(view)) if len(tree) else []


def folds(view: View) -> list[Fold]:
    """Return every object and array that takes more than one line."""
    tree, lines = view.analysis.syntax.tree, view.analysis.syntax.lines
    found = []
    for number in range(len(tree)):
        node = tree.node(number)
        if isinstance(node.value, dict | list):
            first, last = lines.line_of(node.start), lines.line_of(max(node.start, node.end - 1)) - 1
            if last > first:
                found.append(Fold(first, last))
    return found


def selections(view: View, offset: int) -> list[Span]:
    """Return the spans that a growing selection takes at `offset`, from the inside out; each holds the one before."""
    syntax = view.analysis.syntax
    spans = list(_selections(syntax.tree, offset)) if len(syntax.tree) else []
    kept: list[Span] = []
    for span in (*spans, (0, len(syntax.text))):
        if not kept or (span != kept[-1] and span[0] <= kept[-1][0] and kept[-1][1] <= span[1]):
            kept.append(span)
    return kept


def _selections(tree: Tree, offset: int) -> Iterator[Span]:
    number = tree.at(offset)
    while number is not None and number >= 0:
        node = tree.node(number)
        if node.key_span is not None and node.key_span[0] <= offset <= node.key_span[1]:
            yield node.key_span[0] + 1, max(node.key_span[0] + 1, node.key_span[1] - 1)
            yield node.key_span
        elif node.start <= offset <= node.end:
            if isinstance(node.value, str | dict | list) and node.end - node.start > 1:
                yield node.start + 1, node.end - 1
            yield node.span
        if node.key_span is not None:
            yield node.key_start, node.end
        number = node.parent


def _entries(view: View, tree: Tree, number: int, details: dict[str, str]) -> list[Entry]:
    entries = []
    for child in tree.children(number):
        node = tree.node(child)
        whole = (node.key_start if node.key_span is not None else node.start, node.end)
        inner = _entries(view, tree, child, details) if isinstance(node.value, dict | list) else []
        detail = details.get(tree.pointer(child), "") or _detail(node.value)
        entries.append(
            Entry(
                _name(node.token, node.value),
                _kind(node.value),
                detail,
                whole,
                node.key_span or node.span,
                inner,
            )
        )
    return entries


def _step_details(view: View) -> dict[str, str]:
    """Return step id and size of each input, by its pointer."""
    plan = view.analysis.plan
    if plan is None:
        return {}
    return {
        draft.pointer: " · ".join(
            filter(None, (plan.step_id(place), human_bytes(draft.bytes) if draft.bytes else ""))
        )
        for place, draft in enumerate(plan.drafts)
        if draft.pointer != "/intent"
    }


def _name(token: object, value: Any) -> str:
    if isinstance(token, str):
        return token or '""'
    if isinstance(value, dict):
        return str(value.get("step_id") or value.get("name") or token)
    return (value[:_LONGEST_NAME] or '""') if isinstance(value, str) else str(token)


def _kind(value: Any) -> str:
    if isinstance(value, str):
        return "symbol" if value.startswith("@") else "string"
    if isinstance(value, bool):
        return "boolean"
    return {dict: "object", list: "array", int: "number", float: "number"}.get(type(value), "null")


def _detail(value: Any) -> str:
    if isinstance(value, list):
        return counted(len(value), "item")
    if isinstance(value, dict):
        return str(value.get("op", ""))
    return str(value)[:_LONGEST_NAME] if value is not None else "null"
