"""What the ledger knows of a document: asked off the editing path, remembered until something changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cortex_server.lsp.cli import run_cli

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer
    from cortex_server.lsp.session import Snapshot

LOOK_UP_SECONDS = 3.0
NONE = {"state": "none", "cause": None, "job_id": None, "plan_hash": None}
UNREACHABLE = {**NONE, "state": "unreachable"}


class StoredPlans:
    """The stored state of open documents."""

    def __init__(self, server: CortexServer) -> None:
        self._server = server
        self._known: dict[str, tuple[object, dict[str, Any]]] = {}
        self._causes: dict[str, str] = {}

    async def state(self, snapshot: Snapshot) -> dict[str, Any]:
        """Return `{state, cause, job_id, plan_hash}` of a document."""
        analysis = snapshot.view.analysis
        if (
            analysis.world.rootless
            or analysis.semantics is None
            or analysis.syntax.findings
            or analysis.shape
        ):
            return NONE
        uri = snapshot.document.uri
        known = self._known.get(uri)
        if known is not None and known[0] == snapshot.result_id:
            return known[1]
        found = self._judged(snapshot, await self._look_up(snapshot))
        self._known[uri] = (snapshot.result_id, found)
        return found

    def place(self, snapshot: Snapshot) -> str:
        """Return where the ledger is: the user's own setting, or what the root says."""
        from cortex_planner.storing.posting import cassette_place

        root = snapshot.view.analysis.world.root
        return self._server.session.settings.cassette_url or str(cassette_place(root))

    def forget(self) -> None:
        """Ask again: something was stored, or the world has changed."""
        self._known.clear()
        self._causes.clear()

    def note_cause(self, uri: str, cause: str | None) -> None:
        """Remember why a stored plan no longer holds."""
        self._known.clear()
        if cause is not None:
            self._causes[uri] = cause
        else:
            self._causes.pop(uri, None)

    async def _look_up(self, snapshot: Snapshot) -> dict[str, Any] | None:
        """Return the stored job of the document's request, {} where there is none, None where nobody answers."""
        from cortex_planner.cassette import Cassette, is_url
        from cortex_planner.errors import CassetteError

        place, request = self.place(snapshot), snapshot.view.analysis.syntax.value
        names = {"run_id": request["run_id"], "request_id": request["request_id"]}
        if is_url(place):
            options = [
                part for name, value in names.items() for part in (f"--{name.replace('_', '-')}", value)
            ]
            done = await run_cli(
                "cassette", "status", "--json", *options, cassette=place, seconds=LOOK_UP_SECONDS
            )
            if done.code == 0:
                return dict(json.loads(done.output)["jobs"][0])
            return {} if "plan-not-stored" in done.errors else None
        try:
            with Cassette.open_to_read(place) as ledger:
                job = ledger.find_job(**names)
        except CassetteError as error:
            return {} if error.code == "plan-not-stored" or not Path(place).exists() else None
        return (
            {"job_id": job.job_id, "request_hash": job.request_hash, "plan_hash": job.plan_hash}
            if job
            else {}
        )

    def _judged(self, snapshot: Snapshot, job: dict[str, Any] | None) -> dict[str, Any]:
        from cortex_planner.canonical import content_hash

        if job is None:
            return UNREACHABLE
        if not job:
            return NONE
        analysis, uri = snapshot.view.analysis, snapshot.document.uri
        state = "drifted"
        if job["request_hash"] != content_hash(analysis.syntax.value):
            state = "request-changed"
        elif analysis.plan is not None and analysis.plan.hash == job["plan_hash"]:
            state = "matches"
        cause = self._causes.get(uri) if state == "drifted" else None
        return {"state": state, "cause": cause, "job_id": job["job_id"], "plan_hash": job["plan_hash"]}
