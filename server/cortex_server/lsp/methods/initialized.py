"""`initialized`: the client is ready; register what it lets us register, and ask for its settings."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lsprotocol import types

from cortex_server.lsp.garbage import collect_garbage_seldom
from cortex_server.lsp.methods.did_change_configuration import pull_settings

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.INITIALIZED
_SPARE_MOMENT_SECONDS = 2.0
"""When the first documents have been looked at, and few people have typed yet."""


async def handle(ls: CortexServer, _params: types.InitializedParams) -> None:
    """Register file watching, settings and virtual documents where the client supports it."""
    registrations = _registrations(ls)
    if registrations:
        ls.client_register_capability(types.RegistrationParams(registrations=registrations))
    collect_garbage_seldom()
    await pull_settings(ls)
    ls.session.look_at_configured_folders()
    ls.associations.send()
    asyncio.get_running_loop().call_later(_SPARE_MOMENT_SECONDS, ls.protocol.encode.quicken)


def _registrations(ls: CortexServer) -> list[types.Registration]:
    client = ls.session.client
    wanted: list[types.Registration] = []
    if client.watches_files:
        watchers = [types.FileSystemWatcher(glob_pattern="**/*")]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers)
        wanted.append(_registration(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))
    if client.registers_sync:
        wanted += _configuration_file_sync()
    if client.registers_configuration:
        section = types.DidChangeConfigurationRegistrationOptions(section="cortex")
        wanted.append(_registration(types.WORKSPACE_DID_CHANGE_CONFIGURATION, section))
    if client.shows_virtual_documents:
        content = types.TextDocumentContentRegistrationOptions(schemes=["cortex-preview"])
        wanted.append(_registration(types.WORKSPACE_TEXT_DOCUMENT_CONTENT, content))
    return wanted


def _configuration_file_sync() -> list[types.Registration]:
    """Return what makes an open `cortex.toml` known to us as it is in the editor, saved or not."""
    selector = [types.TextDocumentFilterPattern(pattern="**/cortex.toml", scheme="file")]
    changes = types.TextDocumentChangeRegistrationOptions(
        document_selector=selector, sync_kind=types.TextDocumentSyncKind.Incremental
    )
    plain = types.TextDocumentRegistrationOptions(document_selector=selector)
    methods = (types.TEXT_DOCUMENT_DID_OPEN, types.TEXT_DOCUMENT_DID_CLOSE)
    return [
        *(_registration(method, plain) for method in methods),
        _registration(types.TEXT_DOCUMENT_DID_CHANGE, changes),
    ]


def _registration(method: str, options: object) -> types.Registration:
    return types.Registration(id=f"cortex:{method}", method=method, register_options=options)
