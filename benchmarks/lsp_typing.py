"""Typing as VS Code sends it: every edit with diagnostics, lens, hints, tokens and completion.

What is still unanswered at the next edit is taken back, as VS Code does. Some edits come 15 ms apart, some
at once. Then the lens after an edit, 60 seconds in which nothing is typed, and the memory after many edits.

    python benchmarks/lsp_typing.py [--idle 60] [--edits 10000]
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import psutil
from lsp_support import Server, cortex, json_server, request_text
from report import bar, percentiles, report
from substrate_symbols import fill_index

QUERY = "@CODE/src/package_7/module_11"
METHODS = (
    "textDocument/diagnostic",
    "textDocument/codeLens",
    "textDocument/inlayHint",
    "textDocument/semanticTokens/full",
    "textDocument/completion",
)
READ_BY_THEN_SECONDS = 0.005
"""So long after an edit was sent, a server that is not at work has surely read it."""


class Question(NamedTuple):
    """A request: its method, the version that it asks about, and when it was sent."""

    method: str
    version: int
    sent: float


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
        columns = [
            "edits",
            "completion p50",
            "p99",
            "results",
            "taken back or refused",
            "results too late",
        ]
        report("typing replay, milliseconds", columns, rows)
        for name, _, p99, _, _, late in rows:
            bar(f"typing {name}: completion p99 ms", p99, 16)
            bar(f"typing {name}: results of a text that had changed", late, 0)
        _lenses(root)
        with cortex(root) as server:
            seconds, messages, share = _idle(server, root, options.idle)
        report("idle", ["seconds", "messages", "CPU %"], [[seconds, messages, share]])
        bar("idle: messages", messages, 0)
        bar("idle: CPU %", share, 0.5)
        _memory(root, options.edits)


def _lenses(root: Path) -> None:
    """Time the lens, with its plan hash, from the edit on."""
    rows = []
    for size, limit in ((10_000, 10), (100_000, 50)):
        with cortex(root) as server:
            uri = (root / "lens.plan-request.json").as_uri()
            _open(server, uri, request_text(size))
            times = [_lens_after_edit(server, uri, version) for version in range(1, 26)][5:]
        rows.append([f"{size // 1000} KB", *percentiles(times)])
        bar(f"lens with plan hash after an edit, {size // 1000} KB, p50 ms", rows[-1][1], limit)
    report("edit to lens with plan hash, milliseconds", ["document", "p50", "p95"], rows)


def _lens_after_edit(server: Server, uri: str, version: int) -> float:
    started = time.perf_counter()
    _edit_run_id(server, uri, version)
    found = server.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    assert " · plan " in found[0]["command"]["title"]
    return (time.perf_counter() - started) * 1e3


def _replay(server: Server, root: Path, pause: float, edits: int) -> tuple[float, float, int, int, int]:
    """Type characters of a symbol; every answer is matched with the version that it was asked for."""
    uri = (root / "typed.plan-request.json").as_uri()
    text = request_text(10_000).replace('"symbols": [', '"symbols": [\n      "",', 1)
    _open(server, uri, text)
    line = text[: text.index('"",')].count("\n")
    column = text.index('"",') - text.rfind("\n", 0, text.index('"",'))
    for method in METHODS:
        server.request(method, _params(method, uri, {"line": line, "character": column - 1}))
    asked: dict[int, Question] = {}
    answered: dict[int, tuple[float, bool]] = {}
    edited: dict[int, float] = {}
    reading = threading.Thread(target=_collect, args=(server, answered, edits * len(METHODS)), daemon=True)
    reading.start()
    for version in range(1, edits + 1):
        typed = (version - 1) % len(QUERY)
        start = {"line": line, "character": column + typed}
        end = start if typed or version == 1 else {"line": line, "character": column + len(QUERY)}
        change = {"range": {"start": start, "end": end}, "text": QUERY[typed]}
        document = {"uri": uri, "version": version}
        edited[version] = time.perf_counter()
        server.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        for number in [each for each in list(asked)[-len(METHODS) :] if each not in answered]:
            server.send("$/cancelRequest", {"id": number})
        for method in METHODS:
            number = 1000 + len(asked)
            asked[number] = Question(method, version, time.perf_counter())
            server.send(method, _params(method, uri, start), number)
        time.sleep(pause)
    reading.join(60)
    return _judged(asked, answered, edited)


def _judged(
    asked: dict[int, Question], answered: dict[int, tuple[float, bool]], edited: dict[int, float]
) -> tuple[float, float, int, int, int]:
    assert len(answered) == len(asked), "a request had no reply"
    results = {number: at for number, (at, is_result) in answered.items() if is_result}
    times = sorted(
        (at - asked[number].sent) * 1e3
        for number, at in results.items()
        if asked[number].method == METHODS[-1]
    )
    late = sum(
        at > edited.get(asked[number].version + 1, at) + READ_BY_THEN_SECONDS
        for number, at in results.items()
    )
    p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
    return round(p50, 2), round(p99, 2), len(results), len(asked) - len(results), late


def _params(method: str, uri: str, position: dict[str, int]) -> dict[str, Any]:
    document = {"textDocument": {"uri": uri}}
    if method.endswith("completion"):
        return {**document, "position": {"line": position["line"], "character": position["character"] + 1}}
    if method.endswith("inlayHint"):
        area = {"start": {"line": 0, "character": 0}, "end": {"line": 50, "character": 0}}
        return {**document, "range": area}
    return document


def _collect(server: Server, answered: dict[int, tuple[float, bool]], count: int) -> None:
    while len(answered) < count:
        message = server.read()
        if isinstance(message.get("id"), int) and "method" not in message:
            answered[message["id"]] = time.perf_counter(), "result" in message


def _idle(server: Server, root: Path, seconds: int) -> tuple[int, int, float]:
    """Count what a server says and does while nobody types."""
    uri = (root / "idle.plan-request.json").as_uri()
    _open(server, uri, request_text(10_000))
    server.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    messages: list[object] = []
    threading.Thread(target=_count, args=(server, messages), daemon=True).start()
    process = psutil.Process(server.process.pid)
    before = sum(process.cpu_times()[:2])
    time.sleep(seconds)
    used = sum(process.cpu_times()[:2]) - before
    return seconds, len(messages), round(used / seconds * 100, 2)


def _count(server: Server, messages: list[object]) -> None:
    with suppress(ValueError):  # the server is ended while we listen
        messages.append(server.read())


def _memory(root: Path, edits: int) -> None:
    with json_server(root) as peer, cortex(root) as server:
        uri = (root / "large.plan-request.json").as_uri()
        for each in (peer, server):
            _open(each, uri, request_text(1_000_000))
            each.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        ours, theirs = server.memory(), peer.memory()
    with cortex(root) as server:
        uri = (root / "edited.plan-request.json").as_uri()
        _open(server, uri, request_text(10_000))
        _edit(server, uri, 500)
        before = server.memory()
        _edit(server, uri, edits, 1000)
        for number in range(500):
            other = f"{uri}.{number}.plan-request.json"
            _open(server, other, request_text(1000))
            server.send("textDocument/didClose", {"textDocument": {"uri": other}})
        server.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        growth = (server.memory() / before - 1) * 100
    report("memory with a 1 MB document, MB", ["cortex", "JSON LS"], [[round(ours), round(theirs)]])
    bar("memory with a 1 MB document, against JSON LS", ours / theirs, 1.0)
    bar(f"memory growth over {edits:,} edits and 500 documents, %", growth, 5)


def _edit(server: Server, uri: str, edits: int, first: int = 1) -> None:
    for version in range(first, first + edits):
        _edit_run_id(server, uri, version)
        server.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})


def _edit_run_id(server: Server, uri: str, version: int) -> None:
    """Type over the first character of the run's id, another one each time."""
    start, end = ({"line": 1, "character": column} for column in (13, 14))
    change = {"range": {"start": start, "end": end}, "text": "abcdefgh"[version % 8]}
    document = {"uri": uri, "version": version}
    server.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})


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
