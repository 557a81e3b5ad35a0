"""Calls: which message is being handled, so that the log can name it, and which held up the next one.

What a handler awaits (a command's process, the client's answer) holds nobody up and is not counted.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

logger = logging.getLogger(__name__)

SLOW_MILLISECONDS = 50
_NOTHING = "a message that could not be read"
_current: ContextVar[str] = ContextVar("call", default=_NOTHING)


def current_call() -> str:
    """Return the method and the document of the message that is being handled."""
    return _current.get()


@contextmanager
def handling(method: str, uri: str) -> Iterator[None]:
    """Name what is done inside after a method and a document, and log it if it takes long."""
    before = _current.set(f"{method} {uri}".rstrip())
    start = time.perf_counter()
    try:
        yield
    finally:
        milliseconds = (time.perf_counter() - start) * 1000
        if milliseconds > SLOW_MILLISECONDS:
            logger.warning("slow: %s took %d ms", current_call(), milliseconds)
        _current.reset(before)


@contextmanager
def isolated(what: str, uri: str) -> Iterator[None]:
    """Let what is done inside for one document fail alone: it is logged, and the others have their turn."""
    try:
        yield
    except Exception:
        logger.exception("%s %s failed", what, uri)


def uri_in(params: object) -> str:
    """Return the document that a message is about, as far as it names one."""
    if not isinstance(params, dict):
        return ""
    for holder in (params.get("textDocument"), params, params.get("data")):
        if isinstance(holder, dict) and isinstance(holder.get("uri"), str):
            return str(holder["uri"])
    arguments = params.get("arguments")
    return arguments[0] if isinstance(arguments, list) and arguments and isinstance(arguments[0], str) else ""
