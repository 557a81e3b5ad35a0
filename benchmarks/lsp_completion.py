"""Completion out of many symbols over real stdio: by prefix and by likeness, and how large the answers are.

python benchmarks/lsp_completion.py [--symbols 1000000]
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

from cassette_support import report
from lsp_support import Server, cortex
from substrate_symbols import fill_index

QUERIES = {"prefix": "@CODE/src/package_{0}/mod", "fuzzy": "class{0}run"}
ROUNDS = 40


def main() -> None:
    """Measure both ways of asking."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--symbols", type=int, default=1_000_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cortex-bench-") as folder:
        root = Path(folder)
        fill_index(root, options.symbols)
        with cortex(root) as server:
            before = server.memory()
            rows = [[name, *_measured(server, root, query)] for name, query in QUERIES.items()]
            after = server.memory()
    report(
        f"completion out of {options.symbols:,} symbols, milliseconds",
        ["query", "p50", "p95", "largest answer, KB"],
        rows,
    )
    report("memory, MB", ["before the first search", "after"], [[round(before), round(after)]])


def _measured(server: Server, root: Path, query: str) -> tuple[float, float, float]:
    times, largest = [], 0
    for number in range(ROUNDS + 2):
        uri = (root / f"{number}.plan-request.json").as_uri()
        text = '{"inputs": {"symbols": ["' + query.format(number * 7) + '"]}}'
        server.send(
            "textDocument/didOpen",
            {"textDocument": {"uri": uri, "languageId": "json", "version": 1, "text": text}},
        )
        position = {"line": 0, "character": text.index('"]')}
        started = time.perf_counter()
        answer = server.request(
            "textDocument/completion", {"textDocument": {"uri": uri}, "position": position}
        )
        times.append((time.perf_counter() - started) * 1e3)
        largest = max(largest, len(json.dumps(answer)))
        server.send("textDocument/didClose", {"textDocument": {"uri": uri}})
    times = sorted(times[2:])
    return round(times[len(times) // 2], 2), round(times[int(len(times) * 0.95)], 2), round(largest / 1000, 1)


if __name__ == "__main__":
    main()
