"""A reading in progress: the nodes so far, the containers still open, and what was odd."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Any

from cortex_planner.finding import Anchor, Finding, Part, Related, Rule
from cortex_planner.text import rules
from cortex_planner.text.pointer import pointer_of
from cortex_planner.text.tree import NO_KEY, NO_PARENT

MOST_ERRORS = 20
MAX_DEPTH = 256

_SPACE = re.compile(r"[ \t\n\r]*").match
_COMMENT = re.compile(r"//[^\n\r]*|/\*.*?(?:\*/|\Z)|#[^\n\r]*", re.DOTALL).match


class Expect(IntEnum):
    """What should come next."""

    KEY = 0
    VALUE = 1
    AFTER = 2
    END = 3
    NOTHING = 4


Step = tuple[Expect, int]
"""What to expect next, and where."""


class Reading:
    """The state that the quick loop and the recovery share.

    `open` holds the containers from the outside in, as (number, value); its first entry is not a
    container of the text but the place where the root value goes. `key` is the key whose value
    comes next, with its span.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.nodes: list[tuple[Any, ...]] = []
        self.open: list[tuple[int, Any]] = [(NO_PARENT, [])]
        self.key: tuple[str, int, int] = ("", NO_KEY, NO_KEY)
        self.findings: list[Finding] = []
        self.broken: set[int] = set()
        self.balanced = True
        self._comments_seen = 0

    @property
    def full(self) -> bool:
        """Return whether there are enough findings, so that no further one is noted."""
        return len(self.findings) >= MOST_ERRORS

    @property
    def in_object(self) -> bool:
        """Return whether the innermost open container is an object."""
        return isinstance(self.open[-1][1], dict)

    @property
    def next_expected(self) -> Expect:
        """Return what follows a comma here."""
        return Expect.KEY if self.in_object else Expect.VALUE

    def add(self, value: Any, start: int, end: int, *, broken: bool = False) -> int:
        """Add a value to the innermost open container, under the pending key if that is an object."""
        parent, container = self.open[-1]
        number = len(self.nodes)
        if isinstance(container, dict):
            token, key_start, key_end = self.key
            self.nodes.append((start, end, parent, token, key_start, key_end, value, 0))
            container[token] = value
        else:
            self.nodes.append((start, end, parent, len(container), NO_KEY, NO_KEY, value, 0))
            container.append(value)
        if broken:
            self.broken.add(number)
        return number

    def enter(self, value: dict[str, Any] | list[Any], start: int) -> None:
        """Open a container."""
        number = self.add(value, start, len(self.text))
        self.open.append((number, value))

    def leave(self, end: int) -> Expect:
        """Close the innermost container at `end`; return what is expected after it."""
        number, _ = self.open.pop()
        node = self.nodes[number]
        self.nodes[number] = (node[0], end, *node[2:7], len(self.nodes))
        return Expect.AFTER if len(self.open) > 1 else Expect.END

    def reopen(self, number: int) -> None:
        """Go on inside the container `number`, whose closing bracket turned out to be one too many."""
        self.open.append((number, self.nodes[number][6]))

    def undo_enter(self) -> int:
        """Take back the container that was opened last, which holds nothing yet; return where it starts."""
        self.open.pop()
        return self.take_back()[1]

    def last_member(self) -> int | None:
        """Return the number of the last member of the innermost open container, or None."""
        parent, _ = self.open[-1]
        number = len(self.nodes) - 1
        while number > parent and self.nodes[number][2] != parent:
            number = self.nodes[number][2]
        return number if number > parent else None

    def take_back(self) -> tuple[Any, int, int]:
        """Remove the value that was added last, which holds no others; return it and its span.

        Its key, if it has one, is the pending key again.
        """
        start, end, _, token, key_start, key_end, value, _ = self.nodes.pop()
        self.broken.discard(len(self.nodes))
        _, container = self.open[-1]
        if isinstance(container, dict):
            container.pop(token, None)
            self.key = token, key_start, key_end
        else:
            container.pop()
        return value, start, end

    def replace_last(self, value: Any, start: int, end: int) -> None:
        """Give the value that was added last another value and span."""
        self.take_back()
        self.add(value, start, end)

    def report(
        self,
        rule: Rule,
        start: int,
        end: int,
        *,
        data: dict[str, Any] | None = None,
        related: tuple[Related, ...] = (),
        **words: object,
    ) -> None:
        """Note a finding at `start:end`, unless there are enough of them."""
        if not self.full:
            anchor = Anchor(self.pointer(), Part.VALUE, (start, end))
            self.findings.append(rule.at(anchor, data=data, related=related, **words))

    def problem(self, problem: str, start: int, end: int, **data: Any) -> None:
        """Note that the text is not JSON here; `data` says what would mend it."""
        self.report(rules.JSON_SYNTAX, start, end, data=data, problem=problem)

    def pointer(self) -> str:
        """Return the pointer of the innermost open container."""
        return pointer_of(self.nodes[number][3] for number, _ in self.open[2:])

    def skip(self, position: int) -> int:
        """Return where the next token starts; comments on the way are findings."""
        while True:
            position = _SPACE(self.text, position).end()  # type: ignore[union-attr]
            comment = _COMMENT(self.text, position)
            if comment is None or self._touches_token(position):
                return position
            if position >= self._comments_seen:
                self.report(rules.JSON_COMMENT, position, comment.end())
                self._comments_seen = comment.end()
            position = comment.end()

    def _touches_token(self, position: int) -> bool:
        """Return whether a `#` stands right behind a token, and so is part of what was meant to be one."""
        text = self.text
        return (
            text[position] == "#"
            and position > 0
            and (text[position - 1] == '"' or text[position - 1].isalnum())
        )
