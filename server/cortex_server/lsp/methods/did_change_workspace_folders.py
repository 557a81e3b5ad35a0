"""`workspace/didChangeWorkspaceFolders`: folders were added to the window, or removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from cortex_server.lsp.uris import path_of

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS


def handle(ls: CortexServer, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Remember the folders; roots are found anew."""
    removed = {path_of(folder.uri) for folder in params.event.removed}
    kept = [folder for folder in ls.session.folders if folder not in removed]
    added = [path for folder in params.event.added if (path := path_of(folder.uri)) is not None]
    ls.session.folders = [*kept, *(folder for folder in added if folder not in kept)]
    ls.roots_may_have_changed()
