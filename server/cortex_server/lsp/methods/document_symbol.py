"""`textDocument/documentSymbol`: the outline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

if TYPE_CHECKING:
    from cortex_server.ide.structure import Entry
    from cortex_server.lsp.ranges import Ranges
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_DOCUMENT_SYMBOL
_KINDS = {"object": 19, "array": 18, "string": 15, "symbol": 20, "number": 16, "boolean": 17, "null": 21}


def handle(ls: CortexServer, params: types.DocumentSymbolParams) -> list[dict[str, Any]]:
    """Return the outline as a tree."""
    from cortex_server.ide.structure import outline
    from cortex_server.lsp.ranges import ranges_of

    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    ranges = ranges_of(snapshot.document.lines, ls.session.encoding)
    return [_symbol(entry, ranges) for entry in outline(snapshot.view)]


def _symbol(entry: Entry, ranges: Ranges) -> dict[str, Any]:
    return {
        "name": entry.name,
        "detail": entry.detail,
        "kind": _KINDS[entry.kind],
        "range": ranges(entry.span),
        "selectionRange": ranges(entry.name_span),
        "children": [_symbol(child, ranges) for child in entry.children],
    }
