"""Structure: what a document is made of: its outline, its folds, and what grows when a selection grows."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from cortex_planner.compiler.sizes import counted, human_bytes
from cortex_planner.finding import Span
from cortex_planner.kinds import Kind
from cortex_planner.text.tree import Node, Tree
from cortex_server.ide.view import View

MOST_ITEMS, MOST_IDS = 5000, 100
"""How many items of one list an outline names, and how many inputs with their step id, which must be computed."""
_LONGEST_NAME = 80
_SAID_BY_THE_STEP = frozenset({"step_id", "ordinal", "op"})
_TARGETS = ("symbol_id", "file_path", "test_name", "message")
_BRACKET = re.compile(
    r'(?:[^\[\]{}"]++|"[^"\\\n\r]*+(?:\\.[^"\\\n\r]*+)*+"?|\{ *\}|\[ *\])*+(?:([\[{])|[\]}])'
)
"""The next bracket, beyond strings, and beyond containers that are empty; an opening one is a group."""
_MOST_UNCLOSED = 250
_KINDS = {dict: "object", list: "array", bool: "boolean", int: "number", float: "number"}


class Entry(NamedTuple):
    """One line of an outline; `span` is all of it, `name_span` what to show when it is chosen."""

    name: str
    kind: str
    detail: str
    span: Span
    name_span: Span
    children: list[Entry]


class Fold(NamedTuple):
    """Lines that can be folded away: the last one stays visible."""

    first_line: int
    last_line: int


def outline(view: View) -> list[Entry]:
    """Return the members of a document, and their items, with sizes and step ids."""
    tree = view.analysis.syntax.tree
    return _Outline(view, tree).entries(0, "") if len(tree) else []


def folds(view: View) -> list[Fold]:
    """Return every object and array that takes more than one line, in the order in which they begin."""
    starts = view.analysis.syntax.lines.starts
    found = []
    for start, end in _bracketed(view.analysis.syntax.text):
        first, last = bisect_right(starts, start) - 1, bisect_right(starts, end) - 2
        if last > first:
            found.append((first, -last))
    return [Fold(first, -last) for first, last in sorted(found)]


def _bracketed(text: str) -> list[Span]:
    """Return the places of each bracket and its partner; one without a partner is passed over.

    Only brackets are looked for: that needs no tree, and holds while the text is broken elsewhere.
    """
    opened: list[int] = []
    found: list[Span] = []
    for match in _BRACKET.finditer(text):
        place = match.end() - 1
        if match.lastindex:
            opened.append(place)
            continue
        wanted = "[" if text[place] == "]" else "{"
        if opened and text[opened[-1]] != wanted:
            above = [text[start] for start in opened[: -_MOST_UNCLOSED - 1 : -1]]
            del opened[len(opened) - (above.index(wanted) if wanted in above else 0) :]
        if opened and text[opened[-1]] == wanted:
            found.append((opened.pop(), place))
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


class _Outline:
    """The entries of one document, and what its plan says about each input."""

    def __init__(self, view: View, tree: Tree) -> None:
        self._tree = tree
        self._plan = view.analysis.plan
        self._is_output = view.analysis.kind is Kind.PLAN_OUTPUT
        self._places: dict[str, dict[str, int]] = {}
        for place, draft in enumerate(self._plan.drafts if self._plan is not None else []):
            container, _, item = draft.pointer.rpartition("/")
            self._places.setdefault(container, {})[item] = place

    def entries(self, number: int, pointer: str) -> list[Entry]:
        """Return the entries of a node's members or items."""
        tree = self._tree
        numbers = tree.children(number)
        value = tree.node(number).value
        if isinstance(value, list):
            numbers = islice(numbers, MOST_ITEMS)
        members = [(child, tree.node(child)) for child in numbers]
        if self._is_output and _is_step(pointer):
            members = [(child, node) for child, node in members if not _is_said(node)]
        places = self._places.get(pointer, {}) if isinstance(value, list) else {}
        return [
            self._entry(child, node, pointer, places.get(str(node.token)) if places else None)
            for child, node in members
        ]

    def _entry(self, number: int, node: Node, container: str, place: int | None) -> Entry:
        value, span = node.value, (node.start, node.end)
        name_span = (node.key_start, node.key_end) if node.key_start >= 0 else span
        detail = self._step(place, node.token) if place is not None else ""
        inner = self.entries(number, f"{container}/{node.token}") if isinstance(value, dict | list) else []
        whole = (name_span[0], node.end)
        return Entry(
            _name(node.token, value), _kind(value), detail or _detail(value), whole, name_span, inner
        )

    def _step(self, place: int, token: object) -> str:
        """Return id and size of the step that an input becomes."""
        if self._plan is None:
            return ""
        size = self._plan.drafts[place].bytes
        name = self._plan.step_id(place) if isinstance(token, int) and token < MOST_IDS else ""
        if not name or not size:
            return name or (human_bytes(size) if size else "")
        return f"{name} · {human_bytes(size)}"


def _is_step(pointer: str) -> bool:
    return pointer.startswith("/steps/") and pointer.count("/") == 2


def _is_said(node: Node) -> bool:
    """Return whether a member of a step says nothing that the step's own line does not say."""
    return node.token in _SAID_BY_THE_STEP or (not node.value and isinstance(node.value, dict | list))


def _name(token: object, value: Any) -> str:
    if isinstance(token, str):
        return token or '""'
    if isinstance(value, dict):
        return str(value.get("step_id") or value.get("name") or token)
    return (value[:_LONGEST_NAME] or '""') if isinstance(value, str) else str(token)


def _kind(value: Any) -> str:
    if isinstance(value, str):
        return "symbol" if value.startswith("@") else "string"
    return _KINDS.get(type(value), "null")


def _detail(value: Any) -> str:
    if isinstance(value, list):
        rest = f", the first {MOST_ITEMS:,} here" if len(value) > MOST_ITEMS else ""
        return counted(len(value), "item") + rest
    if isinstance(value, dict):
        return _step_summary(value)
    return str(value)[:_LONGEST_NAME] if value is not None else "null"


def _step_summary(step: dict[str, Any]) -> str:
    """Return a step in one line: what it does, and to what."""
    refs = step.get("refs")
    named = (refs.get(name) for name in _TARGETS) if isinstance(refs, dict) else ()
    target = next((name for name in named if isinstance(name, str)), "")
    return " · ".join(filter(None, (str(step.get("op", "")), target[:_LONGEST_NAME])))
