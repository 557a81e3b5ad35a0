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
    return _symbols(outline(snapshot.view), snapshot.document.lines, ls.session.encoding)


def _symbols(entries: list[Entry], lines: LineIndex, encoding: Encoding) -> list[dict[str, Any]]:
    """Return entries as symbols; an item of a list is its own name, and needs its place once."""
    from cortex_server.lsp.to_lsp import range_of

    symbols = []
    for name, kind, detail, span, name_span, children in entries:
        whole = range_of(span, lines, encoding)
        symbol: dict[str, Any] = {
            "name": name,
            "detail": detail,
            "kind": _KINDS[kind],
            "range": whole,
            "selectionRange": whole if name_span == span else range_of(name_span, lines, encoding),
        }
        if children:
            symbol["children"] = _symbols(children, lines, encoding)
        symbols.append(symbol)
    return symbols
