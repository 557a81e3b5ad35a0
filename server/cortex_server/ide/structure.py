"""Structure: what a document is made of: its outline, its folds, and what grows when a selection grows."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from cortex_planner.compiler.sizes import counted, human_bytes
from cortex_planner.finding import Part, Span
from cortex_planner.kinds import Kind
from cortex_planner.text.blank import start_after
from cortex_planner.text.syntax import Syntax
from cortex_planner.text.tree import Node, Row, Tree
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
    for start, end in _containers(view.analysis.syntax):
        first, last = bisect_right(starts, start) - 1, bisect_right(starts, end) - 2
        if last > first:
            found.append(Fold(first, last))
    return found


def _containers(syntax: Syntax) -> list[Span]:
    """Return from where to where brackets reach, the closing one left out, in the order in which they open."""
    if syntax.findings:
        return sorted(_bracketed(syntax.text))
    tree = syntax.tree
    spans = (tree.span(number, Part.VALUE) for number in tree.filled_containers())
    return [(start, end - 1) for start, end in spans]


def _bracketed(text: str) -> list[Span]:
    """Return the places of each bracket and its partner; one without a partner is passed over.

    Only brackets are looked for: that holds while the text is broken elsewhere, where a tree is guesswork.
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
    spans = list(_selections(syntax, offset)) if len(syntax.tree) else []
    kept: list[Span] = []
    for span in (*spans, (0, len(syntax.text))):
        if not kept or (span != kept[-1] and span[0] <= kept[-1][0] and kept[-1][1] <= span[1]):
            kept.append(span)
    return kept


def _selections(syntax: Syntax, offset: int) -> Iterator[Span]:
    tree = syntax.tree
    number = tree.at(offset)
    while number is not None and number >= 0:
        node = tree.node(number)
        key = node.key_span
        if key is not None and key[0] <= offset <= key[1]:
            yield from _inside(key, offset)
            yield key
        elif node.start <= offset <= node.end:
            if isinstance(node.value, str | dict | list):
                yield from _inside(node.span, offset)
            yield node.span
        whole = (node.start if key is None else key[0], node.end)
        yield whole
        comma = start_after(syntax.text, node.end)
        if node.parent >= 0 and syntax.text.startswith(",", comma):
            yield whole[0], comma + 1
        number = node.parent


def _inside(span: Span, offset: int) -> Iterator[Span]:
    """Yield what stands between quotes or brackets, where the cursor does too."""
    if span[0] < offset < span[1]:
        yield span[0] + 1, span[1] - 1


class _Outline:
    """The entries of one document, and what the plan to show says about each input, stale or not."""

    def __init__(self, view: View, tree: Tree) -> None:
        self._tree = tree
        self._text = view.analysis.syntax.text
        self._steps = _Steps(view)
        self._is_output = view.analysis.kind is Kind.PLAN_OUTPUT

    def entries(self, number: int, pointer: str) -> list[Entry]:
        """Return the entries of a node's members or items."""
        rows = self._tree.child_rows(number)
        if isinstance(self._tree.node(number).value, list):
            items = list(islice(rows, MOST_ITEMS))
            steps = self._steps.details(pointer, [row for _, row in items])
            return [
                _string_item(row, step) if type(row[6]) is str else self._item(child, row, pointer)
                for (child, row), step in zip(items, steps, strict=True)
            ]
        members = ((child, Node._make(row)) for child, row in rows)
        hides_what_is_said = self._is_output and _is_step(pointer)
        return [
            self._member(child, node, pointer)
            for child, node in members
            if not (hides_what_is_said and _is_said(node))
        ]

    def _item(self, number: int, row: Row, container: str) -> Entry:
        value, place, span = row[6], row[3], row[:2]
        inner = self._inner(number, value, f"{container}/{place}")
        return Entry(_name(place, value), _kind(value), self._detail(Node._make(row)), span, span, inner)

    def _member(self, number: int, node: Node, container: str) -> Entry:
        name_span, whole = (node.key_start, node.key_end), (node.key_start, node.end)
        inner = self._inner(number, node.value, f"{container}/{node.token}")
        name = _name(node.token, node.value)
        return Entry(name, _kind(node.value), self._detail(node), whole, name_span, inner)

    def _inner(self, number: int, value: Any, pointer: str) -> list[Entry]:
        return self.entries(number, pointer) if isinstance(value, dict | list) else []

    def _detail(self, node: Node) -> str:
        """Return what a line says beside its name: a value as it is written, a string that is no name itself."""
        value = node.value
        if isinstance(value, list):
            rest = f", the first {MOST_ITEMS:,} here" if len(value) > MOST_ITEMS else ""
            return counted(len(value), "item") + rest
        if isinstance(value, dict):
            return _step_summary(value)
        return _short(value if isinstance(value, str) else self._text[node.start : node.end])


