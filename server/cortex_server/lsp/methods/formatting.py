"""`textDocument/formatting`: one layout, whatever the client's options; the same as `cortex fmt`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_FORMATTING


def handle(ls: CortexServer, params: types.DocumentFormattingParams) -> list[dict[str, Any]]:
    """Return the edits; none where the text is laid out already, or is not JSON."""
    from cortex_planner.text.formatting import format_edits
    from cortex_server.lsp.to_lsp import text_edits

    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    edits = format_edits(snapshot.view.analysis.syntax)
    return text_edits(edits, snapshot.document.lines, ls.session.encoding)
