"""Limits: files that get no definitions, because to parse them could take very long.

Error recovery of the parsers is quadratic and cannot be stopped, so what is too large, nests too
deeply or has too long a line is not parsed at all. Nothing here depends on how long anything took.
"""

from __future__ import annotations

from itertools import accumulate

from cortex_planner.substrate.extract import Language

DEEPEST_NESTING = 500
LONGEST_LINE = 20_000

_OPENING, _CLOSING = b"([{", b")]}"
_NOT_BRACKETS = bytes(set(range(256)) - set(_OPENING + _CLOSING))
_STEP = [1 if byte in _OPENING else -1 for byte in range(256)]


def exceeds_limits(language: Language, text: bytes) -> bool:
    """Return whether a file gets its whole-file section only."""
    if len(text) > language.limit:
        return True
    return language.family == "CODE" and (
        _longest_line(text) > LONGEST_LINE or _nesting(text) > DEEPEST_NESTING
    )


def _longest_line(text: bytes) -> int:
    return max(map(len, text.split(b"\n"))) if len(text) > LONGEST_LINE else 0


def _nesting(text: bytes) -> int:
    """Return how many brackets are open at once at most, strings and comments taken as code."""
    brackets = text.translate(None, _NOT_BRACKETS)
    if len(brackets) <= DEEPEST_NESTING:
        return 0
    depths = list(accumulate(map(_STEP.__getitem__, brackets), initial=0))
    return max(depth - lowest for depth, lowest in zip(depths, accumulate(depths, min), strict=True))
