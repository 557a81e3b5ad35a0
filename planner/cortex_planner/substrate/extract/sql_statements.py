"""SQL statements that the grammar does not know: procedures, and what dialects write in their own way.

A scanner that knows comments, quotes, dollar quotes and BEGIN ... END finds where a CREATE statement
starts and ends, and its name. It understands nothing else, so the parser's word comes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_PART = r"(?:\"[^\"\n]{0,200}\"|`[^`\n]{0,200}`|\[[^\]\n]{0,200}\]|[\w$]+)"
_TOKEN = re.compile(
    r"--[^\n]*|/\*.*?(?:\*/|\Z)"
    r"|'(?:[^']|'')*(?:'|\Z)"
    r"|\$(?P<tag>\w*)\$.*?(?:\$(?P=tag)\$|\Z)"
    rf"|(?P<name>{_PART}(?:\s*\.\s*{_PART})*)"
    r"|(?P<end>;)",
    re.DOTALL,
)
_KINDS = frozenset({"TABLE", "VIEW", "FUNCTION", "PROCEDURE", "PROC", "TRIGGER"})
_ROUTINES = frozenset({"FUNCTION", "PROCEDURE", "PROC", "TRIGGER"})
_BETWEEN = frozenset(
    {"OR", "REPLACE", "ALTER", "TEMP", "TEMPORARY", "UNLOGGED", "GLOBAL", "LOCAL"}
    | {"MATERIALIZED", "RECURSIVE", "EXTERNAL", "CONSTRAINT"}
)
_IF_NOT_EXISTS = ("IF", "NOT", "EXISTS")
_OTHER_BLOCKS = frozenset({"IF", "LOOP", "WHILE", "REPEAT", "FOR"})


@dataclass(frozen=True, slots=True)
class Statement:
    """A CREATE statement: its name as written, and where it starts and ends."""

    name: str
    start: int
    end: int


@dataclass(slots=True)
class _Open:
    """A CREATE statement that has begun; `kind` and `name` are empty until they are read."""

    start: int
    kind: str = ""
    name: str = ""
    depth: int = 0
    after_end: bool = False
    last: int = 0


def create_statements(text: str) -> Iterator[Statement]:
    """Yield the CREATE statements of the kinds that are sections, in order."""
    current: _Open | None = None
    for match in _TOKEN.finditer(text):
        word = (match["name"] or "").upper()
        if current is not None and _ends(current, match, word, text):
            at = match.end() if match["end"] else current.last
            yield from _finished(current, at)
            current = None
        if current is not None:
            current = _read(current, match, word)
        elif word == "CREATE":
            current = _Open(match.start())
        if current is not None and (match["name"] or match["tag"] is not None):
            current.last = match.end()
    if current is not None:
        yield from _finished(current, current.last)


def _finished(current: _Open, end: int) -> Iterator[Statement]:
    if current.kind and current.name:
        yield Statement(current.name, current.start, end)


def _ends(current: _Open, match: re.Match[str], word: str, text: str) -> bool:
    """Return whether a token ends the statement: `;` outside of blocks, GO, or the next CREATE."""
    if current.depth > 0:
        return False
    at_line_start = text[max(0, match.start() - 1) : match.start()] in {"", "\n"}
    return bool(match["end"]) or (at_line_start and word in {"GO", "CREATE", "DELIMITER"})


def _read(current: _Open, match: re.Match[str], word: str) -> _Open | None:
    """Take one more token in; None where the statement turns out to be of no interest."""
    if not word:
        return current
    if not current.kind:
        if word in _KINDS:
            current.kind = word
        return current if word in _KINDS or word in _BETWEEN else None
    if not current.name:
        if word not in _IF_NOT_EXISTS:
            current.name = match["name"]
    elif current.kind in _ROUTINES:
        _nest(current, word)
    return current


def _nest(current: _Open, word: str) -> None:
    """Follow the blocks of a routine: `END IF` and its like close what was never counted."""
    if (current.after_end and word in _OTHER_BLOCKS) or (word in {"BEGIN", "CASE"} and not current.after_end):
        current.depth += 1
    elif word == "END":
        current.depth = max(0, current.depth - 1)
    current.after_end = word == "END"
