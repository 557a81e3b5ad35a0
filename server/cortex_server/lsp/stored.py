"""What the ledger knows of a document: asked off the editing path, remembered until something changes."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cortex_server.lsp.cli import run_cli

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer
    from cortex_server.lsp.session import Snapshot

LOOK_UP_SECONDS = 5.0
REMEMBERED_SECONDS = 30.0
"""For how long what a database said is believed: others store plans too."""
UNANSWERED_SECONDS = 10.0
"""For how long a database that did not answer is left alone."""
NONE = {"state": "none", "cause": None, "job_id": None, "plan_hash": None}
UNREACHABLE = {**NONE, "state": "unreachable"}
Job = dict[str, Any]
_NOT_STORED = ("plan-not-stored: ", "cassette-unreachable: there is no cassette at ")


def says_not_stored(errors: str) -> bool:
    """Return whether the command line's words are that nothing is stored, be it that there is no ledger yet."""
    return any(words in errors for words in _NOT_STORED)


class _Wanted(NamedTuple):
    """What is looked up: no text of a document is in it, so that typing asks no database anything."""

    place: str
    run_id: str
    request_id: str


class StoredPlans:
    """The stored state of open documents."""

    def __init__(self, server: CortexServer) -> None:
        self._server = server
        self._asked: dict[_Wanted, asyncio.Task[Job | None]] = {}
        self._causes: dict[str, str] = {}

    async def state(self, snapshot: Snapshot) -> dict[str, Any]:
        """Return `{state, cause, job_id, plan_hash}` of a document."""
        from cortex_planner.cassette import is_url
        from cortex_planner.errors import CassetteError

        analysis = snapshot.view.analysis
        if (
            analysis.world.rootless
            or analysis.semantics is None
            or analysis.syntax.findings
            or analysis.shape
        ):
            return NONE
        request = analysis.syntax.value
        try:
            wanted = _Wanted(self.place(snapshot), request["run_id"], request["request_id"])
        except CassetteError:  # cortex.toml is broken, and shows it
            return UNREACHABLE
        job = await self._remembered(wanted) if is_url(wanted.place) else _job_in_file(wanted)
        return self._judged(snapshot, job)

    def place(self, snapshot: Snapshot) -> str:
        """Return where the ledger is: the user's own setting, or what the root says."""
        from cortex_planner.storing.posting import cassette_place

        root = snapshot.view.analysis.world.root
        return self._server.session.settings.cassette_url or str(cassette_place(root))

    def forget(self) -> None:
        """Ask again: something was stored, or the world has changed; a cause holds as long as the drift does."""
        self._asked.clear()

    def note_cause(self, uri: str, cause: str | None) -> None:
        """Remember why a stored plan no longer holds."""
        if cause is not None:
            self._causes[uri] = cause
        else:
            self._causes.pop(uri, None)

    async def _remembered(self, wanted: _Wanted) -> Job | None:
        """Return what the database said a while ago, or ask it; whoever asks meanwhile shares the answer."""
        asked = self._asked.get(wanted)
        if asked is None:
            asked = self._asked[wanted] = asyncio.create_task(_job_in_database(wanted))
            asked.add_done_callback(lambda done: self._forget_later(wanted, done))
        return await asyncio.shield(asked)

    def _forget_later(self, wanted: _Wanted, done: asyncio.Task[Job | None]) -> None:
        answered = not done.cancelled() and done.exception() is None and done.result() is not None
        seconds = REMEMBERED_SECONDS if answered else UNANSWERED_SECONDS

        def forget() -> None:
            if self._asked.get(wanted) is done:
                del self._asked[wanted]

        asyncio.get_running_loop().call_later(seconds, forget)

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
        if state != "drifted":
            self._causes.pop(uri, None)
        cause = self._causes.get(uri)
        return {"state": state, "cause": cause, "job_id": job["job_id"], "plan_hash": job["plan_hash"]}


def _job_in_file(wanted: _Wanted) -> Job | None:
    """Return the stored job of a request, {} where there is none, None where the file cannot be read."""
    from cortex_planner.cassette import Cassette
    from cortex_planner.errors import CassetteError

    try:
        with Cassette.open_to_read(wanted.place) as ledger:
            job = ledger.find_job(wanted.run_id, wanted.request_id)
    except CassetteError:
        return None if Path(wanted.place).exists() else {}
    return (
        {} if job is None else {name: getattr(job, name) for name in ("job_id", "request_hash", "plan_hash")}
    )


async def _job_in_database(wanted: _Wanted) -> Job | None:
    """Return the stored job of a request, {} where there is none, None where nobody answers in time."""
    names = (f"--run-id={wanted.run_id}", f"--request-id={wanted.request_id}")
    done = await run_cli(
        "cassette", "status", "--json", *names, cassette=wanted.place, seconds=LOOK_UP_SECONDS
    )
    if done.code == 0:
        return dict(json.loads(done.output)["jobs"][0])
    return {} if says_not_stored(done.errors) else None
