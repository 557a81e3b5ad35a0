"""`workspace/didChangeWatchedFiles`: files changed on disk, by whatever hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.WORKSPACE_DID_CHANGE_WATCHED_FILES


def handle(ls: CortexServer, _params: types.DidChangeWatchedFilesParams) -> None:
    """Look whether a configuration has changed."""
    ls.worlds_may_have_changed()
