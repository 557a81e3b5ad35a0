"""A language client that says whatever it is told to, also what no well-behaved client would."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from cortex_server.lsp.uris import uri_of

PATIENCE_SECONDS = 60
COMMAND = [sys.executable, "-P", "-m", "cortex_server"]
PULLS: dict[str, Any] = {"textDocument": {"diagnostic": {}}}


class RawClient:
    """Speaks JSON-RPC with a server; every answer and notification is kept in order."""

    def __init__(self, into: IO[bytes], out_of: IO[bytes]) -> None:
        self._into = into
        self._out_of = out_of
        self._messages: queue.Queue[dict[str, Any]] = queue.Queue()
        self._kept: list[dict[str, Any]] = []
        self._number = 0
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def send(self, *messages: object) -> None:
        """Send messages, framed; several go out in one piece."""
        bodies = [json.dumps(message).encode() for message in messages]
        self._into.write(b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies))
        self._into.flush()

    def notify(self, method: str, params: Any = None) -> None:
        """Send a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: Any = None) -> dict[str, Any]:
        """Send a request and return its reply, result or error."""
        self._number += 1
        number = self._number
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return self.wait(lambda message: message.get("id") == number and "method" not in message)

    def wait(self, wanted: Any) -> dict[str, Any]:
        """Return the next message that is `wanted`; others are kept for later, requests are answered."""
        for message in self._kept:
            if wanted(message):
                self._kept.remove(message)
                return message
        while True:
            message = self._messages.get(timeout=PATIENCE_SECONDS)
            if "id" in message and "method" in message:
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
            if wanted(message):
                return message
            self._kept.append(message)

    def published(self, uri: str, version: int | None = None) -> dict[str, Any]:
        """Return the next diagnostics that are published for a document."""
        params: dict[str, Any] = self.wait(
            lambda message: (
                message.get("method") == "textDocument/publishDiagnostics"
                and message["params"]["uri"] == uri
                and message["params"].get("version") == version
            )
        )["params"]
        return params

    def initialize(self, folder: Path | None, capabilities: dict[str, Any] | None = None) -> dict[str, Any]:
        """Begin a session in a folder."""
        params = {
            "processId": None,
            "rootUri": uri_of(folder) if folder is not None else None,
            "capabilities": capabilities or {},
        }
        reply = self.ask("initialize", params)
        self.notify("initialized", {})
        return reply

    def open(self, path: Path, text: str, *, version: int = 1, language: str = "json") -> str:
        """Open a document; return its URI."""
        uri = uri_of(path)
        item = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return uri

    def change(self, uri: str, version: int, *changes: dict[str, Any]) -> None:
        """Edit an open document."""
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)})

    def pull(self, uri: str, previous: str | None = None) -> dict[str, Any]:
        """Ask for a document's diagnostics."""
        params = {"textDocument": {"uri": uri}, "previousResultId": previous}
        report: dict[str, Any] = self.ask("textDocument/diagnostic", params)["result"]
        return report

    def _read(self) -> None:
        with suppress(ValueError, OSError):  # the stream is closed under us when a test ends
            while (length := self._length_of_next()) is not None:
                self._messages.put(json.loads(self._out_of.read(length)))

    def _length_of_next(self) -> int | None:
        length = 0
        while (line := self._out_of.readline()) != b"\r\n":
            if not line:
                return None
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return length


class ServerProcess:
    """A server of our own, spoken to over its standard streams."""

    def __init__(self, *options: str, folder: Path | None = None) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # nobody reads it, and a full pipe would stop the server
            cwd=folder,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.client = RawClient(self.process.stdin, self.process.stdout)

    def exit_code(self) -> int:
        """Return the exit code, once the server has ended."""
        return self.process.wait(PATIENCE_SECONDS)

    def end(self) -> None:
        """End the server, whatever it is doing."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE_SECONDS)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()
