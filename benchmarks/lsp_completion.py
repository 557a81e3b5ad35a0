"""Completion out of many symbols over real stdio, as it is typed: by prefix, by likeness, and while an index is built.

Every round edits the name and asks for completion; what is timed is the completion alone, as a user waits for it.

    python benchmarks/lsp_completion.py [--symbols 1000000]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lsp_support import Server, cortex
from report import bar, percentiles, report
from substrate_support import make_language_tree
from substrate_symbols import fill_index

QUERIES = {"prefix": "@CODE/src/package_{0}/mod", "fuzzy": "class{0}run"}
WARM_QUERY = "class1run"
ROUNDS = 60
WARM_UP_SECONDS = 60


def main() -> None:
    """Measure both ways of asking, and prefixes once more beside a busy indexer."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--symbols", type=int, default=1_000_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cortex-bench-") as folder:
        root, other = Path(folder, "root"), Path(folder, "other")
        root.mkdir()
        fill_index(root, options.symbols)
        with cortex(root) as server:
            writer = Writer(server, root)
            before = server.memory()
            rows = [["prefix", *_measured(writer, QUERIES["prefix"])]]
            loaded = _until_loaded(writer)
            rows.append(["fuzzy, names loaded", *_measured(writer, QUERIES["fuzzy"])])
            after = server.memory()
            with _indexing(other):
                rows.append(["prefix, while an index is built", *_measured(writer, QUERIES["prefix"])])
    title = f"completion out of {options.symbols:,} symbols, milliseconds"
    report(title, ["query", "p50", "p95", "largest answer, KB"], rows)
    for (name, _, p95, largest), limit in zip(rows, (2, 20, 5), strict=True):
        bar(f"completion out of {options.symbols:,}: {name}, p95 ms", p95, limit)
        bar(f"completion out of {options.symbols:,}: {name}, answer KB", largest, 60)
    bar("memory after the first fuzzy search, MB", after, 300)
    report(
        "memory, MB, and loading",
        ["before the first search", "after", "seconds until all names are loaded"],
        [[round(before), round(after), round(loaded, 1)]],
    )


class Writer:
    """Someone who writes names into one document."""

    def __init__(self, server: Server, root: Path) -> None:
        self.server = server
        self._uri = (root / "typed.plan-request.json").as_uri()
        self._version = 0
        item = {"uri": self._uri, "languageId": "json", "version": 0, "text": "{}"}
        server.send("textDocument/didOpen", {"textDocument": item})

    def complete(self, name: str) -> tuple[float, dict[str, object]]:
        """Write `name`, and return how long completion at its end took, and what it said."""
        self._version += 1
        text = '{"inputs": {"symbols": ["' + name + '"]}}'
        document = {"uri": self._uri, "version": self._version}
        change = {"textDocument": document, "contentChanges": [{"text": text}]}
        self.server.send("textDocument/didChange", change)
        position = {"line": 0, "character": text.index('"]')}
        started = time.perf_counter()
        answer = self.server.request(
            "textDocument/completion", {"textDocument": {"uri": self._uri}, "position": position}
        )
        return (time.perf_counter() - started) * 1e3, answer


def _measured(writer: Writer, query: str) -> tuple[float, float, float]:
    times, largest = [], 0
    for number in range(ROUNDS + 5):
        milliseconds, answer = writer.complete(query.format(number * 7))
        times.append(milliseconds)
        largest = max(largest, len(json.dumps(answer)))
    return *percentiles(times[5:]), round(largest / 1000, 1)


def _until_loaded(writer: Writer) -> float:
    """Ask for something fuzzy until the answer is whole; return how long that took."""
    started = time.perf_counter()
    while time.perf_counter() - started < WARM_UP_SECONDS:
        _, answer = writer.complete(WARM_QUERY)
        if answer and answer["items"]:
            break
        time.sleep(0.1)
    return time.perf_counter() - started


@contextmanager
def _indexing(root: Path) -> Iterator[None]:
    """Keep our own indexer busy on another folder, as a process of its own."""
    make_language_tree(root, "Python")
    asked = ["index", "--progress", "json", "--repo-root", str(root)]  # as the server asks for it
    command = [sys.executable, "-P", "-m", "cortex_planner.cli", *asked]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        time.sleep(0.5)
        yield
        if process.poll() is not None:
            print("the index was built before the measurement ended", file=sys.stderr)
        process.terminate()


if __name__ == "__main__":
    main()
