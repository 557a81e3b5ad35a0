"""Standard input and output without threads.

pygls reads standard input in a thread pool, three hand-overs a message, which costs more than
answering a small request. Where the event loop can watch a pipe itself, we let it; elsewhere
(Windows, input from a file) pygls' own way is used.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from typing import TYPE_CHECKING

from pygls.io_ import StdoutWriter, run_async

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

logger = logging.getLogger(__name__)

_BUFFER_BYTES = 1 << 20


def serve_stdio(server: CortexServer) -> None:
    """Serve one client on standard input and output until it leaves."""
    if sys.platform == "win32":
        server.start_io()
        return
    try:
        asyncio.run(_serve(server))
    except _NotAPipeError:
        server.start_io()
    except (KeyboardInterrupt, BrokenPipeError):
        logger.info("the client is gone")


class _NotAPipeError(Exception):
    """Standard input is something that an event loop cannot watch."""


async def _serve(server: CortexServer) -> None:
    reader = asyncio.StreamReader(limit=_BUFFER_BYTES)
    loop = asyncio.get_running_loop()
    try:
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin.buffer)
    except (ValueError, OSError) as error:
        raise _NotAPipeError from error
    server.protocol.set_writer(StdoutWriter(sys.stdout.buffer))
    await run_async(
        stop_event=threading.Event(),
        reader=reader,
        protocol=server.protocol,
        logger=logger,
        error_handler=server.report_server_error,
    )
    await server.stop()
