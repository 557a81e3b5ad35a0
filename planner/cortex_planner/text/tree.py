"""The tree of a JSON text: its values, and where each of them stands.

Nodes are numbered in document order, the root is 0. They are kept as plain tuples, because a
megabyte of text has tens of thousands of them and is read again at every keystroke; `Node` is the
view of one of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from cortex_planner.finding import Part, Span
from cortex_planner.text.pointer import Token, pointer_of, unescape

NO_PARENT = -1
NO_KEY = -1


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


class Tree:
    """All nodes of a text. `broken` holds the numbers of nodes whose value had to be guessed."""

    def __init__(self, nodes: list[tuple[Any, ...]], broken: frozenset[int]) -> None:
        self._nodes = nodes
        self._members: dict[int, dict[Token, int]] = {}
        self._containers: dict[str, int | None] = {"": 0 if nodes else None}
        self.broken = broken

    def __len__(self) -> int:
        return len(self._nodes)

    @property
    def value(self) -> Any:
        """Return the value of the whole text, or None where there is none."""
        return self._nodes[0][6] if self._nodes else None

    def node(self, number: int) -> Node:
        """Return the node with that number."""
        return Node._make(self._nodes[number])

    def find(self, pointer: str) -> int | None:
        """Return the number of the node at `pointer`, or None; the way to its container is remembered."""
        if not pointer:
            return self._containers[""]
        container, _, token = pointer.rpartition("/")
        if container not in self._containers:
            self._containers[container] = self.find(container)
        number = self._containers[container]
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

    def _tokens(self, number: int) -> dict[Token, int]:
        tokens = self._members.get(number)
        if tokens is None:
            tokens = {self._nodes[child][3]: child for child in self.children(number)}
            self._members[number] = tokens
        return tokens

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
        number = bisect_right(self._starts, offset) - 1
        follower = number + 1
        if follower < len(self._nodes) and 0 <= self._nodes[follower][4] <= offset:
            return follower
        while number >= 0 and self._nodes[number][1] < offset:
            number = self._nodes[number][2]
        return number if number >= 0 else None

    def last_child_before(self, number: int, offset: int) -> int | None:
        """Return the last member or item of a node that starts before `offset`, or None."""
        child = bisect_right(self._starts, offset - 1) - 1
        while child > number and self._nodes[child][2] != number:
            child = self._nodes[child][2]
        return child if child > number else None

    @cached_property
    def _starts(self) -> list[int]:
        return [node[0] for node in self._nodes]

    def span(self, number: int, part: Part) -> Span:
        """Return where the named part of a node stands."""
        if part is Part.VALUE:
            return self._nodes[number][:2]
        node = self.node(number)
        if part is Part.KEY and node.key_span is not None:
            return node.key_span
        if part is Part.WHOLE and node.key_span is not None:
            return node.key_start, node.end
        if part is Part.BRACE:
            return node.start, min(node.start + 1, node.end)
        return node.span
