"""Waiting for a program to say a line: a condition with a time limit, never a pause."""

from __future__ import annotations

import queue
import re
import subprocess
import threading
import time
from typing import IO


class Lines:
    """The lines that a program writes, read as they come so that it never blocks."""

    def __init__(self, stream: IO[str]) -> None:
        self._queue: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, args=(stream,), daemon=True)
        self._reader.start()
        self.seen: list[str] = []

    def next(self, deadline: float) -> str:
        """Return the next line; fail when the program ends or the deadline (monotonic) passes."""
        try:
            line = self._queue.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise TimeoutError(self._story("said nothing more in time")) from None
        if line is None:
            raise EOFError(self._story("ended"))
        self.seen.append(line)
        return line

    def until(self, pattern: str, seconds: float) -> re.Match[str]:
        """Return the match of the first line in which `pattern` is found."""
        deadline = time.monotonic() + seconds
        while True:
            found = re.search(pattern, self.next(deadline))
            if found:
                return found

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            self._queue.put(line.rstrip("\n"))
        self._queue.put(None)
        stream.close()

    def _story(self, what: str) -> str:
        return f"the program {what}; it said:\n" + "\n".join(self.seen[-30:])


def end(process: subprocess.Popen[str], seconds: float = 10) -> None:
    """End a program of ours politely, then firmly."""
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(seconds)
