"""Plain text: what our Markdown says, for editors that show it as it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator

_FENCE = re.compile(r"`{3,}")
_RULE = re.compile(r"\|(?: *-+ *\|)+\Z")
_CELLS = re.compile(r"(?<!\\)\|")
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_CODE = re.compile(r"(?<!\\)`([^`]*)`")
_ESCAPE = re.compile(r"\\([\\`*_\[\]<>|])")


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
            fence = opened[0]
        elif not _RULE.match(line):
            yield _without_marks(line)


def _without_marks(line: str) -> str:
    if line.startswith("|") and line.endswith("|"):
        cells = [cell.strip() for cell in _CELLS.split(line[1:-1])]
        line = " · ".join(filter(None, cells))
    return _ESCAPE.sub(r"\1", _CODE.sub(r"\1", _BOLD.sub(r"\1", line)))