class _Steps:
    """What the plan to show says about each input: its step's id, and what it reads."""

    def __init__(self, view: View) -> None:
        self._plan = view.plan
        self._stale = view.stale
        drafts = self._plan.drafts if self._plan is not None else []
        self._sizes = [human_bytes(draft.bytes) if draft.bytes else "" for draft in drafts]
        self._places: dict[str | Span | None, int] = {}
        if self._stale:
            self._places = {span: place for place, span in enumerate(view.step_spans)}
        else:
            self._places = {draft.pointer: place for place, draft in enumerate(drafts)}

    def details(self, container: str, items: list[Row]) -> list[str]:
        """Return id and size of the step that each item becomes; only the first have an id, for it must be computed."""
        if not self._sizes:
            return [""] * len(items)
        place_of = self._places.get
        if self._stale:
            places = [place_of(row[:2]) for row in items]
        else:
            places = [place_of(f"{container}/{item}") for item in range(len(items))]
        first = [self._with_id(place) for place in places[:MOST_IDS]]
        sizes = self._sizes
        details = first + [sizes[place] if place is not None else "" for place in places[MOST_IDS:]]
        return [f"{said} (stale)" if said else "" for said in details] if self._stale else details

    def _with_id(self, place: int | None) -> str:
        if place is None or self._plan is None:
            return ""
        return " · ".join(filter(None, (self._plan.step_id(place), self._sizes[place])))


def _string_item(row: Row, step: str) -> Entry:
    """Return the entry of a string in a list; there can be thousands of them."""
    value, span = row[6], row[:2]
    name = value if value.isprintable() and len(value) <= _LONGEST_NAME else _short(value)
    name = name if name.strip() else f'"{name}"'
    return Entry(name, "symbol" if value[:1] == "@" else "string", step, span, span, [])


def _is_step(pointer: str) -> bool:
    return pointer.startswith("/steps/") and pointer.count("/") == 2


def _is_said(node: Node) -> bool:
    """Return whether a member of a step says nothing that the step's own line does not say."""
    return node.token in _SAID_BY_THE_STEP or (not node.value and isinstance(node.value, dict | list))


def _name(token: object, value: Any) -> str:
    """Return what a line is called: LSP wants more than white space, so a key of nothing else stands in quotes."""
    name = str(token)
    if isinstance(value, dict) and not isinstance(token, str):
        name = str(value.get("step_id") or value.get("name") or token)
    name = _short(name)
    return name if name.strip() else f'"{name}"'


def _short(text: str) -> str:
    """Return a text as one line shows it: no line ends, and not too long."""
    if len(text) > _LONGEST_NAME:
        text = f"{text[: _LONGEST_NAME - 1]}…"
    if text.isprintable():
        return text
    line = "".join(each if each.isprintable() else " " for each in text)
    return line.strip() or line


def _kind(value: Any) -> str:
    if isinstance(value, str):
        return "symbol" if value.startswith("@") else "string"
    return _KINDS.get(type(value), "null")


def _step_summary(step: dict[str, Any]) -> str:
    """Return a step in one line: what it does, and to what."""
    refs = step.get("refs")
    named = (refs.get(name) for name in _TARGETS) if isinstance(refs, dict) else ()
    target = next((name for name in named if isinstance(name, str)), "")
    return _short(" · ".join(filter(None, (str(step.get("op", "")), target))))
