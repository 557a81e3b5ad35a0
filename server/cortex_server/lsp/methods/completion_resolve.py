"""`completionItem/resolve`: the text of a symbol, read only for the item that the user looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.COMPLETION_ITEM_RESOLVE


def handle(ls: CortexServer, item: types.CompletionItem) -> types.CompletionItem:
    """Return the item with its documentation."""
    from cortex_server.ide.hover import describe_symbol

    data = item.data if isinstance(item.data, dict) else {}
    snapshot = ls.session.snapshot(str(data.get("uri"))) if "symbol" in data else None
    if snapshot is not None:
        markdown = describe_symbol(snapshot.view, str(data["symbol"]))
        item.documentation = types.MarkupContent(kind=types.MarkupKind.Markdown, value=markdown)
    return item
