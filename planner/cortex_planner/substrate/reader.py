"""Reading an index: what the compiler and the editor ask, in batches, without reading a file.

A reader answers from one generation at a time and keeps what it was asked until the generation
changes, which it notices with one cheap look. Whether files have changed since is a separate question
(`cortex_planner.substrate.staleness`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING, Any, TypeVar

from cortex_planner.errors import SectionError
from cortex_planner.substrate.model import (
    OutlineEntry,
    Section,
    Symbol,
    SymbolEntry,
    SymbolsLookedUp,
    heading_path_from_json,
)
from cortex_planner.substrate.rules import INDEX_MISSING
from cortex_planner.substrate.store import StoreLocation, store_location
from cortex_planner.substrate.store.schema import read_meta, storable
from cortex_planner.substrate.store.source import open_source

if TYPE_CHECKING:
    from cortex_planner.finding import Finding
    from cortex_planner.substrate.model import IndexReport
    from cortex_planner.substrate.search import SymbolSearch

_Value = TypeVar("_Value")
_MOST_CACHED = 200_000
_AT_ONCE = 1_000

_SECTION = (
    "section.section_id, section.file_path, section.heading_path, section.line_start, section.line_end,"
    " section.content_hash, section.bytes"
)
_SYMBOLS = (
    "SELECT symbol.symbol_id, symbol.target_ref, symbol.default_slice, symbol.bytes,"  # noqa: S608
    " symbol.content_hash,"
    f" symbol.ambiguous, {_SECTION} FROM json_each(?) AS wanted"
    " JOIN symbols AS symbol ON symbol.symbol_id = wanted.value"
    " JOIN sections AS section ON section.section_id = symbol.target_ref"
)
_SIZES = "SELECT symbol_id, bytes FROM json_each(?) AS wanted JOIN symbols ON symbol_id = wanted.value"
_WHOLE_FILES = (
    f"SELECT {_SECTION} FROM json_each(?) AS wanted"  # noqa: S608
    " JOIN sections AS section ON section.file_path = wanted.value AND section.heading_path = '[]'"
)
_SECTIONS = (
    f"SELECT {_SECTION} FROM json_each(?) AS wanted"  # noqa: S608
    " JOIN sections AS section ON section.section_id = wanted.value"
)


def open_index(
    root: Path, substrate: str = "sqlite", *, sections: Path | None = None, symbols: Path | None = None
) -> IndexReader:
    """Return a reader of the index of `root`; raise `SectionError` where there is none to read."""
    return IndexReader(store_location(root, substrate, sections=sections, symbols=symbols))


class IndexReader:
    """An open index. Every look-up sees one generation; inside `snapshot`, all of them see the same."""

    def __init__(self, location: StoreLocation) -> None:
        self.location = location
        self._source = open_source(location)
        self._token: object = None
        self._depth = 0
        self._meta: dict[str, str] = {}
        self._symbols: dict[str, SymbolEntry | None] = {}
        self._files: dict[str, Section | None] = {}
        self._sections: dict[str, Section | None] = {}
        self._outlines: dict[str, tuple[OutlineEntry, ...]] = {}
        self._looked_up: tuple[list[str], SymbolsLookedUp] | None = None
        self._search: SymbolSearch | None = None
        try:
            self.refresh()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the files."""
        self._source.close()

    def __enter__(self) -> IndexReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Hold one generation, the newest at the start, for all look-ups inside."""
        if self._depth == 0 and self._source.reopen_if_replaced():
            self._token = None
        if self._depth == 0:
            self._source.connection.execute("BEGIN")
        self._depth += 1
        try:
            if self._depth == 1:
                self._turn_to_newest()
            yield
        finally:
            self._depth -= 1
            if self._depth == 0:
                self._source.connection.execute("COMMIT")

    def refresh(self) -> bool:
        """Turn to the newest generation; return whether it is another than before."""
        before = self._meta.get("generation")
        with self.snapshot():
            return self._meta["generation"] != before

    @property
    def generation(self) -> int:
        """Return the generation that was answered from last."""
        return int(self._meta["generation"])

    @property
    def section_index_hash(self) -> str:
        """Return the hash of all section ids."""
        return self._meta["section_index_hash"]

    @property
    def symbols_hash(self) -> str:
        """Return the hash of all symbols."""
        return self._meta["symbols_hash"]

    @property
    def configuration_hash(self) -> str:
        """Return the hash of the index configuration that the index was built with."""
        return self._meta["configuration_hash"]

    def symbols(self, names: Iterable[str]) -> dict[str, SymbolEntry | None]:
        """Return what the index knows of each symbol, None for those it does not have."""
        with self.snapshot():
            return self._many(self._symbols, names, _SYMBOLS, _symbol_entry)

    def symbol_sizes(self, names: Iterable[str]) -> dict[str, int | None]:
        """Return how many bytes each symbol expands to: all that a list of many names has to show."""
        with self.snapshot():
            return dict(self._source.connection.execute(_SIZES, (json.dumps(list(names)),)))

    def look_up(self, names: list[str]) -> SymbolsLookedUp:
        """Return many symbols with what follows from them; asked for the same again, it is at hand."""
        with self.snapshot():
            if self._looked_up is None or self._looked_up[0] != names:
                self._looked_up = (names, SymbolsLookedUp.of(self.symbols(names)))
            return self._looked_up[1]

    def files(self, paths: Iterable[str]) -> dict[str, Section | None]:
        """Return the whole-file section of each file, None for those that are not indexed."""
        with self.snapshot():
            return self._many(self._files, paths, _WHOLE_FILES, _whole_file)

    def sections(self, section_ids: Iterable[str]) -> dict[str, Section | None]:
        """Return each section by its id, None for those that are not there."""
        with self.snapshot():
            return self._many(self._sections, section_ids, _SECTIONS, _section_by_id)

    def outline(self, path: str) -> tuple[OutlineEntry, ...]:
        """Return the headings or definitions of a file, in document order."""
        with self.snapshot():
            if path not in self._outlines:
                self._outlines[path] = self._read_outline(path)
            return self._outlines[path]

    def heading(self, path: str, heading: str) -> Section | None:
        """Return the section of a heading or definition: by its anchor, or its exact text where unique."""
        from cortex_planner.substrate.naming import find_entry

        with self.snapshot():
            entry = find_entry(self.outline(path), heading)
            return self.sections([entry.section_id])[entry.section_id] if entry else None

    def why_not_indexed(self, path: str) -> str | None:
        """Return why a file that was seen is left out, or None where nothing is known of it."""
        with self.snapshot():
            row = self._source.connection.execute(
                "SELECT reason FROM files WHERE file_path = ?", (storable(path),)
            ).fetchone()
        return row[0] if row else None

    def file_states(self, paths: Iterable[str]) -> dict[str, tuple[tuple[int, int, int, int], bool, str]]:
        """Return state, freshness and content hash of each indexed file, as the last build saw them."""
        with self.snapshot():
            rows = self._source.connection.execute(
                "SELECT file_path, size, mtime_ns, ctime_ns, inode, fresh, content_hash"
                " FROM json_each(?) AS wanted JOIN files ON file_path = wanted.value"
                " WHERE content_hash IS NOT NULL",
                (json.dumps(list(paths)),),
            ).fetchall()
        return {row[0]: (row[1:5], bool(row[5]), row[6]) for row in rows}

    def files_below(self, folder: str, *, limit: int = 1000) -> list[str]:
        """Return the indexed files whose path starts with `folder`, sorted, at most `limit`."""
        with self.snapshot():
            rows = self._source.connection.execute(
                "SELECT file_path FROM files WHERE file_path >= ?1 AND file_path < ?1 || char(1114111)"
                " AND reason IS NULL ORDER BY file_path LIMIT ?2",
                (storable(folder), limit),
            ).fetchall()
        return [path for (path,) in rows]

    def all_symbols(self, prefix: str = "") -> Iterator[Symbol]:
        """Yield every symbol whose id starts with `prefix`, sorted by id."""
        with self.snapshot():
            yield from (
                Symbol(name, target, bound)
                for name, target, bound in self._source.connection.execute(
                    "SELECT symbol_id, target_ref, default_slice FROM symbols"
                    " WHERE symbol_id >= ?1 AND symbol_id < ?1 || char(1114111) ORDER BY symbol_id",
                    (storable(prefix),),
                )
            )

    def search(self, query: str, *, limit: int = 50) -> list[str]:
        """Return the symbols that best answer what a person typed: by prefix first, then fuzzily."""
        with self.snapshot():
            return self._symbol_search().find(query, limit)

    def search_at_once(self, query: str, *, limit: int = 50) -> tuple[list[str], bool]:
        """Return what can be found without waiting, and whether that is all: prefixes only, until names are loaded."""
        with self.snapshot():
            search = self._symbol_search()
            found = search.find_at_once(query, limit)
            return (search.by_prefix(query, limit), False) if found is None else (found, True)

    def load_some_names(self) -> bool:
        """Load some more names for searching by likeness; return whether that was all."""
        with self.snapshot():
            return self._symbol_search().load_some()

    def suggest(self, name: str, *, limit: int = 3) -> list[str]:
        """Return symbols that `name` may be a misspelling of, the likeliest first."""
        with self.snapshot():
            return self._symbol_search().suggest(name, limit)

    def findings(self) -> tuple[Finding, ...]:
        """Return what is wrong with the pins and rules of `cortex.toml`, without positions."""
        from cortex_planner.substrate.report import findings_from_json

        with self.snapshot():
            return findings_from_json(self._meta["findings"])

    def report(self) -> IndexReport:
        """Return what the index holds, as the build that made it reported."""
        from cortex_planner.substrate.report import index_report

        with self.snapshot():
            return index_report(self._source.connection)

    def _symbol_search(self) -> SymbolSearch:
        if self._search is None:
            from cortex_planner.substrate.search import SymbolSearch

            self._search = SymbolSearch(self._source.connection)
        return self._search

    def _turn_to_newest(self) -> None:
        token = self._source.token()
        if token == self._token:
            return
        meta = read_meta(self._source.connection)
        if "generation" not in meta:
            message = INDEX_MISSING.message.format(path=self.location.sections)
            raise SectionError(INDEX_MISSING.code, message)
        if meta["generation"] != self._meta.get("generation") or self._token is None:
            self._forget()
        self._meta, self._token = meta, token

    def _forget(self) -> None:
        self._symbols, self._files, self._sections, self._outlines = {}, {}, {}, {}
        self._looked_up = None
        self._search = None

    def _many(
        self,
        cache: dict[str, _Value | None],
        keys: Iterable[str],
        query: str,
        make: Callable[[tuple[Any, ...]], tuple[str, _Value]],
    ) -> dict[str, _Value | None]:
        """Answer from the cache, and ask for what it lacks, many at once."""
        wanted = list(dict.fromkeys(keys))
        lacking = [key for key in wanted if key not in cache]
        if lacking and len(cache) > _MOST_CACHED:
            cache.clear()
            lacking = wanted
        for first in range(0, len(lacking), _AT_ONCE):
            # What is found is kept under the very string that was asked for: half the memory for long lists.
            asked = {key: key for key in lacking[first : first + _AT_ONCE]}
            cache.update(dict.fromkeys(asked))
            rows = self._source.connection.execute(query, (json.dumps(list(asked)),))
            cache.update(make((asked.get(row[0], row[0]), *row[1:])) for row in rows)
        return {key: cache[key] for key in wanted}

    def _read_outline(self, path: str) -> tuple[OutlineEntry, ...]:
        connection = self._source.connection
        path = storable(path)
        row = connection.execute("SELECT outline FROM outlines WHERE file_path = ?", (path,)).fetchone()
        if row is None:
            return ()
        ids = {
            (start, end): section_id
            for start, end, section_id in connection.execute(
                "SELECT line_start, line_end, section_id FROM sections WHERE file_path = ?", (path,)
            )
        }
        return tuple(
            OutlineEntry(anchor, text, start, end, ids[start, end], bool(shared))
            for anchor, text, start, end, shared in json.loads(row[0])
        )


def _symbol_entry(row: tuple[Any, ...]) -> tuple[str, SymbolEntry]:
    section = _shared_section(row[6:])
    symbol = Symbol(row[0], section.section_id, intern(row[2]) if row[2] is not None else None)
    return row[0], SymbolEntry(symbol, section, row[3], row[4], bool(row[5]))


@lru_cache(maxsize=4096)
def _shared_section(row: tuple[Any, ...]) -> Section:
    """Return a section; many symbols name the same one, which need not be kept for each."""
    return _section(row)


def _whole_file(row: tuple[Any, ...]) -> tuple[str, Section]:
    return row[1], _section(row)


def _section_by_id(row: tuple[Any, ...]) -> tuple[str, Section]:
    return row[0], _section(row)


def _section(row: tuple[Any, ...]) -> Section:
    section_id, path, heading_path, start, end, digest, size = row
    return Section(section_id, path, heading_path_from_json(heading_path), start, end, digest, size)
