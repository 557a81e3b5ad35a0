"""The server: a session, and what follows when something in it changes."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams, JsonRpcMethodNotFound
from pygls.lsp.server import LanguageServer

from cortex_planner import __version__
from cortex_server.lsp.associations import Associations
from cortex_server.lsp.calls import current_call, isolated
from cortex_server.lsp.commands import COMMANDS
from cortex_server.lsp.compiled import CompiledPlans
from cortex_server.lsp.indexing import Indexing
from cortex_server.lsp.looking import Looking
from cortex_server.lsp.methods import METHODS
from cortex_server.lsp.protocol import CortexProtocol, lean_converter
from cortex_server.lsp.publishing import Publisher
from cortex_server.lsp.session import Session
from cortex_server.lsp.stored import StoredPlans
from cortex_server.lsp.warming import Warming

if TYPE_CHECKING:
    from pygls.server import ServerErrors

    from cortex_server.lsp.roots import Root
    from cortex_server.lsp.session import Snapshot

logger = logging.getLogger(__name__)

REFRESH_SECONDS = 1.0
PREVIEW_CHANGED = "cortex/previewChanged"
_CLIENT_ERRORS = (JsonRpcMethodNotFound, JsonRpcInvalidParams)


class CortexServer(LanguageServer):
    """A pygls server with our session."""

    protocol: CortexProtocol

    def __init__(self) -> None:
        super().__init__(
            "cortex-lsp", __version__, protocol_cls=CortexProtocol, converter_factory=lean_converter
        )
        self.session = Session()
        self.publisher = Publisher(self)
        self.indexing = Indexing(self)
        self.compiled = CompiledPlans(self)
        self.stored = StoredPlans(self)
        self.associations = Associations(self)
        self.warming = Warming()
        self.looking = Looking(self)
        self._refresh: asyncio.TimerHandle | None = None
        self._refresh_wanted = False

    def document_opened(self, uri: str) -> None:
        """Look at a document that was opened, and at the root that governs it."""
        document = self.session.documents.get(uri)
        snapshot = self.session.snapshot(uri)
        self.associations.send()
        if document is None:
            return
        root = self.session.root_of(document)
        if document.path == root.world.configuration.path:
            root.unsaved.forget()
        if snapshot is None:
            return
        self.worlds_may_have_changed()
        self.looking.look()
        self.publisher.publish_configuration(root.world)
        self.document_changed(uri)
        with isolated("judging", uri):
            self.document_judged(self.session.snapshot(uri))

    def document_changed(self, uri: str) -> None:
        """Schedule what the client will not ask for itself; a `cortex.toml` is only kept, until it is saved."""
        if uri.endswith("/cortex.toml"):
            return
        client = self.session.client
        if not client.pulls_diagnostics:
            self.publisher.schedule(uri)
        if client.experimental("cortexPreview"):
            document = self.session.documents.get(uri)
            version = document.version if document is not None else 0
            self.protocol.send_plain(PREVIEW_CHANGED, {"uri": uri, "version": version})
        self.compiled.refresh(uri)

    def document_judged(self, snapshot: Snapshot | None) -> None:
        """Ask about an index where a document needs one that is not there."""
        semantics = snapshot.view.analysis.semantics if snapshot is not None else None
        if snapshot is None or semantics is None or not semantics.unjudged:
            return
        root = self.session.root_of(snapshot.document)
        if root.world.index_error is None and not root.world.rootless:
            self.indexing.offer(root)

    def document_closed(self, uri: str) -> None:
        """Take away what was published for a document."""
        if not self.session.client.pulls_diagnostics:
            self.publisher.clear(uri)

    def worlds_may_have_changed(self) -> None:
        """Turn every root to its newest configuration and index, and show what follows from that."""
        self.worlds_changed([root for root in self.session.roots.values() if root.look_again()])

    def roots_may_have_changed(self) -> None:
        """Find the root of every document anew: a `cortex.toml` or a folder may have come or gone."""
        documents = self.session.documents.all()
        before = [self.session.root_of(document) for document in documents]
        self.session.forget_folders()
        after = [self.session.root_of(document) for document in documents]
        moved = [
            (document, new)
            for document, old, new in zip(documents, before, after, strict=True)
            if new is not old
        ]
        for document, root in moved:
            self.publisher.publish_configuration(root.world)
            self.document_changed(document.uri)
        if moved:
            self._schedule_refresh()

    def worlds_changed(self, roots: list[Root]) -> None:
        """Show what follows from new worlds."""
        if not roots:
            return
        self.stored.forget()
        self.associations.send()
        for root in roots:
            self.publisher.publish_configuration(root.world)
        for document in self.session.documents.all():
            if self.session.root_of(document) in roots:
                self.document_changed(document.uri)
        self._schedule_refresh()

    def refresh_previews(self) -> None:
        """Ask the client for its lenses and hints again."""
        if self.session.client.refreshes_lenses:
            self.workspace_code_lens_refresh(None)
        if self.session.client.refreshes_hints:
            self.workspace_inlay_hint_refresh(None)

    def tell(self, message: str) -> None:
        """Show the user a message."""
        self.window_show_message(types.ShowMessageParams(type=types.MessageType.Info, message=message))

    def complain(self, message: str) -> None:
        """Show the user what went wrong."""
        self.window_show_message(types.ShowMessageParams(type=types.MessageType.Error, message=message))

    def report_server_error(self, error: Exception, source: ServerErrors) -> None:
        """Log what went wrong; a request has had its error reply, and a pop-up helps nobody."""
        if isinstance(error, _CLIENT_ERRORS):
            logger.warning("%s failed (%s): %s", current_call(), source.__name__, error)
            return
        trace = "".join((getattr(error, "data", None) or {}).get("traceback", []))
        logger.error("%s failed (%s): %s\n%s", current_call(), source.__name__, error, trace)

    async def stop(self) -> None:
        """End everything that is still waiting or running."""
        self.publisher.cancel_all()
        self.looking.stop()
        if self._refresh is not None:
            self._refresh.cancel()
        await self.warming.stop()
        await self.indexing.stop()
        self.compiled.close()
        for root in self.session.roots.values():
            root.close()

    def _schedule_refresh(self) -> None:
        """Ask the client to look again, at most once a second."""
        if self._refresh is None:
            self._refresh_now()
            self._refresh = asyncio.get_running_loop().call_later(REFRESH_SECONDS, self._refresh_later)
        else:
            self._refresh_wanted = True

    def _refresh_later(self) -> None:
        self._refresh = None
        if self._refresh_wanted:
            self._refresh_wanted = False
            self._schedule_refresh()

    def _refresh_now(self) -> None:
        if self.session.client.refreshes_diagnostics:
            self.workspace_diagnostic_refresh(None)
        if self.session.client.refreshes_tokens:
            self.workspace_semantic_tokens_refresh(None)
        self.refresh_previews()


def create_server() -> CortexServer:
    """Return a server with every method and command registered."""
    server = CortexServer()
    for method in METHODS:
        register(server, method)
    for name, command in COMMANDS.items():
        server.command(name)(command)
    return server


def register(server: CortexServer, method: Any) -> None:
    """Register one file of `methods`: its METHOD, its OPTIONS where it has any, and `handle`."""
    server.feature(method.METHOD, getattr(method, "OPTIONS", None))(method.handle)
