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
    """Return the actions that the client asks for."""
    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    only = [str(getattr(kind, "value", kind)) for kind in params.context.only or []]
    actions: list[dict[str, Any]] = []
    if _wanted(QUICK_FIX, only):
        actions += _quick_fixes(ls, snapshot, params.range)
    if only and _wanted(FIX_ALL, only):
        actions += _fix_all(ls, snapshot)
    actions += _compile(ls, snapshot, only)
    actions += _refactorings(ls, snapshot, params.range, only)
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
        diagnostic = diagnostic_of(finding, document.uri, lines, encoding)
        actions = refactoring_action(ls, snapshot, refactoring, span, QUICK_FIX)
        fixes += [{**action, "isPreferred": False, "diagnostics": [diagnostic]} for action in actions]
    return fixes


def _refactorings(
    ls: CortexServer, snapshot: Snapshot, area: types.Range, only: list[str]
) -> list[dict[str, Any]]:
    """Return what can be done to the inputs in `area`."""
    from cortex_server.ide.refactorings import refactorings
    from cortex_server.lsp.refactoring import refactoring_action

    if not (_wanted(REWRITE, only) or _wanted(EXTRACT, only)):
        return []
    span = span_of(area, snapshot.document.lines, ls.session.encoding)
    return [
        action
        for each in refactorings(snapshot.view, span)
        if _wanted(kind := f"refactor.{each.kind}", only)
        for action in refactoring_action(ls, snapshot, each, span, kind)
    ]


def _fix_all(ls: CortexServer, snapshot: Snapshot) -> list[dict[str, Any]]:
    from cortex_server.ide.actions import fix_all
    from cortex_server.lsp.to_lsp import workspace_edit

    action: dict[str, Any] = {"title": "Mend everything that is safe to mend", "kind": FIX_ALL}
    document = snapshot.document
    if ls.session.client.resolves_action_edits:
        return [{**action, "data": {"uri": document.uri, "version": document.version}}]
    edits = fix_all(snapshot.view)
    return [{**action, "edit": workspace_edit(document, edits, ls.session.encoding)}] if edits else []


def _compile(ls: CortexServer, snapshot: Snapshot, only: list[str]) -> list[dict[str, Any]]:
    """Return "Compile plan": without a kind, unless one is asked for, since light bulbs hide source actions."""
    if snapshot.view.analysis.semantics is None or not _wanted(COMPILE_PLAN, only):
        return []
    uri = snapshot.document.uri
    command = {"title": "Compile plan", "command": "cortex.compilePlan", "arguments": [uri]}
    action = {"title": "Compile plan", "command": command}
    actions: list[dict[str, Any]] = [{**action, "kind": COMPILE_PLAN} if only else action]
    analysis = snapshot.view.analysis
    if not only and analysis.plan is not None and not analysis.world.rootless:
        store = {"title": "Store plan in cassette", "command": "cortex.storePlan", "arguments": [uri]}
        actions.append({"title": store["title"], "command": store})
    if not only and ls.session.client.experimental("cortexCopyText"):
        actions += _copies(snapshot)
    if not only and ls.session.client.shows_lenses_or_hints:
        actions.append(_switch(ls, uri))
    return actions


def _switch(ls: CortexServer, uri: str) -> dict[str, Any]:
    """Return the action that switches lens and hints for this document, whatever the settings say."""
    title = f"{'Hide' if ls.session.shows_preview(uri) else 'Show'} lens and hints in this document"
    return {
        "title": title,
        "command": {"title": title, "command": "cortex.togglePreview", "arguments": [uri]},
    }


def _copies(snapshot: Snapshot) -> list[dict[str, Any]]:
    """Return the actions that put something on the clipboard, which only the client has."""
    from cortex_planner.compiler.plan import plan_text
    from cortex_server.lsp.previews import command_line

    plan = snapshot.view.analysis.plan
    texts = [("Copy command line", command_line(snapshot))]
    if plan is not None:
        texts.append(("Copy plan as JSON", plan_text(plan.output)))
    return [
        {"title": title, "command": {"title": title, "command": "cortex.copyText", "arguments": [text]}}
        for title, text in texts
    ]
