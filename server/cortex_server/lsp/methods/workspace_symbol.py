"""`workspace/symbol`: every @Symbol of the index, ranked as completion ranks them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from cortex_server.lsp.uris import uri_of

if TYPE_CHECKING:
    from cortex_server.lsp.roots import Root
    from cortex_server.lsp.server import CortexServer

METHOD = types.WORKSPACE_SYMBOL
MOST_SYMBOLS = 200
_KEY = 20


def handle(ls: CortexServer, params: types.WorkspaceSymbolParams) -> list[dict[str, Any]]:
    """Return the symbols that answer the query, of every root."""
    ls.session.look_at_folders()
    for root in ls.session.roots.values():
        ls.warming.start(root.world.index)
    found = [symbols for root in ls.session.roots.values() if (symbols := _found(root, params.query))]
    return found[0] if len(found) == 1 else _merged(found, params.query)


def _merged(found: list[list[dict[str, Any]]], query: str) -> list[dict[str, Any]]:
    """Return the symbols of several roots as one list, the best first, whichever root it is of."""
    from cortex_planner.substrate.ranking import Candidate, ranked

    symbols = [symbol for of_root in found for symbol in of_root]
    names = ranked(query, [Candidate(name, 0) for name in {symbol["name"] for symbol in symbols}])
    place_of = {name: place for place, name in enumerate(names)}
    return sorted(symbols, key=lambda symbol: place_of[symbol["name"]])[:MOST_SYMBOLS]


def _found(root: Root, query: str) -> list[dict[str, Any]]:
    index = root.world.index
    if index is None:
        return []
    found = []
    names, _ = index.search_at_once(query, limit=MOST_SYMBOLS)
    for name, entry in index.symbols(names).items():
        if entry is not None:
            section = entry.section
            start, end = ({"line": line, "character": 0} for line in (section.line_start, section.line_end))
            place = {"uri": uri_of(root.path / section.file_path), "range": {"start": start, "end": end}}
            found.append({"name": name, "kind": _KEY, "location": place, "containerName": section.file_path})
    return found
