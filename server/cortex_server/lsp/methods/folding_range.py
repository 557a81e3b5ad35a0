"""`textDocument/foldingRange`: what can be folded away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_FOLDING_RANGE


def handle(ls: CortexServer, params: types.FoldingRangeParams) -> list[dict[str, Any]]:
    """Return every object and array of several lines; the largest ones where the client takes no more."""
    from cortex_server.ide.structure import folds

    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    found = folds(snapshot.view)
    most = ls.session.client.most_folds
    if most is not None and len(found) > most:
        found = sorted(sorted(found, key=lambda fold: fold.first_line - fold.last_line)[:most])
    return [{"startLine": fold.first_line, "endLine": fold.last_line} for fold in found]
