"""`textDocument/semanticTokens/range`: the same for the visible part, which comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from cortex_server.lsp.from_lsp import span_of
from cortex_server.lsp.semantic_tokens import LEGEND, encoded

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE
OPTIONS = LEGEND


def handle(ls: CortexServer, params: types.SemanticTokensRangeParams) -> dict[str, Any] | None:
    """Return the tokens that touch the visible part."""
    from cortex_server.ide.tokens import tokens

    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    lines, encoding = snapshot.document.lines, ls.session.encoding
    return {"data": encoded(tokens(snapshot.view, span_of(params.range, lines, encoding)), lines, encoding)}
