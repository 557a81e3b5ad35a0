"""Our part of the protocol machinery: where pygls would lose text, a reply or an error.

Document sync goes to our own store. A request whose parameters cannot be read, and one that comes
before `initialize` or after `shutdown`, gets its one reply, as the protocol demands.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Sequence
from contextvars import copy_context
from functools import cache
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.protocol import LanguageServerProtocol, default_converter, lsp_method

from cortex_server.lsp.calls import current_call, handling, uri_in
from cortex_server.lsp.commands import COMMANDS
from cortex_server.lsp.frames import Encoder, framed

if TYPE_CHECKING:
    from cattrs import Converter

    from cortex_server.lsp.server import CortexServer

logger = logging.getLogger(__name__)

SERVER_NOT_INITIALIZED = -32002
INVALID_REQUEST = -32600
_UNREADABLE = object()


def lean_converter() -> Converter:
    """Return pygls' converter, without a trace of where in a message each mistake is: nobody reads it."""
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]
    converter.detailed_validation = False
    return converter


@cache
def _runs_at_once(handler: Callable[..., Any]) -> bool:
    """Return whether a handler has its answer when it returns."""
    return not (inspect.iscoroutinefunction(handler) or inspect.isgeneratorfunction(handler))


class _Outcome:
    """What a handler that ran at once has left: as much of a future as pygls asks for."""

    def __init__(self, result: Any = None, error: Exception | None = None) -> None:
        self._result = result
        self._error = error

    def cancelled(self) -> bool:
        """Return False: it has run."""
        return False

    def exception(self) -> Exception | None:
        """Return what went wrong."""
        return self._error

    def result(self) -> Any:
        """Return the result, or raise what went wrong."""
        if self._error is not None:
            raise self._error
        return self._result


class CortexProtocol(LanguageServerProtocol):
    """LSP as pygls speaks it, with sync, replies and errors of our own."""

    _server: CortexServer
    _initialized = False

    def __init__(self, server: CortexServer, converter: Converter) -> None:
        super().__init__(server, converter)
        self.encode = Encoder(self._serialize_message)

    def take(self, data: dict[str, Any]) -> None:
        """Handle one message of the client."""
        method, request_id = data.get("method"), data.get("id")
        if not isinstance(method, str):
            self._take_answer(data)
            return
        if self._shutdown and request_id is None and method != types.EXIT:
            return
        refusal = self._refusal(method) if request_id is not None else None
        if refusal is not None:
            self._send_response(request_id, error=refusal)
            return
        with handling(method, uri_in(data.get("params"))):
            params = self._params(data)
            if params is _UNREADABLE:
                return
            run = copy_context().run
            if request_id is None:
                run(self._handle_notification, method, params)
            else:
                run(self._handle_request, request_id, method, params)
        self._server.looking.note_activity()

    def refuse(self, request_id: str | int, code: int, message: str, data: Any) -> None:
        """Answer a request with an error, without looking at it."""
        error = {"code": code, "message": message, **({"data": data} if data is not None else {})}
        self._send_data({"jsonrpc": self.VERSION, "id": request_id, "error": error})

    def _params(self, data: dict[str, Any]) -> Any:
        """Return the typed parameters; a request whose parameters cannot be read is answered here."""
        try:
            return self.structure_message({**data, "jsonrpc": self.VERSION}).params
        except JsonRpcException as error:
            logger.warning("cannot read the parameters of %s: %r", current_call(), error.__cause__)
            if "id" in data:
                self._send_response(data["id"], error=JsonRpcInvalidParams().to_response_error())
            return _UNREADABLE

    def _take_answer(self, data: dict[str, Any]) -> None:
        """Hand an answer to whoever waits for it, if anyone still does; one that cannot be read fails it."""
        asked = self._request_futures.get(data.get("id", ""))
        if asked is not None and asked.done():
            del self._request_futures[data["id"]]
            return
        try:
            message = self.structure_message({**data, "jsonrpc": self.VERSION})
        except JsonRpcException as error:
            logger.warning("cannot read the client's answer to %s", data.get("id"))
            self._handle_response(data.get("id", ""), error=error.to_response_error())
            return
        self._handle_response(
            data.get("id", ""), getattr(message, "result", None), getattr(message, "error", None)
        )

    def _execute_handler(
        self,
        msg_id: Any,
        handler: Callable[..., Any],
        callback: Callable[[Any], None],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        """Run a handler; one that answers at once needs none of the machinery for those that do not.

        What goes wrong is for the callback to raise again, to log and to answer.
        """
        if not _runs_at_once(handler):
            super()._execute_handler(msg_id, handler, callback, args, kwargs)
            return
        try:
            outcome = _Outcome(handler(*(args or ()), **(kwargs or {})))
        except Exception as error:
            outcome = _Outcome(error=error)
        callback(outcome)

    def _send_response(
        self, msg_id: Any, result: Any | None = None, error: types.ResponseError | None = None
    ) -> None:
        """Reply; a result of plain values goes out as it is, without a walk through every one of them."""
        if error is None and type(result) in (dict, list, str, bool, type(None)):
            self._send_data({"jsonrpc": self.VERSION, "id": msg_id, "result": result})
        else:
            super()._send_response(msg_id, result, error)

    def send_plain(self, method: str, params: dict[str, Any] | list[dict[str, str]]) -> None:
        """Send a notification whose parameters are plain values already."""
        self._send_data({"jsonrpc": self.VERSION, "method": method, "params": params})

    def _send_data(self, data: Any) -> None:
        """Write a message."""
        body = self.encode(data)
        logger.debug("sending %s", body)
        if self.writer is not None:
            self.writer.write(framed(body))

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
