"""`textDocument/hover`: what the thing under the cursor is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from cortex_server.lsp.from_lsp import offset_of

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_HOVER


def handle(ls: CortexServer, params: types.HoverParams) -> dict[str, Any] | None:
    """Return the hover, or nothing."""
    from cortex_server.ide.hover import hover
    from cortex_server.lsp.to_lsp import range_of

    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    lines, encoding = snapshot.document.lines, ls.session.encoding
    tree = snapshot.view.analysis.syntax.tree
    first = tree.node(0).start if len(tree) else 0  # the space before it is part of what it stands for
    found = hover(snapshot.view, max(first, offset_of(params.position, lines, encoding)))
    if found is None:
        return None
    return {"contents": _contents(ls, found.markdown), "range": range_of(found.span, lines, encoding)}


def _contents(ls: CortexServer, markdown: str) -> dict[str, str]:
    if ls.session.client.takes_markdown_hovers:
        return {"kind": "markdown", "value": markdown}
    from cortex_server.ide.plain import plain_text

    return {"kind": "plaintext", "value": plain_text(markdown)}
