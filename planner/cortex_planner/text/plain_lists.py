"""Plain lists: strings one after the other, with nothing odd in or between them; long lists are mostly that.

One split does what a match per item would do, in a tenth of the time.
"""

from __future__ import annotations

import re

_ITEM_AND_GAP = re.compile(r'"[^"\\\x00-\x1f]*"([ \t\n\r]*,[ \t\n\r]*)"').match
_CONTROLS = bytes(range(0x20))


def evenly_spaced_items(text: str, position: int) -> tuple[list[str], str]:
    """Return the strings of a list from `position` on, all but the last, and what stands between them.

    Nothing where the gaps are not all equal. It looks ahead to the list's end: ask once per list.
    """
    first = _ITEM_AND_GAP(text, position)
    closer = text.find("]", position)
    if first is None or closer < 0:
        return [], ""
    body = text[position:closer].rstrip(" \t\n\r")
    values = body[1:-1].split(f'"{first[1]}"')
    plain = body.endswith('"') and "\\" not in body and body.count('"') == 2 * len(values)
    return (values[:-1], first[1]) if plain and _has_no_controls("".join(values)) else ([], "")


def _has_no_controls(text: str) -> bool:
    data = text.encode("utf-8", "surrogatepass")
    return len(data.translate(None, _CONTROLS)) == len(data)
