"""The server: a session, a publisher, and the methods that clients may call."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from pygls.lsp.server import LanguageServer

from cortex_planner import __version__
from cortex_server.lsp.methods import (
    diagnostic,
    did_change_watched_files,
    did_save,
    initialize,
    initialized,
    shutdown,
)
from cortex_server.lsp.protocol import CortexProtocol
from cortex_server.lsp.publishing import Publisher
from cortex_server.lsp.session import Session

if TYPE_CHECKING:
    from pygls.server import ServerErrors

logger = logging.getLogger(__name__)

METHODS = (initialize, initialized, shutdown, did_save, did_change_watched_files, diagnostic)


class CortexServer(LanguageServer):
    """A pygls server with our session."""

    protocol: CortexProtocol

    def __init__(self) -> None:
        super().__init__("cortex-lsp", __version__, protocol_cls=CortexProtocol)
        self.session = Session()
        self.publisher = Publisher(self)

    def document_opened(self, uri: str) -> None:
        """Look at a document that was opened, and at the `cortex.toml` that governs it."""
        document = self.session.documents.get(uri)
        if document is None:
            return
        self.worlds_may_have_changed()
        self.publisher.publish_configuration(self.session.world_of(document))
        self.document_changed(uri)

    def document_changed(self, uri: str) -> None:
        """Schedule what the client will not ask for itself."""
        if not self.session.pulls_diagnostics:
            self.publisher.schedule(uri)

    def document_closed(self, uri: str) -> None:
        """Take away what was published for a document."""
        if not self.session.pulls_diagnostics:
            self.publisher.clear(uri)

    def worlds_may_have_changed(self) -> None:
        """Read changed configurations again, and show what follows from them."""
        worlds = self.session.refresh_worlds()
        if not worlds:
            return
        for world in worlds:
            self.publisher.publish_configuration(world)
        if self.session.pulls_diagnostics:
            self._refresh_diagnostics()
        else:
            for document in self.session.documents.all():
                self.publisher.schedule(document.uri)

    def _refresh_diagnostics(self) -> None:
        workspace = self.session.capabilities.workspace
        if (
            workspace is not None
            and workspace.diagnostics is not None
            and workspace.diagnostics.refresh_support
        ):
            self.workspace_diagnostic_refresh(None)

    def report_server_error(self, error: Exception, source: ServerErrors) -> None:
        """Log what went wrong; a request has had its error reply, and a pop-up helps nobody."""
        logger.error("%s: %s", source.__name__, error)


def create_server() -> CortexServer:
    """Return a server with every method registered."""
    server = CortexServer()
    for method in METHODS:
        register(server, method)
    return server


def register(server: CortexServer, method: Any) -> None:
    """Register one file of `methods`: its METHOD, its OPTIONS where it has any, and `handle`."""
    server.feature(method.METHOD, getattr(method, "OPTIONS", None))(method.handle)
