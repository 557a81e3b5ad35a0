"""`cortex/preview`: the compiled plan of a document, or why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = "cortex/preview"


def handle(ls: CortexServer, params: Any) -> dict[str, Any] | None:
    """Return the preview, or nothing for a document that is none of ours."""
    from cortex_server.lsp.previews import preview

    snapshot = ls.session.snapshot(str(getattr(params, "uri", "")))
    return preview(snapshot, ls.session.encoding) if snapshot is not None else None
