"""The two hashes of an index: of its section ids, and of its symbols.

Both read the tables in sorted order and never hold more than a batch. The symbol hash is the
`content_hash` of the list of four-field objects; the canonical form of one flat list is the canonical
forms of its items with `, ` between, which lets it be taken piece by piece.
"""

from __future__ import annotations

import hashlib
import sqlite3
from json.encoder import encode_basestring_ascii

_BATCH = 20_000


def section_index_hash(connection: sqlite3.Connection) -> str:
    """Return the SHA-256 of the sorted section ids joined by newlines."""
    digest = hashlib.sha256()
    separator = ""
    cursor = connection.execute("SELECT section_id FROM sections ORDER BY section_id")
    while batch := cursor.fetchmany(_BATCH):
        digest.update((separator + "\n".join([name for (name,) in batch])).encode())
        separator = "\n"
    return digest.hexdigest()


def symbols_hash(connection: sqlite3.Connection) -> str:
    """Return the `content_hash` of the symbols, sorted by id."""
    digest = hashlib.sha256(b"[")
    separator = ""
    cursor = connection.execute(
        "SELECT symbol_id, target_type, target_ref, default_slice FROM symbols ORDER BY symbol_id"
    )
    while batch := cursor.fetchmany(_BATCH):
        digest.update((separator + ", ".join([_canonical(*row) for row in batch])).encode())
        separator = ", "
    digest.update(b"]")
    return digest.hexdigest()


def _canonical(symbol_id: str, target_type: str, target_ref: str, default_slice: str | None) -> str:
    """Return the canonical JSON of a four-field symbol; a test holds it equal to `canonical_json`."""
    bound = "null" if default_slice is None else encode_basestring_ascii(default_slice)
    return (
        f'{{"default_slice": {bound}, "symbol_id": {encode_basestring_ascii(symbol_id)},'
        f' "target_ref": "{target_ref}", "target_type": "{target_type}"}}'
    )
