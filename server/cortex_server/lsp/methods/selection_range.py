"""`textDocument/selectionRange`: what a growing selection takes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from cortex_server.lsp.from_lsp import offset_of

if TYPE_CHECKING:
    from cortex_server.lsp.ranges import Ranges
    from cortex_server.lsp.server import CortexServer
    from cortex_server.lsp.session import Snapshot

METHOD = types.TEXT_DOCUMENT_SELECTION_RANGE


def handle(ls: CortexServer, params: types.SelectionRangeParams) -> list[dict[str, Any]] | None:
    """Return, for each position, its spans from the inside out."""
    from cortex_server.lsp.ranges import ranges_of

    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    lines, encoding = snapshot.document.lines, ls.session.encoding
    ranges = ranges_of(lines, encoding)
    return [_nested(snapshot, offset_of(position, lines, encoding), ranges) for position in params.positions]


def _nested(snapshot: Snapshot, offset: int, ranges: Ranges) -> dict[str, Any]:
    from cortex_server.ide.structure import selections

    nested: dict[str, Any] = {}
    for span in reversed(selections(snapshot.view, offset)):
        inner: dict[str, Any] = {"range": ranges(span)}
        nested = {**inner, "parent": nested} if nested else inner
    return nested
