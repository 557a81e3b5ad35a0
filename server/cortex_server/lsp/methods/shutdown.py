"""`shutdown`: stop what is still waiting or running, then answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.SHUTDOWN


async def handle(ls: CortexServer, _params: None) -> None:
    """End everything."""
    await ls.stop()
