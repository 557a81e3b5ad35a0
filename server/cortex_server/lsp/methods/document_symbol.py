"""`textDocument/documentSymbol`: the outline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cortex_planner.text.lines import Encoding, LineIndex
    from cortex_server.ide.structure import Entry
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_DOCUMENT_SYMBOL
_KINDS = {"object": 19, "array": 18, "string": 15, "symbol": 20, "number": 16, "boolean": 17, "null": 21}


def handle(ls: CortexServer, params: types.DocumentSymbolParams) -> list[dict[str, Any]]:
    """Return the outline, as a tree where the client takes one."""
    from cortex_server.ide.structure import outline

    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    document = snapshot.document
    symbols = _symbols(outline(snapshot.view), document.lines, ls.session.encoding)
    return symbols if ls.session.client.takes_symbol_trees else list(_flat(symbols, document.uri, ""))


def _symbols(entries: list[Entry], lines: LineIndex, encoding: Encoding) -> list[dict[str, Any]]:
    """Return entries as symbols; an item of a list is its own name, and needs its place once."""
    from cortex_server.lsp.to_lsp import range_of, ranges_of

    symbols = []
    for entry, whole in zip(
        entries, ranges_of([entry.span for entry in entries], lines, encoding), strict=True
    ):
        name, kind, detail, span, name_span, children = entry
        symbol: dict[str, Any] = {
            "name": name,
            "detail": detail,
            "kind": _KINDS[kind],
            "range": whole,
            "selectionRange": whole if name_span is span else range_of(name_span, lines, encoding),
        }
        if children:
            symbol["children"] = _symbols(children, lines, encoding)
        symbols.append(symbol)
    return symbols


def _flat(symbols: list[dict[str, Any]], uri: str, container: str) -> Iterator[dict[str, Any]]:
    """Yield symbols one after another, each with the name of what holds it."""
    for symbol in symbols:
        place = {"uri": uri, "range": symbol["range"]}
        named = {"containerName": container} if container else {}
        yield {"name": symbol["name"], "kind": symbol["kind"], "location": place, **named}
        yield from _flat(symbol.get("children", []), uri, symbol["name"])
