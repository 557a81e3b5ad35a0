"""The compiled plan, opened beside the request: virtual where the client can, else a read-only file."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from cortex_server.lsp.uris import uri_of

if TYPE_CHECKING:
    import tempfile

    from cortex_server.lsp.server import CortexServer
    from cortex_server.lsp.session import Snapshot

logger = logging.getLogger(__name__)

FOLLOW_SECONDS = 0.2


class CompiledPlans:
    """Which compiled plans are open, and how each client gets to see them.

    An open plan follows its request: a short while after an edit, so that typing pays nothing for it.
    """

    def __init__(self, server: CortexServer) -> None:
        self._server = server
        self._sources: dict[str, str] = {}
        self._files: dict[str, Path] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def text_of(self, plan_uri: str) -> str:
        """Return the text of an open compiled plan."""
        source = self._sources.get(plan_uri)
        return (self._text(source) if source is not None else None) or "null\n"

    async def show(self, snapshot: Snapshot) -> None:
        """Open the compiled plan of a document."""
        from cortex_server.lsp.previews import plan_uri

        source = snapshot.document.uri
        text = self._text(source)
        if text is None:
            return
        uri, client = plan_uri(source), self._server.session.client
        if client.shows_virtual_documents and client.shows_documents:
            self._sources[uri] = source
            await self._open(uri)
            return
        path = self._files[source] = self._files.get(source) or self._place(uri.rpartition("/")[2])
        _write(path, text)
        if client.shows_documents:
            await self._open(uri_of(path))
        else:
            self._server.tell(f"The compiled plan is in {path}")

    def refresh(self, document_uri: str) -> None:
        """Let an open plan follow its document, soon; while that is waiting, once is enough."""
        is_open = document_uri in self._files or document_uri in self._sources.values()
        if is_open and document_uri not in self._timers:
            loop = asyncio.get_running_loop()
            self._timers[document_uri] = loop.call_later(FOLLOW_SECONDS, self._follow, document_uri)

    def close(self) -> None:
        """Stop following, and remove the files that were made for clients without virtual documents."""
        for timer in self._timers.values():
            timer.cancel()
        if self._folder is not None:
            for path in self._files.values():
                path.chmod(0o600)
            self._folder.cleanup()

    def _follow(self, document_uri: str) -> None:
        self._timers.pop(document_uri, None)
        for uri, source in self._sources.items():
            if source == document_uri:
                params = types.TextDocumentContentRefreshParams(uri=uri)
                self._server.workspace_text_document_content_refresh(params)
        path, text = self._files.get(document_uri), self._text(document_uri)
        if path is not None and text is not None and path.read_text(encoding="utf-8") != text:
            _write(path, text)

    def _text(self, document_uri: str) -> str | None:
        """Return the plan of a document as text: the present one, or the last good one."""
        from cortex_planner.compiler.plan import plan_text

        snapshot = self._server.session.snapshot(document_uri)
        plan = snapshot.view.plan if snapshot is not None else None
        return plan_text(plan.output) if plan is not None else None

    async def _open(self, uri: str) -> None:
        params = types.ShowDocumentParams(uri=uri, take_focus=False)
        try:
            await self._server.window_show_document_async(params)
        except JsonRpcException as error:
            logger.warning("the client did not open %s: %s", uri, error)

    def _place(self, name: str) -> Path:
        """Return where the file of a plan is kept: by its name, in a folder of its own."""
        import tempfile

        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="cortex-plans-")
        return Path(tempfile.mkdtemp(dir=self._folder.name)) / unquote(name)


def _write(path: Path, text: str) -> None:
    """Write a file that only we may write."""
    if path.exists():
        path.chmod(0o600)
    path.write_text(text, encoding="utf-8", newline="\n")
    path.chmod(0o400)
