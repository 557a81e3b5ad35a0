"""Our part of the protocol machinery: where pygls would lose text, a reply or an error.

Document sync goes to our own store. A request whose parameters cannot be read, and one that comes
before `initialize` or after `shutdown`, gets its one reply, as the protocol demands.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.protocol import LanguageServerProtocol, lsp_method

from cortex_server.lsp.calls import handling, uri_in
from cortex_server.lsp.commands import COMMANDS

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

logger = logging.getLogger(__name__)

SERVER_NOT_INITIALIZED = -32002
INVALID_REQUEST = -32600


class _Answered:
    """Stands for a message that has had its reply already."""


_ANSWERED = _Answered()


class CortexProtocol(LanguageServerProtocol):
    """LSP as pygls speaks it, with sync, replies and errors of our own."""

    _server: CortexServer
    _initialized = False

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return the typed message; one that cannot be typed is answered here, if it wants an answer."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            self._unreadable(data, error)
            return _ANSWERED

    def handle_message(self, message: Any) -> None:
        """Hand a message on, unless it came at the wrong time."""
        if message is _ANSWERED:
            return
        method = getattr(message, "method", None)
        request_id = getattr(message, "id", None)
        if method is not None and request_id is not None:
            refusal = self._refusal(method)
            if refusal is not None:
                self._send_response(request_id, error=refusal)
                return
        if method is None:
            super().handle_message(message)
            return
        with handling(method, uri_in(getattr(message, "params", None))):
            super().handle_message(message)
            self._server.looking.note_activity()

    def _unreadable(self, data: dict[str, Any], error: JsonRpcException) -> None:
        """Answer a request that cannot be read; an answer that cannot be read fails whoever waits for it."""
        if "method" in data:
            logger.warning("cannot read the parameters of %s", data["method"])
            if "id" in data:
                self._send_response(data["id"], error=error.to_response_error())
        elif "id" in data:
            logger.warning("cannot read the client's answer to %s", data["id"])
            self._handle_response(data["id"], error=error.to_response_error())

    def _send_response(
        self, msg_id: Any, result: Any | None = None, error: types.ResponseError | None = None
    ) -> None:
        """Reply; a result of plain values goes out as it is, without a walk through every one of them."""
        if error is None and type(result) in (dict, list, str, bool, type(None)):
            self._send_data({"jsonrpc": "2.0", "id": msg_id, "result": result})
        else:
            super()._send_response(msg_id, result, error)

    def send_plain(self, method: str, params: dict[str, Any] | list[dict[str, str]]) -> None:
        """Send a notification whose parameters are plain values already."""
        self._send_data({"jsonrpc": "2.0", "method": method, "params": params})

    def _refusal(self, method: str) -> types.ResponseError | None:
        if self._shutdown:
            return types.ResponseError(code=INVALID_REQUEST, message="the server is shutting down")
        if method == types.INITIALIZE:
            if self._initialized:
                return types.ResponseError(code=INVALID_REQUEST, message="already initialized")
            self._initialized = True
            return None
        if not self._initialized:
            return types.ResponseError(code=SERVER_NOT_INITIALIZED, message="not initialized yet")
        return None

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(self, params: types.ExecuteCommandParams) -> Any:  # type: ignore[override]
        """Run a command; its arguments are a document's URI, or nothing."""
        command = COMMANDS.get(params.command)
        if command is None:
            msg = f"there is no command `{params.command}`"
            raise JsonRpcInvalidParams(msg)
        arguments = params.arguments or []
        if not _fit(command, arguments):
            msg = f"`{params.command}` takes the URI of a document"
            raise JsonRpcInvalidParams(msg)
        result = command(self._server, *arguments)
        return await result if inspect.isawaitable(result) else result

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Keep the text of a document that was opened."""
        self._server.session.documents.open(params.text_document)
        self._server.document_opened(params.text_document.uri)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Make the client's edits; nothing is computed here."""
        session = self._server.session
        if session.documents.change(params, session.encoding) is not None:
            self._server.document_changed(params.text_document.uri)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """Forget a document."""
        self._server.session.forget(params.text_document.uri)
        self._server.document_closed(params.text_document.uri)


def _fit(command: Callable[..., Any], arguments: Sequence[object]) -> bool:
    """Return whether a command can be run with these arguments."""
    try:
        inspect.signature(command).bind(None, *arguments)
    except TypeError:
        return False
    return all(argument is None or isinstance(argument, str) for argument in arguments)
