"""`textDocument/completion`: what could stand at the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from cortex_server.lsp.from_lsp import offset_of

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_COMPLETION
OPTIONS = types.CompletionOptions(trigger_characters=['"', "@", "/", ".", "#", "-"], resolve_provider=True)


def handle(ls: CortexServer, params: types.CompletionParams) -> dict[str, Any] | None:
    """Return the list of items, or nothing."""
    from cortex_server.ide.completion import complete
    from cortex_server.lsp.completion_items import completion_list

    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    lines = snapshot.document.lines
    found = complete(snapshot.view, offset_of(params.position, lines, ls.session.encoding))
    if found is None:
        return None
    if found.incomplete:
        ls.warming.start(snapshot.view.analysis.world.index)
    return completion_list(found, snapshot.document, ls.session.encoding, ls.session.client)
