"""`textDocument/selectionRange`: what a growing selection takes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from cortex_server.lsp.from_lsp import offset_of

if TYPE_CHECKING:
    from cortex_planner.text.lines import Encoding
    from cortex_server.lsp.server import CortexServer
    from cortex_server.lsp.session import Snapshot

METHOD = types.TEXT_DOCUMENT_SELECTION_RANGE


def handle(ls: CortexServer, params: types.SelectionRangeParams) -> list[dict[str, Any]] | None:
    """Return, for each position, its spans from the inside out."""
    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    return [_nested(snapshot, position, ls.session.encoding) for position in params.positions]


def _nested(snapshot: Snapshot, position: types.Position, encoding: Encoding) -> dict[str, Any]:
    from cortex_server.ide.structure import selections
    from cortex_server.lsp.to_lsp import range_of

    lines = snapshot.document.lines
    nested: dict[str, Any] = {}
    for span in reversed(selections(snapshot.view, offset_of(position, lines, encoding))):
        inner: dict[str, Any] = {"range": range_of(span, lines, encoding)}
        nested = {**inner, "parent": nested} if nested else inner
    return nested
