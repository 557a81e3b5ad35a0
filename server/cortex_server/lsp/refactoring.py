"""Refactorings as LSP carries them: an action, and an edit of the document, of `cortex.toml`, or of both.

`cortex.toml` is edited, not written: the change can be looked at, saved and undone like any other. An edit
is made for the text that the client has: that of the open document, else that on disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from cortex_server.lsp.uris import uri_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cortex_planner.finding import Span
    from cortex_server.ide.changes import Change, Refactoring
    from cortex_server.lsp.server import CortexServer
    from cortex_server.lsp.session import Snapshot
    from cortex_server.lsp.to_lsp import FileEdits

SAVE_FIRST = "cortex.toml has a change from here that is not on disk yet: save it, then ask again."
NOT_POSSIBLE = "Nothing was changed: cortex.toml cannot be added to, or the plan would do something else."


class ConfigurationFile(NamedTuple):
    """`cortex.toml` as the client has it; `version` is None where it is not open."""

    uri: str
    version: int | None
    text: str
    is_there: bool


def refactoring_actions(
    ls: CortexServer, snapshot: Snapshot, span: Span, kinds: tuple[str, ...]
) -> Iterator[tuple[Refactoring, dict[str, Any]]]:
    """Yield what can be done to the inputs that `span` touches, as far as it is of a wanted kind."""
    from cortex_server.ide.refactorings import refactorings

    for each in refactorings(snapshot.view, span):
        kind = f"refactor.{each.kind}"
        if kind in kinds:
            for action in refactoring_action(ls, snapshot, each, span, kind):
                yield each, action


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
    file = _configuration_file(ls, snapshot) if refactoring.writes_configuration else None
    edit = _edit(ls, snapshot, refactoring, file)
    return [{**action, "edit": edit}] if edit is not None else []


def chosen_edit(ls: CortexServer, snapshot: Snapshot, title: str, span: Span) -> dict[str, Any] | None:
    """Return the edit of the refactoring with that title at `span`; where there is none, the user is told why."""
    from cortex_server.ide.actions import configuration_fixes
    from cortex_server.ide.refactorings import refactorings

    mending = (refactoring for _, refactoring in configuration_fixes(snapshot.view, span))
    offered = (*refactorings(snapshot.view, span), *mending)
    chosen = next((each for each in offered if each.title == title), None)
    if chosen is None:
        return None
    if not chosen.writes_configuration:
        return _edit(ls, snapshot, chosen, None)
    root, file = ls.session.root_of(snapshot.document), _configuration_file(ls, snapshot)
    if file is not None and file.version is None and root.awaits_configuration(file.text):
        ls.tell(SAVE_FIRST)
        return None
    edit = _edit(ls, snapshot, chosen, file)
    if edit is None:
        ls.tell(NOT_POSSIBLE)
    elif file is not None and file.version is None:
        root.sent_configuration(file.text)
    return edit


def _configuration_file(ls: CortexServer, snapshot: Snapshot) -> ConfigurationFile | None:
    """Return `cortex.toml` as the client has it; None where it cannot be read."""
    from cortex_planner.compiler.world import World
    from cortex_planner.config.rules import CONFIG_SYNTAX

    path = snapshot.view.analysis.world.configuration.path
    opened = next((each for each in ls.session.documents.all() if each.path == path), None)
    if opened is not None:
        return ConfigurationFile(opened.uri, opened.version, opened.text, is_there=True)
    configuration = World.load(path.parent).configuration
    if any(finding.code == CONFIG_SYNTAX.code for finding in configuration.findings):
        return None
    return ConfigurationFile(uri_of(path), None, configuration.text, path.exists())


def _edit(
    ls: CortexServer, snapshot: Snapshot, refactoring: Refactoring, file: ConfigurationFile | None
) -> dict[str, Any] | None:
    """Return a refactoring as an edit of the workspace; a `cortex.toml` that is not there is made by it."""
    from cortex_server.ide.changes import Present
    from cortex_server.lsp.to_lsp import FileEdits, workspace_edit

    if file is None and refactoring.writes_configuration:
        return None
    unseen = file is not None and file.version is None and not ls.session.client.resolves_action_edits
    change = refactoring.change(Present(file.text if file is not None else "", unseen))
    if change is None:
        return None
    own = [FileEdits.of(snapshot.document, change.edits, ls.session.encoding)] if change.edits else []
    if file is None:
        return workspace_edit(own, ls.session.client)
    written = _configuration_edits(ls, file, change)
    if file.is_there:
        return workspace_edit([*own, written], ls.session.client)
    made = {"kind": "create", "uri": file.uri, "options": {"ignoreIfExists": True}}
    return {"documentChanges": [made, written.versioned, *(each.versioned for each in own)]}


def _configuration_edits(ls: CortexServer, file: ConfigurationFile, change: Change) -> FileEdits:
    from cortex_planner.text.edits import narrowed
    from cortex_planner.text.lines import LineIndex
    from cortex_server.lsp.to_lsp import FileEdits, text_edits

    edit = narrowed(file.text, 0, change.configuration or "")
    return FileEdits(file.uri, file.version, text_edits([edit], LineIndex.of(file.text), ls.session.encoding))
