"""`textDocument/semanticTokens/full`: what each name is, and whether it is there, as colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from cortex_server.lsp.semantic_tokens import LEGEND, encoded

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL
OPTIONS = LEGEND


def handle(ls: CortexServer, params: types.SemanticTokensParams) -> dict[str, Any] | None:
    """Return the tokens of the whole document."""
    from cortex_server.ide.tokens import tokens

    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    return {"data": encoded(tokens(snapshot.view), snapshot.document.lines, ls.session.encoding)}
