"""`codeAction/resolve`: the edit of an action, computed only for the one that the user chose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer
    from cortex_server.lsp.session import Snapshot

METHOD = types.CODE_ACTION_RESOLVE


def handle(ls: CortexServer, action: types.CodeAction) -> dict[str, Any] | types.CodeAction:
    """Return the action with its edit; a document that has moved on since gets none.

    Neovim 0.7 asks this of every action without an edit and runs what comes back: a command stays as it was.
    """
    data = action.data if isinstance(action.data, dict) else {}
    snapshot = ls.session.snapshot(str(data.get("uri"))) if action.command is None else None
    if snapshot is None or snapshot.document.version != data.get("version"):
        return action
    edit = _edit(ls, snapshot, action.title, data)
    kind = str(getattr(action.kind, "value", action.kind))
    resolved: dict[str, Any] = {"title": action.title, "kind": kind, "data": data}
    return {**resolved, "edit": edit} if edit is not None else resolved


def _edit(ls: CortexServer, snapshot: Snapshot, title: str, data: dict[str, Any]) -> dict[str, Any] | None:
    from cortex_server.ide.actions import fix_all, fix_of
    from cortex_server.lsp.refactoring import chosen_edit
    from cortex_server.lsp.to_lsp import FileEdits, workspace_edit

    if "span" in data:
        start, end = map(int, data["span"])
        return chosen_edit(ls, snapshot, title, (start, end))
    if "fix" in data:
        fix = fix_of(snapshot.view, tuple(data["fix"]))
        edits = fix.edits if fix is not None else ()
    else:
        edits = fix_all(snapshot.view)
    own = FileEdits.of(snapshot.document, edits, ls.session.encoding)
    return workspace_edit([own], ls.session.client) if edits else None
