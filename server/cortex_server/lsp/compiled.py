"""The compiled plan, opened beside the request: virtual where the client can, else a read-only file."""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from cortex_server.lsp.uris import uri_of

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer
    from cortex_server.lsp.session import Snapshot

logger = logging.getLogger(__name__)


class CompiledPlans:
    """Which compiled plans are open, and how each client gets to see them."""

    def __init__(self, server: CortexServer) -> None:
        self._server = server
        self._sources: dict[str, str] = {}
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def text_of(self, plan_uri: str) -> str:
        """Return the text of an open compiled plan."""
        from cortex_planner.compiler.plan import plan_text

        source = self._sources.get(plan_uri)
        snapshot = self._server.session.snapshot(source) if source is not None else None
        plan = snapshot.view.plan if snapshot is not None else None
        return plan_text(plan.output) if plan is not None else "null\n"

    async def show(self, snapshot: Snapshot) -> None:
        """Open the compiled plan of a document."""
        from cortex_planner.compiler.plan import plan_text
        from cortex_server.lsp.previews import plan_uri

        plan = snapshot.view.plan
        if plan is None:
            return
        client = self._server.session.client
        if client.shows_virtual_documents and client.shows_documents:
            uri = plan_uri(snapshot.document.uri)
            self._sources[uri] = snapshot.document.uri
            await self._open(uri)
            return
        path = self._write(plan_uri(snapshot.document.uri).rpartition("/")[2], plan_text(plan.output))
        if client.shows_documents:
            await self._open(uri_of(path))
        else:
            self._server.tell(f"The compiled plan is in {path}")

    def refresh(self, document_uri: str) -> None:
        """Tell the client that a compiled plan which it shows has changed."""
        for uri, source in self._sources.items():
            if source == document_uri:
                self._server.workspace_text_document_content_refresh(
                    types.TextDocumentContentRefreshParams(uri=uri)
                )

    def close(self) -> None:
        """Remove the files that were made for clients without virtual documents."""
        if self._folder is not None:
            for path in Path(self._folder.name).iterdir():
                path.chmod(0o600)
            self._folder.cleanup()

    async def _open(self, uri: str) -> None:
        params = types.ShowDocumentParams(uri=uri, take_focus=False)
        try:
            await self._server.window_show_document_async(params)
        except JsonRpcException as error:
            logger.warning("the client did not open %s: %s", uri, error)

    def _write(self, name: str, text: str) -> Path:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="cortex-plans-")
        path = Path(self._folder.name) / name
        if path.exists():
            path.chmod(0o600)
        path.write_text(text, encoding="utf-8", newline="\n")
        path.chmod(0o400)
        return path
