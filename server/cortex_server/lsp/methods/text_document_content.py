"""`workspace/textDocumentContent`: the compiled plan as the text of a document that has no file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.WORKSPACE_TEXT_DOCUMENT_CONTENT


def handle(ls: CortexServer, params: types.TextDocumentContentParams) -> types.TextDocumentContentResult:
    """Return the plan as it is now; the last good one while the text has none."""
    return types.TextDocumentContentResult(text=ls.compiled.text_of(params.uri))
