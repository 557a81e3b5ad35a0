r"""Lines and columns: where an offset stands, as people and editors count.

A line ends at `\n`, `\r\n` or `\r` and at nothing else; U+2028, NEL, VT and FF are characters like
any other. Columns are counted in code points (utf-32), UTF-16 units or UTF-8 bytes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

_TERMINATOR = re.compile(r"\r\n?|\n")


class Encoding(StrEnum):
    """What one column is."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"


class Position(NamedTuple):
    """A line and a column, both from 0."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class LineIndex:
    """The offsets at which the lines of a text start; there is always a first line."""

    text: str
    starts: list[int]

    @classmethod
    def of(cls, text: str) -> LineIndex:
        """Return the index of `text`."""
        return cls(text, [0, *_starts_within(text, 0, len(text))])

    def edited(self, start: int, end: int, new_text: str) -> LineIndex:
        """Return the index of the text in which `start:end` is replaced by `new_text`.

        Only the lines round the edit are looked at again: one line before it, because a `\\r` there
        may now meet a `\\n`, up to the end of the line in which it ends.
        """
        text = f"{self.text[:start]}{new_text}{self.text[end:]}"
        first = max(0, self.line_of(start) - 1)
        last = self.line_of(end) + 1
        delta = len(new_text) - (end - start)
        scan_end = (self.starts[last] + delta) if last < len(self.starts) else len(text)
        middle = _starts_within(text, self.starts[first], scan_end)
        if last < len(self.starts):
            tail = self.starts[last:]
            if middle and middle[-1] == tail[0] + delta:
                middle.pop()
            middle += [at + delta for at in tail] if delta else tail
        return LineIndex(text, self.starts[: first + 1] + middle)

    def line_of(self, offset: int) -> int:
        """Return the line on which `offset` stands."""
        return bisect_right(self.starts, offset) - 1

    def line_end(self, line: int) -> int:
        """Return the offset at which the characters of `line` end, before its terminator."""
        if line + 1 >= len(self.starts):
            return len(self.text)
        end = self.starts[line + 1] - 1
        if self.text[end] == "\n" and end > self.starts[line] and self.text[end - 1] == "\r":
            return end - 1
        return end

    def line_text(self, line: int) -> str:
        """Return the characters of `line`, without its terminator."""
        return self.text[self.starts[line] : self.line_end(line)]

    def position(self, offset: int, encoding: Encoding = Encoding.UTF32) -> Position:
        """Return where `offset` stands."""
        line = self.line_of(offset)
        start = self.starts[line]
        if encoding is Encoding.UTF32 or self.text.isascii():
            return Position(line, offset - start)
        return Position(line, _units(self.text[start:offset], encoding))

    def ends(self, start: int, end: int, encoding: Encoding) -> tuple[int, int, int, int]:
        """Return line and column of both ends of a span; most lie on one line, which is looked for once."""
        starts, line = self.starts, bisect_right(self.starts, start) - 1
        begin = starts[line]
        last = bisect_right(starts, end) - 1 if line + 1 < len(starts) and end >= starts[line + 1] else line
        if self.text.isascii() or encoding is Encoding.UTF32:
            return line, start - begin, last, end - starts[last]
        column = _units(self.text[begin:start], encoding)
        if last == line:
            return line, column, line, column + _units(self.text[start:end], encoding)
        return line, column, last, _units(self.text[starts[last] : end], encoding)

    def offset(self, position: Position, encoding: Encoding = Encoding.UTF32) -> int:
        """Return the offset of `position`; past the end of a line, or of the text, is its end.

        A column in the middle of a character belongs to that character's start.
        """
        line, column = position
        if line >= len(self.starts):
            return len(self.text)
        if line < 0 or column <= 0:
            return self.starts[max(line, 0)]
        start, end = self.starts[line], self.line_end(line)
        if encoding is Encoding.UTF32 or self.text.isascii():
            return min(start + column, end)
        return start + _characters(self.text[start:end], column, encoding)


def _starts_within(text: str, start: int, end: int) -> list[int]:
    """Return where lines start after `start`, up to and including `end`."""
    if end < len(text) and text[end - 1 : end + 1] == "\r\n":
        end += 1
    return [match.end() for match in _TERMINATOR.finditer(text, start, end)]


def _units(text: str, encoding: Encoding) -> int:
    if text.isascii():
        return len(text)
    if encoding is Encoding.UTF8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _characters(text: str, units: int, encoding: Encoding) -> int:
    """Return how many whole characters of `text` lie within its first `units` units."""
    if text.isascii():
        return min(units, len(text))
    if encoding is Encoding.UTF8:
        data = text.encode("utf-8", "surrogatepass")[:units]
        return sum((byte & 0xC0) != 0x80 for byte in data) - _cut_utf8(data, text)
    seen = 0
    for count, character in enumerate(text):
        seen += 2 if character > "\uffff" else 1
        if seen > units:
            return count
    return len(text)


def _cut_utf8(data: bytes, text: str) -> int:
    """Return 1 if `data`, a prefix of `text` in UTF-8, ends inside a character."""
    count = sum((byte & 0xC0) != 0x80 for byte in data)
    whole = len(text[:count].encode("utf-8", "surrogatepass"))
    return int(whole != len(data))
