"""`textDocument/definition`: where the symbol, file or intent under the cursor is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from cortex_server.lsp.from_lsp import offset_of
from cortex_server.lsp.uris import uri_of

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_DEFINITION


def handle(ls: CortexServer, params: types.DefinitionParams) -> list[dict[str, Any]] | None:
    """Return the place, as a link where the client takes one."""
    from cortex_server.ide.definition import definition
    from cortex_server.lsp.to_lsp import range_of

    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    lines, encoding = snapshot.document.lines, ls.session.encoding
    found = definition(snapshot.view, offset_of(params.position, lines, encoding))
    if found is None:
        return None
    start = {"line": found.line_start, "character": 0}
    whole = {"start": start, "end": {"line": max(found.line_end, found.line_start), "character": 0}}
    first = {"start": start, "end": start}
    if not ls.session.client.links_definitions:
        return [{"uri": uri_of(found.path), "range": first}]
    link = {"targetUri": uri_of(found.path), "targetRange": whole, "targetSelectionRange": first}
    return [{**link, "originSelectionRange": range_of(found.origin, lines, encoding)}]
