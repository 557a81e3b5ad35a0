"""A browser for the tests: Chromium behind a small bridge process that speaks JSON lines."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from e2e.tools import Tools
from e2e.waiting import Lines

BRIDGE = Path(__file__).with_name("bridge.mjs")
# Seconds; only a failure takes so long. Where every core has ten things to do a page may take a minute to start.
LIMIT = 180.0


@dataclass(frozen=True, slots=True)
class Box:
    """Where an element is on the page, and its text."""

    x: float
    y: float
    width: float
    height: float
    text: str


class Browser:
    """A page of the browser, by its name; every wait has a limit, and nothing pauses."""

    def __init__(self, process: subprocess.Popen[str], lines: Lines, name: str = "own") -> None:
        self._process = process
        self._lines = lines
        self._name = name

    def new_page(self, name: str = "own") -> Browser:
        """Begin a new page, in place of the one that had this name."""
        page = Browser(self._process, self._lines, name)
        page._ask("newPage")
        return page

    def open(self, address: str) -> None:
        """Load a page."""
        self._ask("open", address=address)

    def wait(
        self,
        selector: str,
        text: str | None = None,
        *,
        frame: list[str] | None = None,
        seconds: float = LIMIT,
    ) -> None:
        """Wait until an element that matches, and holds `text`, is in sight."""
        self._ask("wait", seconds, selector=selector, text=text, frame=frame, state="visible")

    def comes(self, selector: str, seconds: float) -> bool:
        """Return whether such an element comes into sight within the time."""
        try:
            self.wait(selector, seconds=seconds)
        except pytest.fail.Exception:
            return False
        return True

    def wait_gone(self, selector: str, text: str | None = None, *, frame: list[str] | None = None) -> None:
        """Wait until no such element is in sight."""
        self._ask("wait", selector=selector, text=text, frame=frame, state="hidden")

    def texts(self, selector: str, *, frame: list[str] | None = None) -> list[str]:
        """Return the text of every element that matches."""
        found: list[str] = self._ask("texts", selector=selector, frame=frame)
        return found

    def click(self, selector: str, text: str | None = None, *, frame: list[str] | None = None) -> None:
        """Click the first element that matches, once it can be clicked."""
        self._ask("click", selector=selector, text=text, frame=frame)

    def hover(self, selector: str, text: str | None = None, *, frame: list[str] | None = None) -> None:
        """Rest the pointer on the first element that matches."""
        self._ask("hover", selector=selector, text=text, frame=frame)

    def press(self, *keys: str) -> None:
        """Press keys one after the other, such as `Control+s`."""
        for key in keys:
            self._ask("press", key=key)

    def type(self, text: str) -> None:
        """Type text where the focus is, key by key."""
        self._ask("type", text=text)

    def insert(self, text: str) -> None:
        """Put text where the focus is all at once, as if pasted: where how it is typed is not what the test is about."""
        self._ask("insert", text=text)

    def boxes(self, selector: str, *, frame: list[str] | None = None) -> list[Box]:
        """Return where every element that matches is."""
        return [Box(**found) for found in self._ask("boxes", selector=selector, frame=frame)]

    def wait_until(self, expression: str, *, frame: list[str] | None = None) -> None:
        """Wait until a JavaScript expression is true."""
        self._ask("waitFunction", expression=expression, frame=frame)

    def evaluate(self, expression: str, *, frame: list[str] | None = None) -> Any:
        """Return the value of a JavaScript expression."""
        return self._ask("evaluate", expression=expression, frame=frame)

    def host_tests(self, address: str, seconds: float) -> tuple[int, list[str]]:
        """Open a page whose extension host runs tests; return their exit code and the host's log."""
        ended = self._ask("hostTests", seconds, address=address)
        return ended["code"], ended["log"]

    def clipboard(self) -> str:
        """Return what was copied."""
        copied: str = self._ask("clipboard")
        return copied

    def resize(self, width: int, height: int) -> None:
        """Give the page another size."""
        self._ask("resize", width=width, height=height)

    def screenshot(self, path: Path) -> None:
        """Take a picture of the page."""
        self._ask("screenshot", path=str(path))

    def _ask(self, action: str, seconds: float = LIMIT, **options: Any) -> Any:
        given = {name: value for name, value in options.items() if value is not None}
        request = {"action": action, "name": self._name, "timeout": seconds * 1000, **given}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._lines.next(time.monotonic() + seconds + LIMIT))
        if "error" in answer:
            pytest.fail(f"{action} {given}: {answer['error']}")
        return answer["value"]


@contextmanager
def open_browser(tools: Tools) -> Iterator[Browser]:
    """Start Chromium; it ends with the block."""
    process = subprocess.Popen(
        [str(tools.node), str(BRIDGE), str(tools.playwright), str(tools.chromium)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield Browser(process, Lines(process.stdout))
    finally:
        process.stdin.close()
        process.wait(LIMIT)
