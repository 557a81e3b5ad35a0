"""Lines: how the bytes of a file become the text that sections are cut from.

Only `\\n`, `\\r\\n` and `\\r` end a line; form feeds and U+2028 do not. The text is UTF-8 without a byte
order mark, every line ended by `\\n`, the last one only where the file ends it: the same on every
machine, whatever line endings a checkout uses.
"""

from __future__ import annotations

import hashlib
from itertools import accumulate

_BOM = b"\xef\xbb\xbf"


def lf_bytes(raw: bytes) -> bytes:
    """Return the text of a file with `\\n` line ends and without a byte order mark, as UTF-8."""
    text = raw.removeprefix(_BOM)
    return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in text else text


def sha256_hex(data: bytes) -> str:
    """Return the SHA-256 of `data` as 64 lower-case hex digits."""
    return hashlib.sha256(data).hexdigest()


class LineTable:
    """Where each line of an LF text starts, in bytes."""

    __slots__ = ("starts", "text")

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.starts = _line_starts(text)

    @property
    def count(self) -> int:
        """Return the number of lines; a final line end opens no further line."""
        return len(self.starts) - 1

    def slice(self, line_start: int, line_end: int) -> bytes:
        """Return the text of a range of lines."""
        return self.text[self.starts[line_start] : self.starts[line_end]]


def _line_starts(text: bytes) -> list[int]:
    """Return the offset of each line, and the length of the text as the last entry.

    Of the line ends that `bytes.splitlines` knows, an LF text has only the right one.
    """
    return list(accumulate(map(len, text.splitlines(keepends=True)), initial=0))
