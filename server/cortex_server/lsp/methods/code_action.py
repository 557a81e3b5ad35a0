"""`textDocument/codeAction`: mend a finding, or all that is safe to mend; sort, pin, move; compile the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from cortex_server.lsp.from_lsp import span_of

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer
    from cortex_server.lsp.session import Snapshot

METHOD = types.TEXT_DOCUMENT_CODE_ACTION
QUICK_FIX = "quickfix"
FIX_ALL = "source.fixAll.cortex"
COMPILE_PLAN = "source.compilePlan.cortex"
REWRITE, EXTRACT = "refactor.rewrite", "refactor.extract"
OPTIONS = types.CodeActionOptions(
    code_action_kinds=[QUICK_FIX, FIX_ALL, COMPILE_PLAN, REWRITE, EXTRACT], resolve_provider=True
)


def handle(ls: CortexServer, params: types.CodeActionParams) -> list[dict[str, Any]]:
    """Return the actions that the client asks for; what mends a finding is not offered a second time."""
    from cortex_server.lsp.command_actions import command_actions
    from cortex_server.lsp.refactoring import refactoring_actions

    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    only = [str(getattr(kind, "value", kind)) for kind in params.context.only or []]
    actions: list[dict[str, Any]] = []
    if _wanted(QUICK_FIX, only):
        actions += _quick_fixes(ls, snapshot, params.range)
    if only and _wanted(FIX_ALL, only):
        actions += _fix_all(ls, snapshot)
    if _wanted(COMPILE_PLAN, only):
        actions += command_actions(ls, snapshot, COMPILE_PLAN if only else None)
    titles = {action["title"] for action in actions}
    span = span_of(params.range, snapshot.document.lines, ls.session.encoding)
    actions += [
        action
        for action in refactoring_actions(ls, snapshot, span)
        if _wanted(action["kind"], only) and action["title"] not in titles
    ]
    if not ls.session.client.takes_action_literals:
        return [action["command"] for action in actions if "command" in action]
    return actions


def _wanted(kind: str, only: list[str]) -> bool:
    return not only or any(kind == wanted or kind.startswith(f"{wanted}.") for wanted in only)


def _quick_fixes(ls: CortexServer, snapshot: Snapshot, area: types.Range) -> list[dict[str, Any]]:
    from cortex_server.ide.actions import configuration_fixes, quick_fixes
    from cortex_server.lsp.refactoring import refactoring_action
    from cortex_server.lsp.to_lsp import diagnostic_of, workspace_edit

    document, encoding = snapshot.document, ls.session.encoding
    lines = document.lines
    span = span_of(area, lines, encoding)
    fixes: list[dict[str, Any]] = [
        {
            "title": offered.fix.title,
            "kind": QUICK_FIX,
            "isPreferred": offered.preferred,
            "diagnostics": [diagnostic_of(offered.finding, document.uri, lines, encoding)],
            "edit": workspace_edit(document, offered.fix.edits, encoding),
        }
        for offered in quick_fixes(snapshot.view, span)
    ]
    for finding, refactoring in configuration_fixes(snapshot.view, span):
        more = {"isPreferred": False, "diagnostics": [diagnostic_of(finding, document.uri, lines, encoding)]}
        actions = refactoring_action(ls, snapshot, refactoring, span, QUICK_FIX)
        fixes += [{**action, **more} for action in actions]
    return fixes


def _fix_all(ls: CortexServer, snapshot: Snapshot) -> list[dict[str, Any]]:
    from cortex_server.ide.actions import fix_all
    from cortex_server.lsp.to_lsp import workspace_edit

    action: dict[str, Any] = {"title": "Mend everything that is safe to mend", "kind": FIX_ALL}
    document = snapshot.document
    if ls.session.client.resolves_action_edits:
        return [{**action, "data": {"uri": document.uri, "version": document.version}}]
    edits = fix_all(snapshot.view)
    return [{**action, "edit": workspace_edit(document, edits, ls.session.encoding)}] if edits else []
