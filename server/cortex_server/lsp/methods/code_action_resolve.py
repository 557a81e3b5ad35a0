"""`codeAction/resolve`: the edit of an action, computed only for the one that the user chose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from cortex_server.lsp.methods.code_action import FIX_ALL

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.CODE_ACTION_RESOLVE


def handle(ls: CortexServer, action: types.CodeAction) -> dict[str, Any] | types.CodeAction:
    """Return the action with its edit; a document that has moved on since gets none.

    Neovim 0.7 asks this of every action without an edit and runs what comes back: a command stays as it was.
    """
    if action.command is not None:
        return action
    from cortex_server.ide.actions import fix_all
    from cortex_server.lsp.to_lsp import workspace_edit

    data = action.data if isinstance(action.data, dict) else {}
    resolved: dict[str, Any] = {"title": action.title, "kind": FIX_ALL, "data": data}
    snapshot = ls.session.snapshot(str(data.get("uri")))
    if snapshot is not None and snapshot.document.version == data.get("version"):
        edits = fix_all(snapshot.view)
        resolved["edit"] = workspace_edit(snapshot.document, edits, ls.session.encoding)
    return resolved
