"""`textDocument/codeLens`: the plan's numbers over the document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_CODE_LENS
OPTIONS = types.CodeLensOptions(resolve_provider=True)


def handle(ls: CortexServer, params: types.CodeLensParams) -> list[dict[str, Any]]:
    """Return the lenses, unless the user has switched them off."""
    from cortex_server.ide.lens import lenses
    from cortex_server.lsp.to_lsp import range_of

    uri = params.text_document.uri
    snapshot = ls.session.snapshot(uri)
    if snapshot is None or not ls.session.shows_preview(uri, ls.session.settings.code_lens):
        return []
    lines, encoding = snapshot.document.lines, ls.session.encoding
    found: list[dict[str, Any]] = [
        {
            "range": range_of(lens.span, lines, encoding),
            "command": {"title": lens.title, "command": lens.command, "arguments": [uri]},
        }
        for lens in lenses(snapshot.view)
    ]
    analysis = snapshot.view.analysis
    if analysis.plan is not None and not analysis.world.rootless:
        found.append({"range": found[0]["range"], "data": {"uri": uri}})
    return found
