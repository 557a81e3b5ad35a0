"""Commands that the client may run: compile, show, store, reindex, and say how things stand."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cortex_planner import __version__
from cortex_planner.kinds import Kind
from cortex_server.ide.intents import offered_intents
from cortex_server.lsp.cli import run_cli
from cortex_server.lsp.indexing import TOO_WIDE
from cortex_server.lsp.stored import says_not_stored
from cortex_server.lsp.uris import path_of

if TYPE_CHECKING:
    from cortex_planner.compiler.world import World
    from cortex_server.lsp.roots import Root
    from cortex_server.lsp.server import CortexServer
    from cortex_server.lsp.session import Session, Snapshot

ROOTLESS = (
    "This document lies in no repository and no open folder, so its symbols and files cannot be looked up. "
    "Save it in a folder with a cortex.toml or a .git, or open its folder."
)

MOST_SAID = 3
"""How many findings a message names; all of them are in the editor's list of problems."""


async def compile_plan(ls: CortexServer, uri: str) -> dict[str, Any] | None:
    """Return the preview of a document, show its plan, and switch lens and hints on for it."""
    from cortex_server.lsp.previews import preview

    snapshot = ls.session.snapshot(uri)
    if snapshot is None:
        ls.tell("This is not a plan request that Cortex knows.")
        return None
    ls.session.preview_switches[uri] = True
    ls.refresh_previews()
    if snapshot.view.analysis.plan is not None:
        await ls.compiled.show(snapshot)
    else:
        ls.complain(_refusal(snapshot))
    return preview(snapshot, ls.session.encoding)


def toggle_preview(ls: CortexServer, uri: str) -> bool:
    """Hide lens and hints in a document, or show what the settings say again; return whether any are shown now."""
    shown = ls.session.toggle_preview(uri)
    ls.refresh_previews()
    return shown


async def show_plan(ls: CortexServer, uri: str) -> None:
    """Open the compiled plan of a document: the present one, or the last good one."""
    snapshot = ls.session.snapshot(uri)
    if snapshot is None or snapshot.view.plan is None:
        ls.tell("There is no compiled plan for this document yet.")
        return
    await ls.compiled.show(snapshot)


async def reindex(ls: CortexServer, uri: str | None = None) -> bool:
    """Build or refresh the index of a document's root, of a folder's, or of all; return whether that went well."""
    roots = _roots_in_question(ls.session, uri)
    if not roots or any(root.world.rootless for root in roots):
        ls.complain(ROOTLESS if roots else "There is no folder to index: open one first.")
        return False
    done = [await ls.indexing.run(root) for root in roots]
    return all(done)


def list_intents(ls: CortexServer, uri: str | None = None) -> list[dict[str, str]]:
    """Return the intents that a new request may choose from, by `cortex.toml` of a document's root, or a folder's."""
    offered: dict[str, str] = {}
    for root in _roots_in_question(ls.session, uri):
        offered |= offered_intents(root.world.configuration.config)
    return [{"name": name, "description": description} for name, description in offered.items()]


def _roots_in_question(session: Session, uri: str | None) -> list[Root]:
    """Return the root of a document or a folder; without one, all that there are."""
    document, path = session.documents.get(uri), path_of(uri) if uri else None
    if document is not None:
        return [session.root_of(document)]
    if path is not None:
        return [session.root_of_folder(path if path.is_dir() else path.parent)]
    return list(session.roots.values()) or [session.root_of_folder(folder) for folder in session.folders]


async def store_plan(ls: CortexServer, uri: str) -> dict[str, Any] | None:
    """Store the plan of the text as it is in the editor, saved or not; return the ids, or None where refused."""
    snapshot = ls.session.snapshot(uri)
    if snapshot is None:
        return None
    world = snapshot.view.analysis.world
    if world.rootless:
        ls.tell(f"The plan was not stored, for there is no ledger. {ROOTLESS}")
        return None
    if snapshot.view.analysis.semantics is not None and snapshot.view.analysis.semantics.unjudged:
        ls.complain(_refusal(snapshot))  # to compile it in a terminal would make the first index, unasked
        return None
    arguments = ["plan", "--request-file", "-", "--repo-root", str(world.root)]
    done = await run_cli(*arguments, text=snapshot.document.text, cassette=ls.session.settings.cassette_url)
    ls.stored.forget()
    ls.refresh_previews()
    if done.code != 0:
        refused = snapshot.view.analysis.plan is None
        why = _refusal(snapshot) if refused else f"The plan was not stored: {_last_words(done.errors)}"
        ls.complain(why)
        return None
    ids: dict[str, Any] = json.loads(done.output)
    already = "stored already" in done.errors
    ls.tell(f"{'This request is stored already' if already else 'Stored'} as {ids['job_id']}.")
    return ids


