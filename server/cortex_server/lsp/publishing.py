"""Publishing: diagnostics for clients that do not ask for them, and for `cortex.toml`.

An edit schedules one publish per document; when it fires it looks at the present version, so that
nothing old is ever sent.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from cortex_server.lsp.calls import handling
from cortex_server.lsp.uris import uri_of

if TYPE_CHECKING:
    from cortex_planner.compiler.world import World
    from cortex_server.lsp.server import CortexServer

DELAY_SECONDS = 0.02
METHOD = "textDocument/publishDiagnostics"


class Publisher:
    """Sends diagnostics, a short while after the text has changed."""

    def __init__(self, server: CortexServer) -> None:
        self._server = server
        self._scheduled: dict[str, asyncio.TimerHandle] = {}
        self._reported: set[str] = set()

    def schedule(self, uri: str) -> None:
        """Publish a document soon; while one publish is waiting, a further one is not needed."""
        if uri not in self._scheduled:
            loop = asyncio.get_running_loop()
            self._scheduled[uri] = loop.call_later(DELAY_SECONDS, self._publish, uri)

    def clear(self, uri: str) -> None:
        """Take a closed document's diagnostics away."""
        handle = self._scheduled.pop(uri, None)
        if handle is not None:
            handle.cancel()
        self._send(uri, [], None)

    def cancel_all(self) -> None:
        """Publish nothing more."""
        for handle in self._scheduled.values():
            handle.cancel()
        self._scheduled.clear()

    def publish_configuration(self, world: World) -> None:
        """Publish the findings in a root's `cortex.toml`, and take them away once they are gone."""
        from cortex_planner.text.lines import LineIndex
        from cortex_server.lsp.to_lsp import diagnostic_of

        configuration, findings = world.configuration, world.configuration_findings
        uri = uri_of(configuration.path)
        if not findings and uri not in self._reported:
            return
        self._reported.add(uri)
        lines = LineIndex.of(configuration.text)
        encoding = self._server.session.encoding
        items = [diagnostic_of(finding, uri, lines, encoding) for finding in findings]
        self._send(uri, items, None)

    def _publish(self, uri: str) -> None:
        self._scheduled.pop(uri, None)
        with handling(METHOD, uri):
            self._publish_now(uri)

    def _publish_now(self, uri: str) -> None:
        from cortex_server.lsp.to_lsp import diagnostic_of

        session = self._server.session
        snapshot = session.snapshot(uri)
        if snapshot is None:
            return
        lines = snapshot.document.lines
        items = [
            diagnostic_of(finding, uri, lines, session.encoding)
            for finding in snapshot.view.analysis.findings
        ]
        self._send(uri, items, snapshot.document.version)
        self._server.document_judged(snapshot)

    def _send(self, uri: str, items: list[dict[str, Any]], version: int | None) -> None:
        params: dict[str, Any] = {"uri": uri, "diagnostics": items}
        if version is not None:
            params["version"] = version
        self._server.protocol.send_plain(METHOD, params)
