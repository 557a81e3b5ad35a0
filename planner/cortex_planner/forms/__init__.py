r"""Written forms: how a symbol id, a slice, a path, a hash are spelled, and nothing about what they name.

The patterns use explicit code points instead of `\s`, so that Python, Rust (pydantic) and ECMAScript
(JSON Schema) read them alike; `schema_pattern` replaces the final `$`, which in Python also matches
before a newline at the end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

_SPACES = r"\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_CONTROLS = r"\u0000-\u001f\u007f-\u009f"
_SEGMENT = (
    r"(?:[^/.\u0000\u005c][^/\u0000\u005c]*"
    r"|\.[^/.\u0000\u005c][^/\u0000\u005c]*"
    r"|\.\.[^/\u0000\u005c]+)"
)
_NUMBER = r"(?:0|[1-9][0-9]*)"

NOT_BLANK_PATTERN = rf"[^{_SPACES}]"
SYMBOL_PATTERN = rf"^@[^{_CONTROLS}{_SPACES}\u0022\u005c]+$"
STEP_ID_PATTERN = r"^step_[0-9a-f]{16}$"
HASH_PATTERN = r"^[0-9a-f]{64}$"
PATH_PATTERN = rf"^{_SEGMENT}(?:/{_SEGMENT})*$"
SLICE_PATTERN = rf"^(?:(?:lines|chars)\[{_NUMBER}:[1-9][0-9]*\]|(?:head|tail)\([1-9][0-9]*\))$"

DEFAULT_SLICE = "head(4000)"

_NOT_BLANK = re.compile(NOT_BLANK_PATTERN)
_SYMBOL = re.compile(SYMBOL_PATTERN[:-1])
_PATH = re.compile(PATH_PATTERN[:-1])
_SLICE = re.compile(rf"(lines|chars)\[({_NUMBER}):({_NUMBER})\]|(head|tail)\(({_NUMBER})\)")
_MOST_DIGITS = 15
_END = r"(?![\u0000-\uffff])"


def schema_pattern(pattern: str) -> str:
    """Return `pattern` for a JSON Schema: the end of the text is the end, whichever engine reads it."""
    return f"{pattern[:-1]}{_END}" if pattern.endswith("$") else pattern


def is_blank(text: str) -> bool:
    """Return whether `text` shows nothing: empty, or white space only."""
    return _NOT_BLANK.search(text) is None


def is_symbol_id(text: str) -> bool:
    """Return whether `text` is spelled as a symbol id: `@` and then no white space, quote or backslash."""
    return _SYMBOL.fullmatch(text) is not None


def is_relative_path(text: str) -> bool:
    """Return whether `text` is a path as documents write it: POSIX, relative, without detours."""
    return _PATH.fullmatch(text) is not None


def forbids_slice(text: str) -> bool:
    """Return whether `text` asks for everything (`ALL`, in any case), which is refused everywhere."""
    return text.upper() == "ALL"


@dataclass(frozen=True, slots=True)
class Slice:
    """A bounded part of a section's text: a range of lines or characters, or one end of it."""

    unit: Literal["lines", "chars", "head", "tail"]
    start: int
    end: int

    def __str__(self) -> str:
        if self.unit in {"lines", "chars"}:
            return f"{self.unit}[{self.start}:{self.end}]"
        return f"{self.unit}({self.end})"


def parse_slice(text: str) -> Slice | None:
    """Return the slice that `text` spells, or None where it spells none (`ALL` included)."""
    match = _SLICE.fullmatch(text)
    if match is None:
        return None
    ranged, start, end, ended, count = match.groups()
    if ranged:
        first, last = _count(start), _count(end)
        return Slice("lines" if ranged == "lines" else "chars", first, last) if first < last else None
    size = _count(count)
    return Slice("head" if ended == "head" else "tail", 0, size) if size >= 1 else None


def _count(digits: str) -> int:
    """Return a number; one that is larger than any text counts as just that."""
    return int(digits) if len(digits) <= _MOST_DIGITS else 10**_MOST_DIGITS
