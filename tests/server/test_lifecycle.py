"""A session from its first message to its last, and what is said at the wrong time."""

from __future__ import annotations

import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from server.conftest import Start
from server.language_client import COMMAND, RawClient, ServerProcess

from cortex_planner import __version__

NOT_INITIALIZED, INVALID_REQUEST, INVALID_PARAMS, UNKNOWN_METHOD = -32002, -32600, -32602, -32601


def test_initialize_says_who_the_server_is_and_what_it_can(client: RawClient, tmp_path: Path) -> None:
    result = client.initialize(tmp_path)["result"]
    assert result["serverInfo"] == {"name": "cortex-lsp", "version": __version__}
    assert result["capabilities"]["textDocumentSync"]["change"] == 2
    assert result["capabilities"]["diagnosticProvider"]["identifier"] == "cortex"


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [(["utf-8", "utf-16"], "utf-8"), (["utf-16"], "utf-16"), (["utf-32"], "utf-32"), ([], "utf-16")],
)
def test_the_position_encoding_is_one_that_the_client_offers(
    client: RawClient, tmp_path: Path, offered: list[str], chosen: str
) -> None:
    capabilities = {"general": {"positionEncodings": offered}} if offered else {}
    result = client.initialize(tmp_path, capabilities)["result"]
    assert result["capabilities"].get("positionEncoding", "utf-16") == chosen


def test_a_request_before_initialize_is_refused(client: RawClient) -> None:
    assert client.ask("textDocument/hover", {})["error"]["code"] in {NOT_INITIALIZED, INVALID_PARAMS}
    well_formed = {"textDocument": {"uri": "file:///x.json"}}
    assert client.ask("textDocument/diagnostic", well_formed)["error"]["code"] == NOT_INITIALIZED


def test_initialize_twice_is_refused(client: RawClient, tmp_path: Path) -> None:
    client.initialize(tmp_path)
    assert client.initialize(tmp_path)["error"]["code"] == INVALID_REQUEST


def test_a_request_after_shutdown_is_refused_and_exit_then_ends_well(start: Start, tmp_path: Path) -> None:
    server = start()
    server.client.initialize(tmp_path)
    assert server.client.ask("shutdown")["result"] is None
    pull = {"textDocument": {"uri": "file:///x.json"}}
    assert server.client.ask("textDocument/diagnostic", pull)["error"]["code"] == INVALID_REQUEST
    server.client.notify("exit")
    assert server.exit_code() == 0


def test_exit_without_shutdown_is_a_failure(start: Start, tmp_path: Path) -> None:
    server = start()
    server.client.initialize(tmp_path)
    server.client.notify("exit")
    assert server.exit_code() == 1


def test_the_server_ends_when_its_input_ends(start: Start, tmp_path: Path) -> None:
    """An editor that crashes leaves nothing running."""
    server = start()
    server.client.initialize(tmp_path)
    assert server.process.stdin is not None
    server.process.stdin.close()
    server.exit_code()


BAD_PARAMS: list[tuple[str, Any]] = [
    ("textDocument/diagnostic", {"textDocument": 3}),
    ("textDocument/diagnostic", {}),
    ("textDocument/diagnostic", None),
    ("textDocument/diagnostic", [1, 2]),
]


@pytest.mark.parametrize(("method", "params"), BAD_PARAMS)
def test_a_request_with_bad_parameters_gets_one_reply(
    client: RawClient, tmp_path: Path, method: str, params: Any
) -> None:
    client.initialize(tmp_path)
    assert client.ask(method, params)["error"]["code"] in {INVALID_PARAMS, -32603}
    assert "error" not in client.ask("shutdown")


def test_an_unknown_method_gets_a_reply_and_an_unknown_notification_none(
    client: RawClient, tmp_path: Path
) -> None:
    client.initialize(tmp_path)
    client.notify("$/nobodyKnows", {})
    client.notify("textDocument/didOpen", {"nonsense": True})
    assert client.ask("cortex/nobodyKnows", {})["error"]["code"] == UNKNOWN_METHOD


def test_tcp_listens_on_this_machine(start: Start, tmp_path: Path) -> None:
    port = _free_port()
    start("--tcp", str(port))
    with (
        _connected(port) as connection,
        connection.makefile("wb") as into,
        connection.makefile("rb") as out_of,
    ):
        client = RawClient(into, out_of)
        assert client.initialize(tmp_path)["result"]["serverInfo"]["name"] == "cortex-lsp"
        client.ask("shutdown")
        client.notify("exit")


def test_the_log_goes_to_its_file_and_not_between_the_messages(start: Start, tmp_path: Path) -> None:
    log = tmp_path / "cortex.log"
    server = start("--log-file", str(log), "--log-level", "debug")
    server.client.initialize(tmp_path)
    server.client.ask("textDocument/diagnostic", {"textDocument": 3})
    _leave(server)
    assert "textDocument/diagnostic" in log.read_text(encoding="utf-8")


def test_a_log_file_that_cannot_be_written_is_said_at_once(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "--log-file", str(tmp_path / "no" / "where.log")], capture_output=True, timeout=60
    )
    assert done.returncode == 1
    assert b"cannot be written" in done.stderr


def test_version_is_printed() -> None:
    done = subprocess.run([*COMMAND, "--version"], capture_output=True, timeout=60, text=True)
    assert done.stdout == f"cortex-lsp {__version__}\n"


def _leave(server: ServerProcess) -> None:
    server.client.ask("shutdown")
    server.client.notify("exit")
    server.exit_code()


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def _connected(port: int) -> socket.socket:
    """Return a connection to a server that may still be starting."""
    for _ in range(600):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=60)
        except ConnectionRefusedError:
            time.sleep(0.1)
    pytest.fail("the server does not listen")
