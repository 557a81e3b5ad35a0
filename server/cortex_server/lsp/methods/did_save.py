"""`textDocument/didSave`: a saved `cortex.toml` changes the world; not every client watches files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_DID_SAVE


def handle(ls: CortexServer, _params: types.DidSaveTextDocumentParams) -> None:
    """Look whether a configuration has changed."""
    ls.worlds_may_have_changed()
