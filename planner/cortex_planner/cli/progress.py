"""Progress of long work: a bar on a terminal, lines of JSON for programs, silence otherwise."""

from __future__ import annotations

import json
import time
from typing import TextIO

_WIDTH = 30
_SECONDS_BETWEEN = 0.1


def silent(_phase: str, _done: int, _total: int) -> None:
    """Tell nobody."""


class JsonProgress:
    """Writes `{"phase", "done", "total"}` a line, at most ten a second."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._last: tuple[str, float] = ("", 0.0)

    def __call__(self, phase: str, done: int, total: int) -> None:
        """Say how far the work is."""
        now = time.monotonic()
        if phase == self._last[0] and now - self._last[1] < _SECONDS_BETWEEN and done < total:
            return
        self._last = (phase, now)
        self._stream.write(json.dumps({"phase": phase, "done": done, "total": total}) + "\n")
        self._stream.flush()


class ProgressBar:
    """Draws one line on a terminal, and takes it away again."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._last = 0.0

    @classmethod
    def on(cls, stream: TextIO) -> ProgressBar | None:
        """Return a bar where the stream is a terminal."""
        return cls(stream) if stream.isatty() else None

    def __call__(self, phase: str, done: int, total: int) -> None:
        """Draw how far the work is."""
        now = time.monotonic()
        if done < total and now - self._last < _SECONDS_BETWEEN:
            return
        self._last = now
        share = done / total if total else 0.0
        bar = "#" * round(share * _WIDTH)
        self._stream.write(f"\r\x1b[K{phase:<10} [{bar:<{_WIDTH}}] {done:,} of {total:,}")
        if total and done >= total:
            self._stream.write("\r\x1b[K")
        self._stream.flush()
