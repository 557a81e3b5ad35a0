"""Search: what a person typed, answered with the symbols that they most likely mean.

Prefix first: names that start with what was typed come straight from the index. Then fuzzy, to fill:
`frizbee` (SIMD, typo-tolerant) picks candidates out of all names, and `cortex_planner.substrate.ranking`
puts them in order. The names are loaded when a fuzzy search is first made in a generation: at once, or
a few at a time (`load_some`) for who must not wait, an editor, and is content with prefixes meanwhile.
"""

from __future__ import annotations

import os
import sqlite3
from array import array
from itertools import accumulate, islice
from typing import TYPE_CHECKING

from cortex_planner.substrate.ranking import Candidate, ranked
from cortex_planner.substrate.store.schema import storable

if TYPE_CHECKING:
    from frizbee import Haystacks, Match

_BATCH = 20_000
_FEW = 1_000
"""So many names are loaded in a millisecond, which nobody who types notices."""

_CANDIDATES = 256
_MOST_THREADS = 4
_LONGEST_QUERY = 200
_ENOUGH = 10
"""So many names by prefix need no others beside them: who types a prefix knows what they want."""

_TYPO_AT_LEAST = 4
_NEXT = "SELECT symbol_id FROM symbols WHERE symbol_id > ? ORDER BY symbol_id LIMIT ?"
_PREFIX = (
    "SELECT symbol_id FROM symbols WHERE symbol_id >= ?1 AND symbol_id < ?1 || char(1114111)"
    " ORDER BY symbol_id LIMIT ?2"
)


class SymbolSearch:
    """The symbols of one generation, searched."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._names = _Names(connection)

    @property
    def complete(self) -> bool:
        """Return whether fuzzy searches find every name."""
        return self._names.complete

    def load_some(self) -> bool:
        """Load some more of the names; return whether that was all."""
        self._names.load_some()
        return self._names.complete

    def find(self, query: str, limit: int) -> list[str]:
        """Return at most `limit` symbols for `query`, the best first; it may lack its `@`."""
        found = self.find_at_once(query, limit)
        if found is not None:
            return found
        self._names.load_all()
        return self._find_alike(query, limit)

    def find_at_once(self, query: str, limit: int) -> list[str] | None:
        """Return what `find` returns, or None where that would have to wait for names to be loaded."""
        asked = storable(query[:_LONGEST_QUERY])
        found = self.by_prefix(asked, limit) if asked.startswith("@") else []
        if len(found) >= min(limit, _ENOUGH) or not asked.strip("@ "):
            return found or self.by_prefix("@", limit)
        return self._find_alike(query, limit) if self.complete or self.load_some() else None

    def _find_alike(self, query: str, limit: int) -> list[str]:
        asked = storable(query[:_LONGEST_QUERY])
        found = self.by_prefix(asked, limit) if asked.startswith("@") else []
        seen = set(found)
        fuzzy = self._by_likeness(asked, _CANDIDATES + len(found), typos=0)
        return (found + [name for name in fuzzy if name not in seen])[:limit]

    def suggest(self, name: str, limit: int) -> list[str]:
        """Return symbols that `name` may be a misspelling of, the likeliest first."""
        asked = storable(name[:_LONGEST_QUERY])
        candidates = self._by_likeness(asked, _CANDIDATES, typos=min(3, len(asked) // _TYPO_AT_LEAST))
        return closest(asked, candidates)[:limit]

    def by_prefix(self, prefix: str, limit: int) -> list[str]:
        """Return the first symbols that start with `prefix`."""
        return [name for (name,) in self._connection.execute(_PREFIX, (prefix, limit))]

    def _by_likeness(self, query: str, count: int, *, typos: int) -> list[str]:
        """Return the names that are like `query`, ranked."""
        names = self._names
        names.load_all()
        wanted = "".join(query.split()).lstrip("@")
        matches = names.matches(wanted, count, typos)
        return ranked(query, (Candidate(names[match.index], match.score) for match in matches))


def closest(name: str, candidates: list[str]) -> list[str]:
    """Return candidates by how much of their spelling they share with `name`."""
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(name.lower())
    scored = []
    for place, candidate in enumerate(candidates):
        matcher.set_seq1(candidate.lower())
        scored.append((-matcher.ratio(), place, candidate))
    return [candidate for _, _, candidate in sorted(scored)]


class _Names:
    """All names: once inside the matcher, and once as bytes with offsets, to spell a match out again."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._haystacks: Haystacks | None = None
        self._offsets = array("Q", [0])
        self._text = bytearray()
        self._last = ""
        self.complete = False

    def load_all(self) -> None:
        """Load every name."""
        while not self.complete:
            self.load_some(_BATCH)

    def load_some(self, count: int = _FEW) -> None:
        """Load the next names."""
        from frizbee import Haystacks

        if self._haystacks is None:
            self._haystacks = Haystacks()
        batch = [name for (name,) in self._connection.execute(_NEXT, (self._last, count))]
        self.complete = len(batch) < count
        if batch:
            self._last = batch[-1]
            self._haystacks.extend(batch)
            encoded = [name.encode() for name in batch]
            self._offsets.extend(islice(accumulate(map(len, encoded), initial=self._offsets[-1]), 1, None))
            self._text += b"".join(encoded)

    def __getitem__(self, index: int) -> str:
        return self._text[self._offsets[index] : self._offsets[index + 1]].decode()

    def matches(self, wanted: str, count: int, typos: int) -> list[Match]:
        """Return the `count` best matches of a subsequence, whatever its case."""
        from frizbee import Haystacks, Matcher

        names = self._haystacks if self._haystacks is not None else Haystacks()
        matcher = Matcher(wanted, max_items=count, max_typos=typos, casing="ignore")
        threads = min(_MOST_THREADS, os.cpu_count() or 1)
        if threads < 2 or len(names) < _BATCH:
            return matcher.match_list(names)
        return matcher.match_list_parallel(names, threads)
