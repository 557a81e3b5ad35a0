"""Looking ahead: what follows an odd place, so that the reader can tell what was meant there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from cortex_planner.text.blank import SPACE

_STRING = r'"(?:[^"\\\n\r]|\\.)*"'
_WIDEST_INDENT = 500

member_ahead = re.compile(rf"[ \t\n\r]*,?[ \t\n\r]*{_STRING}[ \t\n\r]*:").match
item_ahead = re.compile(rf"[ \t\n\r]*(?:,[ \t\n\r]*{_STRING}[ \t\n\r]*[,\]]|\])").match
value_ahead = re.compile(r'[ \t\n\r]*["{\[0-9-]').match
value_ahead_on_line = re.compile(r'[ \t]*["{\[0-9-]').match
end_ahead = re.compile(r"[ \t\n\r]*[,\]}]").match
stray_before_colon = re.compile(r'[,\[\]{}"][ \t\n\r]*:').match
quoted_opener = re.compile(r'"[ \t]*[\[{][ \t]*[\n\r]').match
_closers = re.compile(r"[ \t\n\r\]}]{0,400}").match


def closers_fit(containers: Sequence[Any], text: str, position: int) -> bool:
    """Return whether the closing brackets at `position`, and what follows them, fit the open containers."""
    run = _closers(text, position)
    assert run is not None  # noqa: S101 - a run may be empty
    left = list(containers)
    for mark in run.group().translate(_NO_SPACE):
        if not left or isinstance(left.pop(), dict) is not (mark == "}"):
            return False
    following = text[run.end() : run.end() + 1]
    if not left or following != ",":
        return not left and not following
    return isinstance(left[-1], dict) is (member_ahead(text, run.end()) is not None)


_NO_SPACE = {ord(character): None for character in SPACE}


def column(text: str, offset: int) -> int:
    """Return how far `offset` stands from the start of its line, as far as it matters for an indent."""
    line = text[max(0, offset - _WIDEST_INDENT) : offset]
    return len(line) - 1 - max(line.rfind("\n"), line.rfind("\r"))
