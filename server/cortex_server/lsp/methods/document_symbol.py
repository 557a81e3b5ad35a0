"""`textDocument/documentSymbol`: the outline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

if TYPE_CHECKING:
    from cortex_planner.text.lines import Encoding, LineIndex
    from cortex_server.ide.structure import Entry
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_DOCUMENT_SYMBOL
_KINDS = {"object": 19, "array": 18, "string": 15, "symbol": 20, "number": 16, "boolean": 17, "null": 21}


def handle(ls: CortexServer, params: types.DocumentSymbolParams) -> list[dict[str, Any]]:
    """Return the outline as a tree."""
    from cortex_server.ide.structure import outline

    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    lines = snapshot.document.lines
    return [_symbol(entry, lines, ls.session.encoding) for entry in outline(snapshot.view)]


def _symbol(entry: Entry, lines: LineIndex, encoding: Encoding) -> dict[str, Any]:
    from cortex_server.lsp.to_lsp import range_of

    return {
        "name": entry.name,
        "detail": entry.detail,
        "kind": _KINDS[entry.kind],
        "range": range_of(entry.span, lines, encoding),
        "selectionRange": range_of(entry.name_span, lines, encoding),
        "children": [_symbol(child, lines, encoding) for child in entry.children],
    }
