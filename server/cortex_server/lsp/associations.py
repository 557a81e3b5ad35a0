"""Which files are plan documents by a glob of `cortex.toml` or of the settings, told to the client.

An editor knows the patterns of its extension only; a file that a glob maps to a kind would keep the
language `json`, and never reach us.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex_planner.kinds import OFF, Kind

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer
    from cortex_server.lsp.session import Session

METHOD = "cortex/documents"
_KINDS = {kind.value: kind.language_id for kind in Kind} | {OFF: "json"}


class Associations:
    """Sends the table when it is another than before."""

    def __init__(self, server: CortexServer) -> None:
        self._server = server
        self._sent: list[dict[str, str]] = []

    def send(self) -> None:
        """Tell the client, if there is something new to tell."""
        table = associations(self._server.session)
        if table != self._sent:
            self._sent = table
            self._server.protocol.send_plain(METHOD, table)


def associations(session: Session) -> list[dict[str, str]]:
    """Return globs, absolute, with their language ids; the last match wins, so `cortex.toml` comes last."""
    table = []
    for path, root in session.roots.items():
        globs = {**session.settings.documents, **root.world.configuration.config.documents}
        for glob, kind in globs.items():
            if kind in _KINDS:
                table.append({"glob": _absolute(path.as_posix(), glob), "languageId": _KINDS[kind]})
    return table


def _absolute(root: str, glob: str) -> str:
    """Return a gitignore pattern as a pattern of whole paths: without a slash it holds in every folder."""
    anchored = "/" in glob.rstrip("/")
    return f"{root}/{glob.lstrip('/')}" if anchored else f"{root}/**/{glob}"
