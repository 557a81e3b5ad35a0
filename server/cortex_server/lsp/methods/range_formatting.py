"""`textDocument/rangeFormatting`: lay out the members and items whose lines the selection touches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from cortex_server.lsp.from_lsp import span_of

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_RANGE_FORMATTING


def handle(ls: CortexServer, params: types.DocumentRangeFormattingParams) -> list[dict[str, Any]]:
    """Return the edits; none where the text is not JSON."""
    from cortex_planner.text.formatting import format_range_edits
    from cortex_server.lsp.to_lsp import text_edits

    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    lines, encoding = snapshot.document.lines, ls.session.encoding
    edits = format_range_edits(snapshot.view.analysis.syntax, span_of(params.range, lines, encoding))
    return text_edits(edits, lines, encoding)
