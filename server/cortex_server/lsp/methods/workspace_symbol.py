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
    return [symbol for root in ls.session.roots.values() for symbol in _found(root, params.query)]


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
