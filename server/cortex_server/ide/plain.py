"""Plain text: what our Markdown says, for editors that show it as it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator

_FENCE = re.compile(r"(`{3,})[^`]*\Z")
_RULE = re.compile(r"\|(?: *-+ *\|)+\Z")
_CELLS = re.compile(r"(?<!\\)\|")
_MARK = re.compile(r"(?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)|\*\*")


def plain_text(markdown: str) -> str:
    """Return the text without its marks; what stands between fences stays as it is."""
    return "\n".join(_lines(markdown))


def _lines(markdown: str) -> Iterator[str]:
    fence = ""
    for line in markdown.split("\n"):
        opened = _FENCE.match(line)
        if fence:
            fence = "" if line == fence else fence
            if fence:
                yield line
        elif opened is not None:
            fence = opened[1]
        elif not _RULE.match(line):
            yield _without_marks(line)


def _without_marks(line: str) -> str:
    if line.startswith("|") and line.endswith("|"):
        cells = [cell.strip().replace(r"\|", "|") for cell in _CELLS.split(line[1:-1])]
        return " · ".join(filter(None, map(_unmarked, cells)))
    return _unmarked(line)


def _unmarked(line: str) -> str:
    return _MARK.sub(lambda mark: _inside(mark["code"] or ""), line)


def _inside(code: str) -> str:
    """Return what a code span shows: it may have room at both ends, for backticks and spaces of its own."""
    return code[1:-1] if code[:1] == code[-1:] == " " else code
