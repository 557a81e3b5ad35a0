"""`textDocument/documentLink`: the files and the schema that a document names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from cortex_server.lsp.uris import uri_of

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_DOCUMENT_LINK


def handle(ls: CortexServer, params: types.DocumentLinkParams) -> list[dict[str, Any]]:
    """Return the links, complete: there is nothing to resolve later."""
    from cortex_server.ide.links import links
    from cortex_server.lsp.to_lsp import range_of

    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    lines, encoding = snapshot.document.lines, ls.session.encoding
    return [
        {
            "range": range_of(link.span, lines, encoding),
            "target": link.target if isinstance(link.target, str) else uri_of(link.target),
            "tooltip": link.tooltip,
        }
        for link in links(snapshot.view, snapshot.document.path)
    ]
