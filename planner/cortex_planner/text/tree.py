"""The tree of a JSON text: its values, and where each of them stands.

Nodes are numbered in document order, the root is 0. They are kept as plain tuples, because a
megabyte of text has tens of thousands of them and is read again at every keystroke; `Node` is the
view of one of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cortex_planner.finding import Part, Span
from cortex_planner.text.pointer import Token, pointer_of, unescape

NO_PARENT = -1
NO_KEY = -1

Row = tuple[Any, ...]
"""A node as it is kept: the fields of `Node`, without their names."""


class Node(NamedTuple):
    """One value: `start:end` is its text; `stop` is the number of the first node after those inside it."""

    start: int
    end: int
    parent: int
    token: Token | None
    key_start: int
    key_end: int
    value: Any
    stop: int

    @property
    def span(self) -> Span:
        """Return where the value stands."""
        return self.start, self.end

    @property
    def key_span(self) -> Span | None:
        """Return where its key stands, quotes included; None for items and the root."""
        return None if self.key_start == NO_KEY else (self.key_start, self.key_end)


@dataclass(slots=True)
class _Shape:
    """What is remembered of a tree's shape: numbers by pointer and by member, and which nodes are containers."""

    numbers: dict[str, int | None]
    members: dict[int, dict[Token, int]] = field(default_factory=dict)
    containers: list[int] | None = None


class Tree:
    """All nodes of a text. `broken` holds the numbers of nodes whose value had to be guessed.

    Nodes from `_moved_from` on stand `_moved_by` characters behind where their rows say, so that a keystroke in a
    long text need not write them all anew.
    """

    def __init__(self, nodes: list[Row], broken: frozenset[int]) -> None:
        self._nodes = nodes
        self._moved_from = len(nodes)
        self._moved_by = 0
        self._shape = _Shape({"": 0 if nodes else None})
        self.broken = broken

    def with_string(self, number: int, value: str, growth: int) -> Tree:
        """Return the tree of the text in which the string `number` says `value` and is longer by `growth`.

        Both have one shape, and what is remembered of it.
        """
        nodes = self._nodes.copy()
        if self._moved_by and number + 1 != self._moved_from:
            nodes[self._moved_from :] = map(self._row, range(self._moved_from, len(nodes)))
        tree = Tree(nodes, self.broken)
        tree._moved_from = number + 1
        tree._moved_by = growth + (self._moved_by if number + 1 == self._moved_from else 0)
        tree._shape = self._shape
        changed: Any = value
        while number >= 0:
            start, end, parent, token, key_start, key_end, _, stop = nodes[number]
            nodes[number] = start, end + growth, parent, token, key_start, key_end, changed, stop
            if parent >= 0:
                container = nodes[parent][6].copy()
                container[token] = changed
                changed = container
            number = parent
        return tree

    def __len__(self) -> int:
        return len(self._nodes)

    @property
    def value(self) -> Any:
        """Return the value of the whole text, or None where there is none."""
        return self._nodes[0][6] if self._nodes else None

    def node(self, number: int) -> Node:
        """Return the node with that number."""
        return Node._make(self._row(number))

    def _row(self, number: int) -> Row:
        row = self._nodes[number]
        if number < self._moved_from or not self._moved_by:
            return row
        start, end, parent, token, key_start, key_end, value, stop = row
        by = self._moved_by
        if key_start != NO_KEY:
            key_start, key_end = key_start + by, key_end + by
        return start + by, end + by, parent, token, key_start, key_end, value, stop

    def find(self, pointer: str) -> int | None:
        """Return the number of the node at `pointer`, or None; the way to its container is remembered."""
        if not pointer:
            return self._shape.numbers[""]
        container, _, token = pointer.rpartition("/")
        numbers = self._shape.numbers
        if container not in numbers:
            numbers[container] = self.find(container)
        number = numbers[container]
        return self.child(number, unescape(token)) if number is not None else None

    def child(self, number: int, token: str) -> int | None:
        """Return the member or item `token` of a node; of equal keys the last, as in JSON."""
        node = self._nodes[number]
        value = node[6]
        if isinstance(value, list):
            index = int(token) if token.isascii() and token.isdigit() else len(value)
            if index >= len(value):
                return None
            if node[7] == number + 1 + len(value):
                return number + 1 + index
            return self._tokens(number).get(index)
        return self._tokens(number).get(token) if isinstance(value, dict) else None

    def children(self, number: int) -> Iterator[int]:
        """Yield the numbers of a node's members or items, in document order, equal keys included."""
        child, stop = number + 1, self._nodes[number][7]
        while child < stop:
            yield child
            child = self._nodes[child][7] or child + 1

    def child_rows(self, number: int) -> Iterator[tuple[int, Row]]:
        """Yield a node's members or items with their numbers, in document order."""
        return ((child, self._row(child)) for child in self.children(number))

    def _tokens(self, number: int) -> dict[Token, int]:
        tokens = self._shape.members.get(number)
        if tokens is None:
            tokens = {self._nodes[child][3]: child for child in self.children(number)}
            self._shape.members[number] = tokens
        return tokens

    def filled_containers(self) -> list[int]:
        """Return the numbers of all objects and lists that hold something, in document order."""
        if self._shape.containers is None:
            rows = enumerate(self._nodes)
            self._shape.containers = [
                number for number, row in rows if row[6] and type(row[6]) in (dict, list)
            ]
        return self._shape.containers

    def tokens(self, number: int) -> list[Token]:
        """Return the way from the root to a node."""
        way: list[Token] = []
        while number > 0:
            way.append(self._nodes[number][3])
            number = self._nodes[number][2]
        return way[::-1]

    def pointer(self, number: int) -> str:
        """Return the pointer of a node."""
        return pointer_of(self.tokens(number))

    def at(self, offset: int) -> int | None:
        """Return the innermost node whose value or key covers `offset`, both ends included."""
        number = self._last_started(offset)
        follower = number + 1
        if follower < len(self._nodes) and 0 <= self._row(follower)[4] <= offset:
            return follower
        while number >= 0 and self._row(number)[1] < offset:
            number = self._nodes[number][2]
        return number if number >= 0 else None

    def last_child_before(self, number: int, offset: int) -> int | None:
        """Return the last member or item of a node that starts before `offset`, or None."""
        child = self._last_started(offset - 1)
        while child > number and self._nodes[child][2] != number:
            child = self._nodes[child][2]
        return child if child > number else None

    def _last_started(self, offset: int) -> int:
        """Return the number of the last node that starts at or before `offset`, or -1."""
        return bisect_right(range(len(self._nodes)), offset, key=lambda number: self._row(number)[0]) - 1

    def span(self, number: int, part: Part) -> Span:
        """Return where the named part of a node stands."""
        if part is Part.VALUE:
            return self._row(number)[:2]
        node = self.node(number)
        if part is Part.KEY and node.key_span is not None:
            return node.key_span
        if part is Part.WHOLE and node.key_span is not None:
            return node.key_start, node.end
        if part is Part.BRACE:
            return node.start, min(node.start + 1, node.end)
        return node.span
