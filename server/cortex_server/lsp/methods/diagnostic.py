"""`textDocument/diagnostic`: the findings of a document, or that they are the same as before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.TEXT_DOCUMENT_DIAGNOSTIC
OPTIONS = types.DiagnosticOptions(
    inter_file_dependencies=True, workspace_diagnostics=False, identifier="cortex"
)


def handle(ls: CortexServer, params: types.DocumentDiagnosticParams) -> dict[str, Any]:
    """Return the report; a document that is none of ours has nothing to report."""
    from cortex_server.lsp.to_lsp import diagnostic_of

    session, uri = ls.session, params.text_document.uri
    snapshot = session.snapshot(uri)
    if snapshot is None:
        return {"kind": "full", "items": []}
    ls.document_judged(snapshot)
    if params.previous_result_id == snapshot.result_id:
        return {"kind": "unchanged", "resultId": snapshot.result_id}
    lines = snapshot.document.lines
    items = [
        diagnostic_of(finding, uri, lines, session.encoding) for finding in snapshot.view.analysis.findings
    ]
    return {"kind": "full", "resultId": snapshot.result_id, "items": items}
