"""`initialized`: the client is ready; ask it to watch what we depend on, where it can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.INITIALIZED


def handle(ls: CortexServer, _params: types.InitializedParams) -> None:
    """Register file watching where the client supports doing so."""
    workspace = ls.session.capabilities.workspace
    watched = workspace.did_change_watched_files if workspace is not None else None
    if watched is None or not watched.dynamic_registration:
        return
    options = types.DidChangeWatchedFilesRegistrationOptions(
        watchers=[types.FileSystemWatcher(glob_pattern="**/cortex.toml")]
    )
    registration = types.Registration(
        id="cortex-watched-files",
        method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
        register_options=options,
    )
    ls.client_register_capability(types.RegistrationParams(registrations=[registration]))
