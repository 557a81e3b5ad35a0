"""`textDocument/foldingRange`: what can be folded away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_FOLDING_RANGE


def handle(ls: CortexServer, params: types.FoldingRangeParams) -> list[dict[str, Any]]:
    """Return every object and array of several lines."""
    from cortex_server.ide.structure import folds

    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    return [{"startLine": fold.first_line, "endLine": fold.last_line} for fold in folds(snapshot.view)]
