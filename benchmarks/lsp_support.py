"""Language servers as processes, spoken to over their own standard input and output, with a stopwatch."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cortex_planner.compiler.schema import seed_schemas

PEER_PACKAGE = "vscode-langservers-extracted@4.10.0"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cortex-bench"


class Server:
    """One running language server."""

    def __init__(self, command: list[str], cwd: Path) -> None:
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._ids = 0

    def send(self, method: str, params: Any, request_id: int | None = None) -> None:
        """Send a request or a notification."""
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
        if request_id is not None:
            message["id"] = request_id
        self._write(message)

    def request(self, method: str, params: Any) -> Any:
        """Send a request and wait for its answer."""
        self._ids += 1
        self.send(method, params, self._ids)
        while True:
            message = self.read()
            if message.get("id") == self._ids and "method" not in message:
                if "error" in message:
                    raise RuntimeError(message["error"])
                return message["result"]
            self.answer(message)

    def answer(self, message: dict[str, Any]) -> None:
        """Answer what the server asks of its client."""
        if "id" in message and "method" in message:
            items = (
                message["params"].get("items", []) if message["method"] == "workspace/configuration" else None
            )
            self._write(
                {"jsonrpc": "2.0", "id": message["id"], "result": [None] * len(items) if items else None}
            )

    def read(self) -> dict[str, Any]:
        """Return the next message."""
        stream = self.process.stdout
        assert stream is not None
        length = 0
        while line := stream.readline():
            if line == b"\r\n":
                break
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        message: dict[str, Any] = json.loads(stream.read(length))
        return message

    def memory(self) -> float:
        """Return the resident memory in MB, children included."""
        import psutil

        process = psutil.Process(self.process.pid)
        return sum(each.memory_info().rss for each in (process, *process.children(recursive=True))) / 1e6

    def _write(self, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        stream = self.process.stdin
        assert stream is not None
        stream.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        stream.flush()


CAPABILITIES = {
    "textDocument": {
        "diagnostic": {"dynamicRegistration": False},
        "completion": {
            "completionItem": {"snippetSupport": True, "insertReplaceSupport": True},
            "completionList": {"itemDefaults": ["editRange"]},
        },
        "codeLens": {},
        "inlayHint": {},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
    },
    "workspace": {"configuration": False},
}


@contextmanager
def cortex(root: Path) -> Iterator[Server]:
    """Run our server on a folder."""
    with _running([sys.executable, "-P", "-m", "cortex_server"], root, {}) as server:
        yield server


@contextmanager
def json_server(root: Path) -> Iterator[Server]:
    """Run the JSON server that people have today, with our schema for the same files."""
    command = [str(_peer()), "--stdio"]
    with _running(command, root, {"handledSchemaProtocols": ["file"]}) as server:
        schema = seed_schemas()["plan_request.schema.json"]
        schemas = [
            {
                "fileMatch": ["*.plan-request.json"],
                "url": "file:///plan_request.schema.json",
                "schema": schema,
            }
        ]
        settings = {"json": {"validate": {"enable": True}, "schemas": schemas}}
        server.send("workspace/didChangeConfiguration", {"settings": settings})
        yield server


@contextmanager
def _running(command: list[str], root: Path, options: dict[str, Any]) -> Iterator[Server]:
    server = Server(command, root)
    try:
        server.request(
            "initialize",
            {
                "processId": None,
                "rootUri": root.as_uri(),
                "capabilities": CAPABILITIES,
                "initializationOptions": options,
            },
        )
        server.send("initialized", {})
        yield server
    finally:
        server.process.kill()
        server.process.wait()


def _peer() -> Path:
    """Return the JSON server's program, installed once into the user's cache folder."""
    program = CACHE / "node_modules" / ".bin" / "vscode-json-language-server"
    if not program.exists():
        npm = shutil.which("npm")
        if npm is None:
            sys.exit("npm is needed to install the server that we compare with")
        CACHE.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(CACHE), PEER_PACKAGE],
            check=True,
        )
    return program


def request_text(size: int, errors: int = 0) -> str:
    """Return a plan request of about `size` bytes whose symbols are in the benchmark's index."""
    count = max(1, (size - 300) // 62)
    symbols = [symbol_name(number) for number in range(count)]
    for number in range(errors):
        symbols[(number * 7919) % count] = f"bad symbol {number}"
    request = {
        "run_id": "run-1",
        "request_id": "request-1",
        "intent": "explain",
        "inputs": {"symbols": symbols, "notes": ["Mind the gap."]},
        "budgets": {"max_steps": 1_000_000, "max_bytes": 10**12, "max_symbols": 1_000_000},
    }
    return json.dumps(request, indent=2) + "\n"


def symbol_name(number: int) -> str:
    """Return the name of the benchmark's symbol with that number."""
    return f"@CODE/src/package_{number % 997}/module_{number // 13}.py#Class{number}.run"
