"""Slugs and encoded names: how a heading, a definition or a path is spelled inside a symbol.

A heading's slug is GitHub's: lower case, letters, marks, digits, `_` and `-` kept, spaces turned
into `-`, the rest dropped; equal slugs of one file are numbered `-1`, `-2` in order.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

_KEPT_CATEGORIES = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"})
_PLAIN = re.compile(r"[a-z0-9_ -]*\Z")
_ENCODED = re.compile(
    r"[\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u0022\u0023\u0025\u005c]"
)


def github_slug(text: str) -> str:
    """Return GitHub's anchor for a heading whose rendered text is `text`, before numbering."""
    lowered = text.lower()
    if not _PLAIN.match(lowered):
        lowered = "".join(filter(_kept, lowered))
    return lowered.replace(" ", "-")


def number_names(names: Iterable[str]) -> list[tuple[str, bool]]:
    """Return each name numbered as GitHub does, and whether it had to share its spelling."""
    spelled = list(names)
    counts = Counter(spelled)
    taken: dict[str, int] = {}
    numbered = []
    for name in spelled:
        unique = name
        while unique in taken:
            taken[name] += 1
            unique = f"{name}-{taken[name]}"
        taken[unique] = 0
        numbered.append((unique, counts[name] > 1 or unique != name))
    return numbered


def encode_name(text: str) -> str:
    """Return `text` with white space, controls, `"`, `\\`, `%` and `#` percent-encoded."""
    return _ENCODED.sub(_percent_encoded, text) if _ENCODED.search(text) else text


@lru_cache(maxsize=4096)
def _kept(character: str) -> bool:
    return character in " -" or unicodedata.category(character) in _KEPT_CATEGORIES


def _percent_encoded(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode())
