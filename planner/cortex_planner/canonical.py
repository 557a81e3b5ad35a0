"""The canonical form: the one way in which a value becomes bytes that are hashed or stored.

Two values that mean the same have one canonical text, whatever the order of their keys, and one
hash. Whatever the form cannot express faithfully (a key that is not a string, a NaN, an infinity,
a foreign type) is refused rather than rewritten, because a hash over a guess proves nothing.
"""

from __future__ import annotations

import hashlib
import json

_ENCODER = json.JSONEncoder(sort_keys=True, ensure_ascii=True, allow_nan=False)


def canonical_json(value: object) -> str:
    """Return the canonical JSON text of `value`.

    Raises `TypeError` for a key that is not a string or a type that JSON does not have, and
    `ValueError` for a NaN or an infinity.
    """
    _require_string_keys(value)
    return _ENCODER.encode(value)


def content_hash(value: object) -> str:
    """Return the SHA-256 of the canonical JSON of `value`, as 64 lower-case hex digits."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


def _require_string_keys(value: object) -> None:
    """Refuse keys that `json` would turn into strings on its own (`1`, `None`, `True`)."""
    if not isinstance(value, dict | list | tuple):
        return
    pending: list[object] = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, dict):
            for key, member in item.items():
                if type(key) is not str:
                    msg = f"keys must be strings, not {type(key).__name__}"
                    raise TypeError(msg)
                if isinstance(member, dict | list | tuple):
                    pending.append(member)
        else:
            assert isinstance(item, list | tuple)  # noqa: S101 - narrows for the type checker
            pending.extend(member for member in item if isinstance(member, dict | list | tuple))
