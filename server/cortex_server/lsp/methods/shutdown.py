"""`shutdown`: stop what is still waiting to happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.SHUTDOWN


def handle(ls: CortexServer, _params: None) -> None:
    """Publish nothing more."""
    ls.publisher.cancel_all()
