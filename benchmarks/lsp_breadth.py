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
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lsp_support import Server, cortex, json_server, request_text
from report import bar, report
from substrate_symbols import fill_index

from cortex_planner.compiler.plan import plan_hash, step_id

SIZE = 100_000
WARM_UP = 5
SETTLING_SECONDS = 3
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
BARRED = {"foldingRange", "selectionRange", "documentSymbol", "formatting", "rangeFormatting"}
PEER_LACKS = {*METHODS[5:]}


def main() -> None:
    """Measure every document on both servers, which take turns, so that a busy machine is busy for both."""
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
        rows = [row for name, text in documents.items() for row in _rows(root, name, text, rounds)]
    header = ["document", "method", "cortex p50", "again", "JSON LS p50", "again", "ratio", "again"]
    report("breadth on 100 KB, milliseconds", header, rows)
    for document, method, ours, _, theirs, *_ in rows:
        if theirs and method in BARRED:
            ratio = float(str(ours)) / float(str(theirs))
            bar(f"{method} after an edit, {document}, against JSON LS", ratio, 1.0)


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


def _rows(root: Path, name: str, text: str, rounds: int) -> Iterator[list[object]]:
    uri, short = (root / name).as_uri(), name.partition(".json")[0]
    with cortex(root) as server, json_server(root) as peer:
        ours, theirs = _Document(server, uri, text), _Document(peer, uri, text)
        time.sleep(SETTLING_SECONDS)
        for method in METHODS:
            documents = [ours] if method in PEER_LACKS else [ours, theirs]
            times = [[document.asked(method) for document in documents] for _ in range(rounds + WARM_UP)]
            p50s = [_p50s([each[place] for each in times]) for place in range(len(documents))]
            yield [short, method.partition("/")[2], *_compared(*p50s)]


def _compared(ours: list[float], theirs: list[float] | None = None) -> list[object]:
    if theirs is None:
        return [*ours, "", "", "", ""]
    return [*ours, *theirs, *(f"{mine / other:.2f}" for mine, other in zip(ours, theirs, strict=True))]


class _Document:
    """An open document, into which is typed."""

    def __init__(self, server: Server, uri: str, text: str) -> None:
        self._server, self._uri, self._version = server, uri, 0
        item = {"uri": uri, "languageId": "json", "version": 0, "text": text}
        server.send("textDocument/didOpen", {"textDocument": item})
        before = text[: text.index(TYPED)]
        self._place = {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}

    def asked(self, method: str) -> tuple[float, float]:
        """Return what a method takes after an edit whose findings were pulled, and what it takes again."""
        self._type()
        self._ask("textDocument/diagnostic")
        started = time.perf_counter()
        self._ask(method)
        middle = time.perf_counter()
        self._ask(method)
        return (middle - started) * 1e3, (time.perf_counter() - middle) * 1e3

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


def _p50s(times: list[tuple[float, float]]) -> list[float]:
    return [round(statistics.median(column), 2) for column in zip(*times[WARM_UP:], strict=True)]


if __name__ == "__main__":
    main()
