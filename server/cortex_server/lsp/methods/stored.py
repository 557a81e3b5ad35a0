"""`cortex/stored`: whether a document's plan is in the ledger, and whether it still holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = "cortex/stored"


async def handle(ls: CortexServer, params: Any) -> dict[str, Any] | None:
    """Return the stored state, or nothing for a document that is none of ours."""
    snapshot = ls.session.snapshot(str(getattr(params, "uri", "")))
    return await ls.stored.state(snapshot) if snapshot is not None else None
