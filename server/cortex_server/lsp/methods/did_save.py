"""`textDocument/didSave`: a saved file may change the world; not every client watches files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from cortex_server.lsp.uris import path_of

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_DID_SAVE


def handle(ls: CortexServer, params: types.DidSaveTextDocumentParams) -> None:
    """Look whether a configuration or an index has changed; without file watching, at the file itself too."""
    path = path_of(params.text_document.uri)
    if path is not None and path.name == "cortex.toml":
        ls.roots_may_have_changed()
    ls.worlds_may_have_changed()
    ls.looking.look()
    if path is None:
        return
    for root in ls.session.roots.values():
        if not ls.session.is_watched(root) and root.may_index(path):
            if root.files_changed([path]):
                ls.worlds_changed([root])
            ls.indexing.schedule(root)
