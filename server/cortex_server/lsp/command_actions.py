"""Code actions that run a command: compile and store the plan, copy it, show or hide it on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer
    from cortex_server.lsp.session import Snapshot


def command_actions(ls: CortexServer, snapshot: Snapshot, kind: str | None) -> list[dict[str, Any]]:
    """Return "Compile plan" with its kind; without one, since light bulbs hide source actions, all of them."""
    analysis, uri = snapshot.view.analysis, snapshot.document.uri
    if analysis.semantics is None:
        return []
    compiling = _action("Compile plan", "cortex.compilePlan", uri)
    if kind is not None:
        return [{**compiling, "kind": kind}]
    actions = [compiling]
    if analysis.plan is not None and not analysis.world.rootless:
        actions.append(_action("Store plan in cassette", "cortex.storePlan", uri))
    if ls.session.client.experimental("cortexCopyText"):
        actions += _copies(snapshot)
    if ls.session.client.shows_lenses_or_hints:
        word = "Hide" if ls.session.shows_preview(uri) else "Show"
        actions.append(_action(f"{word} lens and hints in this document", "cortex.togglePreview", uri))
    return actions


def _copies(snapshot: Snapshot) -> list[dict[str, Any]]:
    """Return the actions that put something on the clipboard, which only the client has."""
    from cortex_planner.compiler.plan import plan_text
    from cortex_server.lsp.previews import command_line

    plan = snapshot.view.analysis.plan
    copies = [_action("Copy command line", "cortex.copyText", command_line(snapshot))]
    if plan is not None:
        copies.append(_action("Copy plan as JSON", "cortex.copyText", plan_text(plan.output)))
    return copies


def _action(title: str, command: str, argument: str) -> dict[str, Any]:
    return {"title": title, "command": {"title": title, "command": command, "arguments": [argument]}}
