"""Typing as VS Code sends it: every edit with diagnostics, lens, hints and completion, some 15 ms apart, some at once.

Then 60 seconds in which nothing is typed, and the memory after many edits and documents.

    python benchmarks/lsp_typing.py [--idle 60] [--edits 10000]
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import psutil
from lsp_support import Server, cortex, json_server, request_text
from report import report
from substrate_symbols import fill_index

QUERY = "@CODE/src/package_7/module_11"
METHODS = (
    "textDocument/diagnostic",
    "textDocument/codeLens",
    "textDocument/inlayHint",
    "textDocument/completion",
)


def main() -> None:
    """Type, rest, and type a lot."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="cortex-bench-") as folder:
        root = Path(folder)
        fill_index(root, options.symbols)
        rows = []
        for name, pause, edits in (("15 ms apart", 0.015, 200), ("back to back", 0.0, 50)):
            with cortex(root) as server:
                rows.append([name, *_replay(server, root, pause, edits)])
        report(
            "typing replay, milliseconds",
            ["edits", "completion p50", "p99", "answers", "unanswered"],
            rows,
        )
        with cortex(root) as server:
            report("idle", ["seconds", "messages", "CPU %"], [_idle(server, root, options.idle)])
        report("memory, MB", ["what", "cortex", "JSON LS"], _memory(root, options.edits))


def _replay(server: Server, root: Path, pause: float, edits: int) -> tuple[float, float, int, int]:
    """Type characters of a symbol; every answer is matched with the version that it was asked for."""
    uri = (root / "typed.plan-request.json").as_uri()
    text = request_text(10_000).replace('"symbols": [', '"symbols": [\n      "",', 1)
    _open(server, uri, text)
    line = text[: text.index('"",')].count("\n")
    column = text.index('"",') - text.rfind("\n", 0, text.index('"",'))
    for method in METHODS:
        server.request(method, _params(method, uri, {"line": line, "character": column - 1}))
    asked: dict[int, tuple[str, int, float]] = {}
    answered: dict[int, float] = {}
    reading = threading.Thread(target=_collect, args=(server, answered, edits * len(METHODS)), daemon=True)
    reading.start()
    number = 1000
    for version in range(1, edits + 1):
        position = {"line": line, "character": column + (version - 1) % len(QUERY)}
        if version % len(QUERY) == 1 and version > 1:
            whole = {
                "start": {"line": line, "character": column},
                "end": {"line": line, "character": column + len(QUERY)},
            }
            change = {"range": whole, "text": QUERY[0]}
            position = {"line": line, "character": column}
        else:
            change = {
                "range": {"start": position, "end": position},
                "text": QUERY[(version - 1) % len(QUERY)],
            }
        document = {"uri": uri, "version": version}
        server.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        for method in METHODS:
            number += 1
            asked[number] = (method, version, time.perf_counter())
            server.send(method, _params(method, uri, position), number)
        time.sleep(pause)
    reading.join(60)
    times = sorted(
        (answered[n] - at) * 1e3
        for n, (method, _, at) in asked.items()
        if method == METHODS[-1] and n in answered
    )
    return (
        round(times[len(times) // 2], 2),
        round(times[int(len(times) * 0.99)], 2),
        len(answered),
        len(asked) - len(answered),
    )


def _params(method: str, uri: str, position: dict[str, int]) -> dict[str, Any]:
    document = {"textDocument": {"uri": uri}}
    if method.endswith("completion"):
        return {**document, "position": {"line": position["line"], "character": position["character"] + 1}}
    if method.endswith("inlayHint"):
        area = {"start": {"line": 0, "character": 0}, "end": {"line": 50, "character": 0}}
        return {**document, "range": area}
    return document


def _collect(server: Server, answered: dict[int, float], count: int) -> None:
    while len(answered) < count:
        message = server.read()
        if isinstance(message.get("id"), int) and "method" not in message:
            answered[message["id"]] = time.perf_counter()


def _idle(server: Server, root: Path, seconds: int) -> list[object]:
    """Count what a server says and does while nobody types."""
    uri = (root / "idle.plan-request.json").as_uri()
    _open(server, uri, request_text(10_000))
    server.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    messages: list[object] = []
    threading.Thread(target=lambda: messages.append(server.read()), daemon=True).start()
    process = psutil.Process(server.process.pid)
    before = sum(process.cpu_times()[:2])
    time.sleep(seconds)
    used = sum(process.cpu_times()[:2]) - before
    return [seconds, len(messages), round(used / seconds * 100, 2)]


def _memory(root: Path, edits: int) -> list[list[object]]:
    text = request_text(1_000_000)
    rows: list[list[object]] = []
    with json_server(root) as peer, cortex(root) as server:
        uri = (root / "large.plan-request.json").as_uri()
        for each in (peer, server):
            _open(each, uri, text)
            each.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        rows.append(["a 1 MB document open", round(server.memory()), round(peer.memory())])
    with cortex(root) as server:
        uri = (root / "edited.plan-request.json").as_uri()
        _open(server, uri, request_text(10_000))
        _edit(server, uri, 500)
        before = server.memory()
        _edit(server, uri, edits, 1000)
        for number in range(500):
            _open(server, f"{uri}.{number}.plan-request.json", request_text(1000))
            server.send(
                "textDocument/didClose", {"textDocument": {"uri": f"{uri}.{number}.plan-request.json"}}
            )
        server.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        rows.append(
            [
                f"after {edits:,} edits and 500 documents, against before",
                f"{server.memory() / before - 1:+.1%}",
                "",
            ]
        )
    return rows


def _edit(server: Server, uri: str, edits: int, first: int = 1) -> None:
    for version in range(first, first + edits):
        position = {"line": 1, "character": 13}
        change = {"range": {"start": position, "end": {"line": 1, "character": 14}}, "text": "x"}
        document = {"uri": uri, "version": version}
        server.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        server.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})


def _open(server: Server, uri: str, text: str) -> None:
    item = {"uri": uri, "languageId": "json", "version": 0, "text": text}
    server.send("textDocument/didOpen", {"textDocument": item})


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--idle", type=int, default=60)
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--symbols", type=int, default=1_000_000)
    return parser.parse_args()


if __name__ == "__main__":
    main()
