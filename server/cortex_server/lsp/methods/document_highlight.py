"""`textDocument/documentHighlight`: a repeated input, a symbol and its step, marked together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from cortex_server.lsp.from_lsp import offset_of

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT
_READ, _WRITE = 2, 3


def handle(ls: CortexServer, params: types.DocumentHighlightParams) -> list[dict[str, Any]] | None:
    """Return the places to mark; nothing where the cursor is on no name, so that the editor may look for words."""
    from cortex_server.ide.highlights import highlights
    from cortex_server.lsp.to_lsp import range_of

    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    lines, encoding = snapshot.document.lines, ls.session.encoding
    found = highlights(snapshot.view, offset_of(params.position, lines, encoding))
    marked = [
        {"range": range_of(each.span, lines, encoding), "kind": _WRITE if each.is_step else _READ}
        for each in found
    ]
    return marked or None