async def verify_plan(ls: CortexServer, uri: str) -> dict[str, Any] | None:
    """Verify the stored plan of a document; return the answer, or None where nothing is stored."""
    snapshot = ls.session.snapshot(uri)
    semantics = snapshot.view.analysis.semantics if snapshot is not None else None
    if snapshot is None or semantics is None:
        return None
    if snapshot.view.analysis.world.rootless:
        ls.tell(f"There is nothing to verify, for there is no ledger. {ROOTLESS}")
        return None
    request, root = semantics.request, snapshot.view.analysis.world.root
    names = [f"--run-id={request.run_id}", f"--request-id={request.request_id}", "--repo-root", str(root)]
    cassette = ls.session.settings.cassette_url
    done = await run_cli("cassette", "plan-verify", "--json", *names, cassette=cassette)
    if not done.output and says_not_stored(done.errors):
        ls.tell("This plan is not stored yet, so there is nothing to verify.")
        return None
    if not done.output:
        ls.complain(f"The stored plan could not be verified: {_last_words(done.errors)}")
        return None
    answer: dict[str, Any] = json.loads(done.output)
    changed = [step["message"] for step in answer["steps"] if step["state"] != "same"]
    cause = (changed or [each["message"] for each in answer["findings"]] or [answer["cause"]])[0]
    ls.stored.note_cause(uri, None if answer["ok"] else cause)
    ls.refresh_previews()
    ls.tell("The stored plan still holds." if answer["ok"] else f"The stored plan no longer holds: {cause}")
    return answer


def print_debug_information(ls: CortexServer, _uri: str | None = None) -> dict[str, Any]:
    """Return what someone needs to know who looks for a fault."""
    import platform

    session = ls.session
    return {
        "version": __version__,
        "python": sys.version.split()[0],
        "platform": platform.platform(),
        "encoding": session.encoding.value,
        "folders": [str(folder) for folder in session.folders],
        "documents": [{"uri": each.uri, "version": each.version} for each in session.documents.all()],
        "roots": [
            {
                "path": str(root.path),
                "index": root.world.index.generation if root.world.index is not None else None,
                "findings": [finding.message for finding in root.world.configuration.findings],
            }
            for root in session.roots.values()
        ],
    }


COMMANDS: dict[str, Callable[..., Any]] = {
    "cortex.compilePlan": compile_plan,
    "cortex.showPlan": show_plan,
    "cortex.togglePreview": toggle_preview,
    "cortex.listIntents": list_intents,
    "cortex.reindex": reindex,
    "cortex.storePlan": store_plan,
    "cortex.verifyPlan": verify_plan,
    "cortex.printDebugInformation": print_debug_information,
}


def _refusal(snapshot: Snapshot) -> str:
    analysis = snapshot.view.analysis
    if analysis.kind is not Kind.PLAN_REQUEST:
        return "Only plan requests are compiled."
    errors = [finding for finding in analysis.findings if finding.severity == "error"]
    if not errors and analysis.semantics is not None:
        errors = analysis.semantics.refusals
    if not errors:
        return _why_unjudged(analysis.world)
    said = "; ".join(finding.message for finding in errors[:MOST_SAID])
    more = f" (and {len(errors) - MOST_SAID} more)" if len(errors) > MOST_SAID else ""
    return f"The plan was refused: {said}{more}"


def _why_unjudged(world: World) -> str:
    from cortex_planner.config.load import is_too_wide

    if world.rootless:
        return ROOTLESS
    if is_too_wide(world.root):
        return TOO_WIDE.format(folder=world.root)
    return "There is no index yet, so the plan cannot be compiled."


def _last_words(errors: str) -> str:
    """Return the line of an error output that says most: the last one, without the name of the command."""
    lines = [line for line in errors.splitlines() if line.strip()]
    said = lines[-1] if lines else "no reason was given"
    return said.removeprefix("cortex plan: ").removeprefix("cassette plan-verify: ")
