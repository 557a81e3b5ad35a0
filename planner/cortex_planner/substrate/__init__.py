"""The substrate: the sections and @Symbols of a repository, indexed and kept current.

The names below are loaded when they are first used: opening an index to look symbols up imports no
parser, no pattern matcher and no model of the configuration.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex_planner.lazy import lazy_names

if TYPE_CHECKING:
    from cortex_planner.substrate.build import build_in_temporary_place, build_index
    from cortex_planner.substrate.indexer import SectionIndexer
    from cortex_planner.substrate.model import (
        Expansion,
        IndexReport,
        OutlineEntry,
        Section,
        Skipped,
        Symbol,
        SymbolEntry,
    )
    from cortex_planner.substrate.reader import IndexReader, open_index
    from cortex_planner.substrate.resolver import SymbolResolver
    from cortex_planner.substrate.settings import index_configuration_hash
    from cortex_planner.substrate.staleness import stale_files, text_hash
    from cortex_planner.substrate.store import StoreLocation, store_location

__all__ = [
    "Expansion",
    "IndexReader",
    "IndexReport",
    "OutlineEntry",
    "Section",
    "SectionIndexer",
    "Skipped",
    "StoreLocation",
    "Symbol",
    "SymbolEntry",
    "SymbolResolver",
    "build_in_temporary_place",
    "build_index",
    "index_configuration_hash",
    "open_index",
    "stale_files",
    "store_location",
    "text_hash",
]

_HOMES = {
    "Expansion": "model",
    "IndexReader": "reader",
    "IndexReport": "model",
    "OutlineEntry": "model",
    "Section": "model",
    "SectionIndexer": "indexer",
    "Skipped": "model",
    "StoreLocation": "store",
    "Symbol": "model",
    "SymbolEntry": "model",
    "SymbolResolver": "resolver",
    "build_in_temporary_place": "build",
    "build_index": "build",
    "index_configuration_hash": "settings",
    "open_index": "reader",
    "stale_files": "staleness",
    "store_location": "store",
    "text_hash": "staleness",
}

__getattr__ = lazy_names(__name__, _HOMES)
