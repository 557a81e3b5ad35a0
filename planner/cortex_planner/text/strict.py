"""The short way: text that is JSON without a flaw, read by `json` itself, which is ten times as fast.

It gives the value and nothing else; where anything at all is odd it declines, and the tolerant
reader decides. Both give the same value for the same good text, which a property test holds them to.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final

_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_MOST_BRACKETS = 250


class _Odd(Exception):  # noqa: N818 - it never leaves this module
    """Something that is not plainly JSON, or that an author should hear about."""


class _Declined:
    """The answer for text that is not plainly good."""


DECLINED: Final = _Declined()


def read_strictly(text: str) -> Any:
    """Return the value of `text`, or `DECLINED`."""
    if text.count("[") + text.count("{") > _MOST_BRACKETS or not _holds_characters_only(text):
        return DECLINED
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError, _Odd):
        return DECLINED


def _holds_characters_only(text: str) -> bool:
    """Return whether every character of `text`, escaped or not, is one that UTF-8 has."""
    if "\\u" in text and _SURROGATE_ESCAPE.search(text):
        return False
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _Odd
    return made


def _real(written: str) -> float:
    value = float(written)
    if math.isinf(value):
        raise _Odd
    return value


def _constant(_written: str) -> Any:
    raise _Odd


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_real, parse_constant=_constant)
