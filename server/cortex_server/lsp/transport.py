"""Transport: one client's bytes, from standard input or a socket, into the inbox.

pygls reads standard input in a thread pool, three hand-overs a message, which costs more than
answering a small request. The event loop watches the pipe or the socket itself; where it cannot
(Windows, input from a file), one thread does nothing but read.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO

from pygls.io_ import StdoutWriter

from cortex_server.lsp.inbox import Inbox

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

logger = logging.getLogger(__name__)

_CHUNK_BYTES = 1 << 16


def serve_stdio(server: CortexServer) -> None:
    """Serve one client on standard input and output until it leaves."""
    _run(_serve_stdio(server))


def serve_tcp(server: CortexServer, host: str, port: int) -> None:
    """Wait for one client on a port, and serve it until it leaves."""
    _run(_serve_tcp(server, host, port))


def _run(serving: Coroutine[None, None, None]) -> None:
    try:
        asyncio.run(serving)
    except (KeyboardInterrupt, BrokenPipeError):
        logger.info("the client is gone")


async def _serve_stdio(server: CortexServer) -> None:
    server.protocol.set_writer(StdoutWriter(sys.stdout.buffer))
    inbox = Inbox(server.protocol.take, server.protocol.refuse)
    await _read_into(inbox)
    await inbox.done
    await server.stop()


async def _read_into(inbox: Inbox) -> None:
    if sys.platform != "win32":
        with suppress(ValueError, OSError):  # a file, say: nothing that an event loop can watch
            await asyncio.get_running_loop().connect_read_pipe(lambda: inbox, sys.stdin.buffer)
            return
    _read_in_thread(sys.stdin.buffer, inbox)


def _read_in_thread(stream: BinaryIO, inbox: Inbox) -> None:
    loop = asyncio.get_running_loop()

    def read() -> None:
        while data := stream.read1(_CHUNK_BYTES):  # type: ignore[attr-defined]
            loop.call_soon_threadsafe(inbox.data_received, data)
        loop.call_soon_threadsafe(inbox.eof_received)

    threading.Thread(target=read, name="standard input", daemon=True).start()


async def _serve_tcp(server: CortexServer, host: str, port: int) -> None:
    loop = asyncio.get_running_loop()
    first: asyncio.Future[_Connection] = loop.create_future()
    listening = await loop.create_server(lambda: _Connection(server, first), host, port)
    inbox = await first
    listening.close()
    await inbox.done
    await server.stop()


class _Connection(Inbox):
    """An inbox whose socket takes the answers as well; only the first client gets one."""

    def __init__(self, server: CortexServer, first: asyncio.Future[_Connection]) -> None:
        super().__init__(server.protocol.take, server.protocol.refuse)
        self._server = server
        self._first = first

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Answer on the same socket."""
        if self._first.done() or not isinstance(transport, asyncio.WriteTransport):
            transport.close()
            return
        self._server.protocol.set_writer(transport)
        self._first.set_result(self)
