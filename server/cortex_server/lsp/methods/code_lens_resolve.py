"""`codeLens/resolve`: the stored state of a plan, which may have to be asked of a database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

METHOD = types.CODE_LENS_RESOLVE
_TITLES = {
    "matches": "stored, matches",
    "request-changed": "stored, request changed",
    "drifted": "stored, drifted",
    "none": "not stored · Store plan",
    "unreachable": "stored? the database cannot be reached",
}


async def handle(ls: CortexServer, lens: types.CodeLens) -> types.CodeLens:
    """Return the lens with its title; a click stores the plan, or verifies the stored one."""
    data: Any = lens.data if isinstance(lens.data, dict) else {}
    uri = str(data.get("uri"))
    snapshot = ls.session.snapshot(uri)
    if snapshot is None:
        return lens
    found = await ls.stored.state(snapshot)
    title = _TITLES[found["state"]]
    if found["cause"]:
        title += f": {found['cause']}"
    command = "cortex.storePlan" if found["state"] == "none" else "cortex.verifyPlan"
    lens.command = types.Command(title=title, command=command, arguments=[uri])
    return lens
