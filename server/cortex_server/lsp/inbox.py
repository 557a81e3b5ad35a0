"""The inbox: what the client has said and nobody has answered yet.

Messages are handled one per turn of the event loop. Between two of them the loop reads whatever else
has come, so that each request is judged by everything the client has said since. One that was taken back
is refused at once instead of being worked out for nobody; so are diagnostics and tokens of a text that
has moved on, which clients ask for again by themselves. Everything else is answered in its turn: VS Code
shows no list at all if the completion of a name is refused because another letter of it was typed.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter, deque
from collections.abc import Callable
from itertools import islice
from typing import Any

from cortex_server.lsp.frames import Frames

logger = logging.getLogger(__name__)

Message = dict[str, Any]
RequestId = str | int

CONTENT_MODIFIED = -32801
REQUEST_CANCELLED = -32800
SERVER_CANCELLED = -32802
_EDIT = "textDocument/didChange"
_CANCEL = "$/cancelRequest"
_ABOUT_TEXT = "textDocument/"
_COMPLETION = "textDocument/completion"
_LOOK_AHEAD = 16
_PULL = "textDocument/diagnostic"
_ASKED_AGAIN = (_PULL, "textDocument/semanticTokens/")


class Inbox(asyncio.Protocol):
    """Reads ahead, keeps the order, and hands one message at a time to `take`.

    `refuse` gets the request, an error code, a reason, and data for the client.
    """

    def __init__(self, take: Callable[[Message], None], refuse: Callable[..., None]) -> None:
        self._take = take
        self._refuse = refuse
        self._frames = Frames()
        self._waiting: deque[Message] = deque()
        self._edits: Counter[str] = Counter()
        self._cancelled: set[RequestId] = set()
        self._loop = asyncio.get_running_loop()
        self._ended = False
        self.done = self._loop.create_future()

    def data_received(self, data: bytes) -> None:
        """Put every message that is whole now behind the others."""
        was_idle = not self._waiting
        for body in self._frames.feed(data):
            self._put(body)
        if was_idle and self._waiting:
            self._loop.call_soon(self._handle_next)

    def eof_received(self) -> None:
        """Finish what has come; nothing more will."""
        self._ended = True
        if not self._waiting:
            self._finish()

    def connection_lost(self, _: Exception | None) -> None:
        """The client is gone: whoever waits for an answer does so no longer."""
        self._waiting.clear()
        self._finish()

    def _put(self, body: bytes) -> None:
        try:
            message = json.loads(body)
        except ValueError:
            logger.warning("a message that is not JSON was passed over")
            return
        if not isinstance(message, dict):
            logger.warning("a message that is not an object was passed over")
            return
        if message.get("method") == _EDIT:
            self._edits[_uri_of(message)] += 1
        elif message.get("method") == _CANCEL:
            self._cancelled.add(_cancelled_id(message))
        self._waiting.append(message)

    def _handle_next(self) -> None:
        if not self._waiting:
            return
        message = self._most_urgent()
        try:
            self._handle(message)
        finally:
            if self._waiting:
                self._loop.call_soon(self._handle_next)
            elif self._ended:
                self._finish()

    def _most_urgent(self) -> Message:
        """Take the next message; a completion, which someone waits for, goes before other questions of its text."""
        for place, message in enumerate(islice(self._waiting, _LOOK_AHEAD)):
            method = str(message.get("method"))
            if method == _COMPLETION:
                del self._waiting[place]
                return message
            if "id" not in message or not method.startswith(_ABOUT_TEXT):
                break
        return self._waiting.popleft()

    def _handle(self, message: Message) -> None:
        method, request_id = message.get("method"), message.get("id")
        if method == _EDIT:
            self._edits[_uri_of(message)] -= 1
        elif method == _CANCEL:
            cancelled = _cancelled_id(message)
            if cancelled not in self._cancelled:
                return
            self._cancelled.discard(cancelled)
        elif method is not None and isinstance(request_id, str | int):
            if request_id in self._cancelled:
                self._cancelled.discard(request_id)
                self._refuse(request_id, REQUEST_CANCELLED, "cancelled", None)
                return
            if self._is_superseded(message):
                self._refuse_superseded(request_id, method)
                return
        self._take(message)

    def _is_superseded(self, message: Message) -> bool:
        """Return whether an edit has come that makes the answer old, and the client will ask again."""
        return str(message["method"]).startswith(_ASKED_AGAIN) and self._edits[_uri_of(message)] > 0

    def _refuse_superseded(self, request_id: RequestId, method: str) -> None:
        """Say that the text has moved on; a client that pulls diagnostics is told to pull again."""
        if method == _PULL:
            self._refuse(request_id, SERVER_CANCELLED, "the text has changed", {"retriggerRequest": True})
        else:
            self._refuse(request_id, CONTENT_MODIFIED, "the text has changed", None)

    def _finish(self) -> None:
        if not self.done.done():
            self.done.set_result(None)


def _uri_of(message: Message) -> str:
    params = message.get("params")
    document = params.get("textDocument") if isinstance(params, dict) else None
    return str(document.get("uri")) if isinstance(document, dict) else ""


def _cancelled_id(message: Message) -> Any:
    params = message.get("params")
    identity = params.get("id") if isinstance(params, dict) else None
    return identity if isinstance(identity, str | int) else None
