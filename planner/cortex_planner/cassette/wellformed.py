"""What may enter the ledger: identifiers, words of a list, durations, counts, JSON values.

The same is refused whatever the engine, before anything is written: a name that SQLite would keep
and PostgreSQL would not (a NUL, a lone surrogate) must not depend on where a team stores its plans.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection
from typing import Any

from cortex_planner.canonical import canonical_json
from cortex_planner.errors import CassetteError

LONGEST_NAME = 512
LONGEST_LEASE_SECONDS = 10 * 366 * 86_400
_UNPRINTABLE = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\ud800-\\udfff]")
_LARGEST_INTEGER = 2**63 - 1
_DECODER = json.JSONDecoder()


def require_names(**names: object) -> None:
    """Refuse every value that is not 1 to 512 characters without controls and lone surrogates."""
    for field, value in names.items():
        if type(value) is str and 1 <= len(value) <= LONGEST_NAME and value.isprintable():
            continue  # the quick way for nearly all: every claim and receipt passes here four times
        if not isinstance(value, str):
            raise _refused(field, f"must be text, not {type(value).__name__}")
        if not 1 <= len(value) <= LONGEST_NAME:
            raise _refused(field, f"must have 1 to {LONGEST_NAME} characters, not {len(value)}")
        if _UNPRINTABLE.search(value):
            raise _refused(field, "must not hold control characters or lone surrogates")


def require_word(field: str, value: object, words: Collection[str]) -> None:
    """Refuse a value that is none of `words`."""
    if not isinstance(value, str) or value not in words:
        raise _refused(field, f"must be one of {', '.join(words)}")


def require_integer(field: str, value: object, *, least: int) -> None:
    """Refuse a value that is not a whole number from `least` on."""
    if type(value) is not int or not least <= value <= _LARGEST_INTEGER:
        raise _refused(field, f"must be a whole number, {least} or more")


def lease_milliseconds(ttl_seconds: object) -> int:
    """Return a lease's length in milliseconds, or refuse it."""
    usable = type(ttl_seconds) in {int, float} and math.isfinite(ttl_seconds)  # type: ignore[arg-type]
    if usable:
        length = round(ttl_seconds * 1000)  # type: ignore[operator]
        if 1 <= length <= LONGEST_LEASE_SECONDS * 1000:
            return length
    raise _refused("ttl_seconds", "must be a number of seconds above 0, at most ten years")


def canonical_payload(field: str, value: object) -> str:
    """Return the canonical JSON of a payload, or refuse what JSON cannot say."""
    try:
        return canonical_json(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise _refused(field, f"is not a JSON value: {error}") from error


def parse_payload(text: str) -> Any:
    """Return the value that a stored payload spells."""
    return _DECODER.decode(text)


def _refused(field: str, reason: str) -> CassetteError:
    return CassetteError("cassette-value", f"{field} {reason}", details={"field": field})
