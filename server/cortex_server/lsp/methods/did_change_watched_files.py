"""`workspace/didChangeWatchedFiles`: files changed on disk, by whatever hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from cortex_server.lsp.uris import path_of

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.WORKSPACE_DID_CHANGE_WATCHED_FILES


def handle(ls: CortexServer, params: types.DidChangeWatchedFilesParams) -> None:
    """Mark what is stale now, and refresh the indexes; one that only changed itself is read again."""
    paths = [path for change in params.changes if (path := path_of(change.uri)) is not None]
    if any(path.name == "cortex.toml" for path in paths):
        ls.roots_may_have_changed()
    ls.worlds_may_have_changed()
    for root in ls.session.roots.values():
        sources = [path for path in paths if root.may_index(path)]
        if sources:
            if root.files_changed(sources):
                ls.worlds_changed([root])
            ls.indexing.schedule(root)
