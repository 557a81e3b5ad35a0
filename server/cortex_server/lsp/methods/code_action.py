"""`textDocument/codeAction`: mend a finding, or all that is safe to mend; sort, pin, move; compile the plan."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from cortex_server.lsp.from_lsp import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cortex_planner.finding import Edit, Finding, Span
    from cortex_server.ide.actions import QuickFix
    from cortex_server.ide.changes import Refactoring
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


MOST_ACTIONS = 100


def handle(ls: CortexServer, params: types.CodeActionParams) -> list[dict[str, Any]]:
    """Return the actions that the client asks for; what mends a finding is not offered a second time."""
    from cortex_server.lsp.command_actions import command_actions

    snapshot = ls.session.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    only = [str(getattr(kind, "value", kind)) for kind in params.context.only or []]
    span = span_of(params.range, snapshot.document.lines, ls.session.encoding)
    actions: list[dict[str, Any]] = []
    if only and _wanted(FIX_ALL, only):
        actions += _fix_all(ls, snapshot)
    if _wanted(COMPILE_PLAN, only):
        actions += command_actions(ls, snapshot, COMPILE_PLAN if only else None)
    fixes = _Fixes(ls, snapshot, span) if _wanted(QUICK_FIX, only) else None
    if fixes is not None:
        actions = [*islice(fixes.actions(), MOST_ACTIONS - len(actions)), *actions]
    kinds = tuple(kind for kind in (REWRITE, EXTRACT) if _wanted(kind, only))
    actions += _refactorings(ls, snapshot, span, kinds, fixes)
    if not ls.session.client.takes_action_literals:
        return [action["command"] for action in actions if "command" in action]
    return actions[:MOST_ACTIONS]


def _wanted(kind: str, only: list[str]) -> bool:
    """Return whether a kind is asked for; the empty kind is the one above all kinds."""
    return not only or any(wanted in ("", kind) or kind.startswith(f"{wanted}.") for wanted in only)


def _refactorings(
    ls: CortexServer, snapshot: Snapshot, span: Span, kinds: tuple[str, ...], fixes: _Fixes | None
) -> list[dict[str, Any]]:
    """Return the refactorings that do something which no quick fix on the list does."""
    from cortex_server.lsp.refactoring import refactoring_actions

    return [
        action
        for refactoring, action in refactoring_actions(ls, snapshot, span, kinds)
        if fixes is None or not fixes.do(refactoring)
    ]


class _Fixes:
    """The quick fixes of the findings that a span touches, and what they do."""

    def __init__(self, ls: CortexServer, snapshot: Snapshot, span: Span) -> None:
        self._ls = ls
        self._snapshot = snapshot
        self._span = span
        self._titles: set[str] = set()
        self._edits: set[tuple[Edit, ...]] = set()

    def do(self, refactoring: Refactoring) -> bool:
        """Return whether one of the fixes that were offered does what a refactoring does."""
        if refactoring.title in self._titles:
            return True
        from cortex_server.ide.changes import Change, Present

        change = refactoring.change(Present()) if not refactoring.writes_configuration else None
        return isinstance(change, Change) and change.edits in self._edits

    def actions(self) -> Iterator[dict[str, Any]]:
        """Yield the actions, one by one: making the later ones costs nothing where nobody takes them."""
        from cortex_server.ide.actions import configuration_fixes, quick_fixes
        from cortex_server.lsp.refactoring import refactoring_action

        view = self._snapshot.view
        for offered in quick_fixes(view, self._span):
            self._edits.add(offered.fix.edits)
            yield self._of_fix(offered)
        for finding, refactoring in configuration_fixes(view, self._span):
            self._titles.add(refactoring.title)
            for action in refactoring_action(self._ls, self._snapshot, refactoring, self._span, QUICK_FIX):
                yield {**action, "isPreferred": False, "diagnostics": [self._diagnostic(finding)]}

    def _of_fix(self, offered: QuickFix) -> dict[str, Any]:
        from cortex_server.lsp.to_lsp import FileEdits, workspace_edit

        document, session = self._snapshot.document, self._ls.session
        action = {
            "title": offered.fix.title,
            "kind": QUICK_FIX,
            "isPreferred": offered.preferred,
            "diagnostics": [self._diagnostic(offered.finding)],
        }
        if session.client.resolves_action_edits:
            data = {"uri": document.uri, "version": document.version, "fix": list(offered.key)}
            return {**action, "data": data}
        edits = FileEdits.of(document, offered.fix.edits, session.encoding)
        return {**action, "edit": workspace_edit([edits], session.client)}

    def _diagnostic(self, finding: Finding) -> dict[str, Any]:
        from cortex_server.lsp.to_lsp import diagnostic_of

        document = self._snapshot.document
        return diagnostic_of(finding, document.uri, document.lines, self._ls.session.encoding)


def _fix_all(ls: CortexServer, snapshot: Snapshot) -> list[dict[str, Any]]:
    from cortex_server.ide.actions import fix_all
    from cortex_server.lsp.to_lsp import FileEdits, workspace_edit

    edits = fix_all(snapshot.view)
    if not edits:
        return []
    action: dict[str, Any] = {"title": "Mend everything that is safe to mend", "kind": FIX_ALL}
    document = snapshot.document
    if ls.session.client.resolves_action_edits:
        return [{**action, "data": {"uri": document.uri, "version": document.version}}]
    own = FileEdits.of(document, edits, ls.session.encoding)
    return [{**action, "edit": workspace_edit([own], ls.session.client)}]
