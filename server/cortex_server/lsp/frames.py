"""Frames: how messages are written as bytes and told apart: a header with the length, then the body.

orjson writes a page of diagnostics ten times as fast as json does, but takes 20 ms to import: it is
loaded once there is a page to write, or a moment to spare. What it refuses (half a surrogate pair, a
number of more than 64 bits) json writes.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

logger = logging.getLogger(__name__)

PAGE_BYTES = 4_000
_HEADER_END = b"\r\n\r\n"
_LENGTH = re.compile(rb"^content-length:[ \t]*(\d+)[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)


class Encoder:
    """Writes messages as JSON; `default` turns what is not a plain value into one."""

    def __init__(self, default: Callable[[Any], Any]) -> None:
        self._default = default
        self._quick: Callable[..., bytes] | None = None

    def __call__(self, message: Any) -> bytes:
        """Return a message as JSON."""
        if self._quick is not None:
            with suppress(TypeError):
                return self._quick(message, self._default)
        body = json.dumps(message, default=self._default).encode()
        if len(body) > PAGE_BYTES:
            self.quicken()
        return body

    def quicken(self) -> None:
        """Write messages the quick way from now on."""
        if self._quick is None:
            from orjson import dumps

            self._quick = dumps


def framed(body: bytes) -> bytes:
    """Return a body with its header."""
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class Frames:
    """Takes bytes as they come, and gives back whole bodies."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._length: int | None = None

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield every body that is whole once `data` has come."""
        self._buffer += data
        while self._has_header() and self._length is not None and len(self._buffer) >= self._length:
            body = bytes(self._buffer[: self._length])
            del self._buffer[: self._length]
            self._length = None
            yield body

    def _has_header(self) -> bool:
        """Return whether the length of the next body is known; a header without one is passed over."""
        while self._length is None:
            end = self._buffer.find(_HEADER_END)
            if end < 0:
                return False
            found = _LENGTH.search(bytes(self._buffer[: end + 1]))
            del self._buffer[: end + len(_HEADER_END)]
            if found is not None:
                self._length = int(found[1])
            else:
                logger.warning("a header without a length was passed over")
        return True
