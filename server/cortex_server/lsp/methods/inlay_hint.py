"""`textDocument/inlayHint`: behind each input its step, behind each budget its use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from cortex_server.lsp.from_lsp import span_of

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_INLAY_HINT
OPTIONS = types.InlayHintOptions(resolve_provider=True)


def handle(ls: CortexServer, params: types.InlayHintParams) -> list[dict[str, Any]]:
    """Return the hints of the visible part, unless the user has switched them off."""
    from cortex_server.ide.hints import hints
    from cortex_server.lsp.to_lsp import position_of

    uri = params.text_document.uri
    snapshot = ls.session.snapshot(uri)
    if snapshot is None or not ls.session.shows_preview(uri, ls.session.settings.inlay_hints):
        return []
    document, encoding = snapshot.document, ls.session.encoding
    later = {"data": {"uri": uri, "version": document.version}} if ls.session.client.resolves_hints else None
    return [
        {
            "position": position_of(hint.offset, document.lines, encoding),
            "label": hint.label,
            "paddingLeft": True,
            **(later or {"tooltip": hint.tooltip}),
        }
        for hint in hints(snapshot.view, span_of(params.range, document.lines, encoding))
    ]
