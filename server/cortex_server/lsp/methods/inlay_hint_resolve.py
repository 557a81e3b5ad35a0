"""`inlayHint/resolve`: what a hint is about, in full, for the one that the user points at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from cortex_server.lsp.from_lsp import offset_of

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.INLAY_HINT_RESOLVE


def handle(ls: CortexServer, hint: types.InlayHint) -> types.InlayHint:
    """Return the hint with the hover of the input or budget that it stands behind."""
    from cortex_server.ide.hover import hover

    data = hint.data if isinstance(hint.data, dict) else {}
    snapshot = ls.session.snapshot(str(data.get("uri")))
    if snapshot is None or snapshot.document.version != data.get("version"):
        return hint
    behind = offset_of(hint.position, snapshot.document.lines, ls.session.encoding)
    found = hover(snapshot.view, behind - 1)
    if found is not None:
        hint.tooltip = types.MarkupContent(kind=types.MarkupKind.Markdown, value=found.markdown)
    return hint
