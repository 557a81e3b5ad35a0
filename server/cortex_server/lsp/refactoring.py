"""Refactorings as LSP carries them: an action, and an edit of the document, of `cortex.toml`, or of both.

`cortex.toml` is edited, not written: the change can be looked at, saved and undone like any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cortex_server.lsp.uris import uri_of

if TYPE_CHECKING:
    from cortex_planner.config import Configuration
    from cortex_planner.finding import Span
    from cortex_planner.text.lines import Encoding
    from cortex_server.ide.changes import Change, Refactoring
    from cortex_server.lsp.server import CortexServer
    from cortex_server.lsp.session import Snapshot


def refactoring_actions(ls: CortexServer, snapshot: Snapshot, span: Span) -> list[dict[str, Any]]:
    """Return what can be done to the inputs that `span` touches."""
    from cortex_server.ide.refactorings import refactorings

    return [
        action
        for each in refactorings(snapshot.view, span)
        for action in refactoring_action(ls, snapshot, each, span, f"refactor.{each.kind}")
    ]


def refactoring_action(
    ls: CortexServer, snapshot: Snapshot, refactoring: Refactoring, span: Span, kind: str
) -> list[dict[str, Any]]:
    """Return the action of a refactoring, with its edit unless the client asks for that later."""
    client, configuration = ls.session.client, snapshot.view.analysis.world.configuration
    if refactoring.writes_configuration and not client.creates_files and not configuration.path.exists():
        return []
    action: dict[str, Any] = {"title": refactoring.title, "kind": kind}
    if client.resolves_action_edits:
        document = snapshot.document
        return [{**action, "data": {"uri": document.uri, "version": document.version, "span": list(span)}}]
    edit = refactoring_edit(refactoring.change(), snapshot, ls.session.encoding)
    return [{**action, "edit": edit}] if edit is not None else []


def chosen_edit(ls: CortexServer, snapshot: Snapshot, title: str, span: Span) -> dict[str, Any] | None:
    """Return the edit of the refactoring with that title at `span`, or None where there is none."""
    from cortex_server.ide.actions import configuration_fixes
    from cortex_server.ide.refactorings import refactorings

    mending = [refactoring for _, refactoring in configuration_fixes(snapshot.view, span)]
    for refactoring in (*refactorings(snapshot.view, span), *mending):
        if refactoring.title == title:
            return refactoring_edit(refactoring.change(), snapshot, ls.session.encoding)
    return None


def refactoring_edit(change: Change | None, snapshot: Snapshot, encoding: Encoding) -> dict[str, Any] | None:
    """Return a change as an edit of the workspace; a `cortex.toml` that is not there is made by it."""
    from cortex_server.lsp.to_lsp import text_edits

    if change is None:
        return None
    document, configuration = snapshot.document, snapshot.view.analysis.world.configuration
    own = text_edits(change.edits, document.lines, encoding)
    changes = {document.uri: own} if own else {}
    if change.configuration is None:
        return {"changes": changes}
    path = uri_of(configuration.path)
    written = _configuration_edits(configuration, change.configuration, encoding)
    if configuration.path.exists():
        return {"changes": {**changes, path: written}}
    made: list[dict[str, Any]] = [
        {"kind": "create", "uri": path, "options": {"ignoreIfExists": True}},
        {"textDocument": {"uri": path, "version": None}, "edits": written},
    ]
    identifier = {"uri": document.uri, "version": document.version}
    return {"documentChanges": [*made, *([{"textDocument": identifier, "edits": own}] if own else [])]}


def _configuration_edits(
    configuration: Configuration, after: str, encoding: Encoding
) -> list[dict[str, Any]]:
    from cortex_planner.text.edits import narrowed
    from cortex_planner.text.lines import LineIndex
    from cortex_server.lsp.to_lsp import text_edits

    before = configuration.text
    if "\r\n" in before:
        after = after.replace("\r\n", "\n").replace("\n", "\r\n")
    return text_edits([narrowed(before, 0, after)], LineIndex.of(before), encoding)
