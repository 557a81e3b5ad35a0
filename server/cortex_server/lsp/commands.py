"""Commands that the client may run: compile, show, reindex, and say how things stand."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cortex_planner import __version__

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer
    from cortex_server.lsp.session import Snapshot


async def compile_plan(ls: CortexServer, uri: str) -> dict[str, Any] | None:
    """Return the preview of a document, show its plan, and switch lens and hints on for it."""
    from cortex_server.lsp.previews import preview

    snapshot = ls.session.snapshot(uri)
    if snapshot is None:
        ls.tell("This is not a plan request that Cortex knows.")
        return None
    ls.session.shown_without_setting.add(uri)
    ls.refresh_previews()
    if snapshot.view.analysis.plan is not None:
        await ls.compiled.show(snapshot)
    else:
        ls.tell(_refusal(snapshot))
    return preview(snapshot, ls.session.encoding)


async def show_plan(ls: CortexServer, uri: str) -> None:
    """Open the compiled plan of a document: the present one, or the last good one."""
    snapshot = ls.session.snapshot(uri)
    if snapshot is None or snapshot.view.plan is None:
        ls.tell("There is no compiled plan for this document yet.")
        return
    await ls.compiled.show(snapshot)


async def reindex(ls: CortexServer, uri: str | None = None) -> bool:
    """Build or refresh the index of a document's root; return whether that went well."""
    document = ls.session.documents.get(uri) if uri is not None else None
    roots = [ls.session.root_of(document)] if document is not None else list(ls.session.roots.values())
    done = [await ls.indexing.run(root) for root in roots]
    return bool(done) and all(done)


def print_debug_information(ls: CortexServer, _uri: str | None = None) -> dict[str, Any]:
    """Return what someone needs to know who looks for a fault."""
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
    "cortex.reindex": reindex,
    "cortex.printDebugInformation": print_debug_information,
}


def _refusal(snapshot: Snapshot) -> str:
    errors = [finding for finding in snapshot.view.analysis.findings if finding.severity == "error"]
    if not errors:
        return "There is no index yet, so the plan cannot be compiled."
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"The plan was refused: {errors[0].message}{more}"
