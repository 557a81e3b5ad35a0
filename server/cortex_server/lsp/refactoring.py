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
    from cortex_server.ide.changes import Change, Refactoring, Refused
    from cortex_server.lsp.server import CortexServer
    from cortex_server.lsp.session import Snapshot
    from cortex_server.lsp.to_lsp import FileEdits

SAVE_FIRST = (
    "cortex.toml may have a change from here that is not saved yet: "
    "save it, or choose this again if there is none."
)


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
    edit = _edit(ls, snapshot, refactoring, file, apart=True)
    return [{**action, "edit": edit}] if isinstance(edit, dict) else []


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
        return _told(ls, _edit(ls, snapshot, chosen, None))
    unsaved, file = ls.session.root_of(snapshot.document).unsaved, _configuration_file(ls, snapshot)
    if not isinstance(file, ConfigurationFile) or file.version is not None:
        return _told(ls, _edit(ls, snapshot, chosen, file))
    doubtful = unsaved.may_be(file.text)
    if doubtful and unsaved.asks_about(title):
        ls.tell(SAVE_FIRST)
        return None
    edit = _told(ls, _edit(ls, snapshot, chosen, file, apart=doubtful))
    if edit is not None:
        unsaved.sent(file.text)
    return edit


def _told(ls: CortexServer, edit: dict[str, Any] | Refused) -> dict[str, Any] | None:
    """Return an edit; where there is none, tell the user why."""
    if isinstance(edit, dict):
        return edit
    ls.tell(edit.why)
    return None


def _configuration_file(ls: CortexServer, snapshot: Snapshot) -> ConfigurationFile | Refused:
    """Return `cortex.toml` as the client has it, or why it cannot be read."""
    from cortex_planner.compiler.world import World
    from cortex_planner.config.rules import CONFIG_SYNTAX
    from cortex_server.ide.changes import Refused

    path = snapshot.view.analysis.world.configuration.path
    opened = next((each for each in ls.session.documents.all() if each.path == path), None)
    if opened is not None:
        return ConfigurationFile(opened.uri, opened.version, opened.text, is_there=True)
    configuration = World.load(path.parent).configuration
    broken = [finding for finding in configuration.findings if finding.code == CONFIG_SYNTAX.code]
    if broken:
        return Refused(f"Nothing was changed: cortex.toml is {broken[0].message}.")
    return ConfigurationFile(uri_of(path), None, configuration.text, path.exists())


def _edit(
    ls: CortexServer,
    snapshot: Snapshot,
    refactoring: Refactoring,
    file: ConfigurationFile | Refused | None,
    *,
    apart: bool = False,
) -> dict[str, Any] | Refused:
    """Return a refactoring as an edit of the workspace; a `cortex.toml` that is not there is made by it.

    `apart` says that a `cortex.toml` that is not open may have a change that is not on disk.
    """
    from cortex_server.ide.changes import Change, Present, Refused
    from cortex_server.lsp.to_lsp import FileEdits, workspace_edit

    if isinstance(file, Refused):
        return file
    text = file.text if file is not None else ""
    change = refactoring.change(Present(text, apart and file is not None and file.version is None))
    if not isinstance(change, Change):
        return change
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
