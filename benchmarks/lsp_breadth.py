"""What every JSON editor has, on documents of 100 KB: our server against the JSON server people have.

Each round types one character into the document, pulls its diagnostics, as an editor does, and then asks one method
twice: just after the edit, and again. Methods that the peer lacks have no ratio.

    python benchmarks/lsp_breadth.py [--rounds 40]
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from cassette_support import report
from lsp_support import Server, cortex, json_server, request_text
from substrate_symbols import fill_index

from cortex_planner.compiler.plan import plan_hash, step_id

SIZE = 100_000
WARM_UP = 5
OPTIONS = {"tabSize": 2, "insertSpaces": True}
TYPED = "Mind"
METHODS = (
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/documentSymbol",
    "textDocument/formatting",
    "textDocument/rangeFormatting",
    "textDocument/documentLink",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/documentHighlight",
)
PEER_LACKS = {*METHODS[5:]}
Times = dict[str, tuple[float, float]]


def main() -> None:
    """Measure every document on both servers."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=40)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory(prefix="cortex-bench-") as folder:
        root = Path(folder)
        fill_index(root, SIZE)
        request = request_text(SIZE)
        documents = {
            "bench.plan-request.json": request,
            "squeezed.plan-request.json": json.dumps(json.loads(request)) + "\n",
            "bench.plan-output.json": output_text(SIZE),
        }
        rows = [
            row
            for name, text in documents.items()
            for row in _rows(
                name, _measured(cortex, *(root, name, text, rounds)), _peer(root, name, text, rounds)
            )
        ]
    header = ["document", "method", "cortex p50", "again", "JSON LS p50", "again", "ratio", "again"]
    report("breadth on 100 KB, milliseconds", header, rows)


def output_text(size: int) -> str:
    """Return a plan output of about `size` bytes whose ids and hash are right."""
    steps: list[dict[str, Any]] = []
    while len(steps) * 330 < size:
        body = {
            "ordinal": len(steps) + 1,
            "op": "NOTE",
            "refs": {"message": f"{TYPED} the gap, number {len(steps)}."},
            "constraints": {},
            "expected_outputs": {},
        }
        steps.append({"step_id": step_id(body), **body})
    plan = {"run_id": "run-1", "request_id": "request-1", "planner_version": "1.0", "steps": steps}
    return json.dumps({**plan, "plan_hash": plan_hash("run-1", "request-1", steps)}, indent=2) + "\n"


def _peer(root: Path, name: str, text: str, rounds: int) -> Times:
    return _measured(json_server, root, name, text, rounds)


def _rows(name: str, ours: Times, theirs: Times) -> list[list[object]]:
    rows = []
    for method, mine in ours.items():
        peer = theirs.get(method)
        compared = [*peer, *(f"{a / b:.2f}" for a, b in zip(mine, peer, strict=True))] if peer else [""] * 4
        rows.append([name.partition(".json")[0], method.partition("/")[2], *mine, *compared])
    return rows


def _measured(
    start: Callable[[Path], AbstractContextManager[Server]], root: Path, name: str, text: str, rounds: int
) -> Times:
    with start(root) as server:
        uri = (root / name).as_uri()
        item = {"uri": uri, "languageId": "json", "version": 0, "text": text}
        server.send("textDocument/didOpen", {"textDocument": item})
        document = _Document(server, uri, text)
        methods = [each for each in METHODS if start is cortex or each not in PEER_LACKS]
        return {method: document.times(method, rounds) for method in methods}


class _Document:
    """An open document, into which is typed."""

    def __init__(self, server: Server, uri: str, text: str) -> None:
        self._server, self._uri, self._version = server, uri, 0
        before = text[: text.index(TYPED)]
        self._place = {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}

    def times(self, method: str, rounds: int) -> tuple[float, float]:
        """Return the p50 of a method after an edit, and without one."""
        first, again = [], []
        for _ in range(rounds + WARM_UP):
            self._type()
            self._ask("textDocument/diagnostic")
            started = time.perf_counter()
            self._ask(method)
            middle = time.perf_counter()
            self._ask(method)
            first.append((middle - started) * 1e3)
            again.append((time.perf_counter() - middle) * 1e3)
        return _p50(first), _p50(again)

    def _type(self) -> None:
        self._version += 1
        document = {"uri": self._uri, "version": self._version}
        change = {"range": {"start": self._place, "end": self._place}, "text": "x"}
        self._server.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def _ask(self, method: str) -> None:
        area = {"start": {"line": 0, "character": 0}, "end": {"line": 60, "character": 0}}
        params: dict[str, Any] = {"textDocument": {"uri": self._uri}, "position": self._place}
        params |= {"positions": [self._place], "options": OPTIONS, "range": area}
        self._server.request(method, params)


def _p50(times: list[float]) -> float:
    return round(statistics.median(times[WARM_UP:]), 2)


if __name__ == "__main__":
    main()
