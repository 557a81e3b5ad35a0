"""`initialize`: note what the client is and can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.INITIALIZE


def handle(ls: CortexServer, params: types.InitializeParams) -> None:
    """Begin the session; pygls builds the reply."""
    encoding = ls.workspace.position_encoding or types.PositionEncodingKind.Utf16
    ls.session.begin(params, str(getattr(encoding, "value", encoding)))
