"""The public way to symbols: from a name to the bounded text that it stands for."""

from __future__ import annotations

from pathlib import Path

from cortex_planner.errors import SymbolError
from cortex_planner.forms import is_symbol_id
from cortex_planner.forms.rules import SYMBOL_FORM
from cortex_planner.substrate.indexer import section_text
from cortex_planner.substrate.lines import sha256_hex
from cortex_planner.substrate.model import Expansion, SymbolEntry
from cortex_planner.substrate.reader import IndexReader
from cortex_planner.substrate.rules import SLICE_OUT_OF_RANGE, SYMBOL_UNBOUNDED, SYMBOL_UNKNOWN
from cortex_planner.substrate.slices import apply_slice, require_slice
from cortex_planner.substrate.store import store_location


class SymbolResolver:
    """The symbols of one repository."""

    def __init__(self, repo_root: Path | str, substrate: str = "sqlite") -> None:
        self.root = Path(repo_root).resolve()
        self.location = store_location(self.root, substrate)

    def resolve(self, symbol_id: str, slice: str | None = None) -> Expansion:  # noqa: A002
        """Return what a symbol expands to, by its own slice or by a narrower one that is asked for.

        Raises `SymbolError` where the symbol is unknown or unbounded or the slice does not fit, and
        `SectionError` where its file changed since it was indexed.
        """
        if slice is not None:
            require_slice(slice)
        with IndexReader(self.location) as reader:
            entry = require_symbol(reader, symbol_id)
            bound = slice if slice is not None else require_default_slice(entry)
            text = section_text(self.root, reader, entry.section)
        return _expansion(entry, bound, apply_slice(text, require_slice(bound)))


def require_symbol(reader: IndexReader, symbol_id: str) -> SymbolEntry:
    """Return what the index knows of a symbol; raise `SymbolError` where it does not know it."""
    if not is_symbol_id(symbol_id):
        raise SymbolError(SYMBOL_FORM.code, SYMBOL_FORM.message.format(given=symbol_id))
    entry = reader.symbols([symbol_id])[symbol_id]
    if entry is None:
        message = SYMBOL_UNKNOWN.message.format(symbol=symbol_id)
        raise SymbolError(SYMBOL_UNKNOWN.code, message, details={"symbol_id": symbol_id})
    return entry


def require_default_slice(entry: SymbolEntry) -> str:
    """Return the slice of a symbol; raise `SymbolError` where it has none."""
    if entry.symbol.default_slice is None:
        message = SYMBOL_UNBOUNDED.message.format(symbol=entry.symbol.symbol_id)
        raise SymbolError(SYMBOL_UNBOUNDED.code, message, details={"symbol_id": entry.symbol.symbol_id})
    return entry.symbol.default_slice


def _expansion(entry: SymbolEntry, bound: str, text: bytes | None) -> Expansion:
    symbol_id = entry.symbol.symbol_id
    if text is None:
        message = SLICE_OUT_OF_RANGE.message.format(slice=bound, target=symbol_id)
        raise SymbolError(SLICE_OUT_OF_RANGE.code, message, details={"symbol_id": symbol_id, "slice": bound})
    return Expansion(
        symbol_id=symbol_id,
        section_id=entry.section.section_id,
        file_path=entry.section.file_path,
        slice=bound,
        text=text.decode(),
        bytes=len(text),
        content_hash=sha256_hex(text),
    )
