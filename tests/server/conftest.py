"""Servers to talk to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from server.language_client import RawClient, ServerProcess

Start = Callable[..., ServerProcess]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start a server with options; it is ended with the test."""
    with ExitStack() as stack:

        def start_server(*options: str, folder: Path | None = None) -> ServerProcess:
            server = ServerProcess(*options, folder=folder)
            stack.callback(_end, server)
            return server

        yield start_server


@pytest.fixture
def client(start: Start) -> RawClient:
    """Return a client of a server that has not been told anything yet."""
    return start().client


def _end(server: ServerProcess) -> None:
    with suppress(BrokenPipeError):
        server.end()
