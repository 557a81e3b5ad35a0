"""From the start of the process to its first answers, against the JSON server people have.

python benchmarks/lsp_start.py [--rounds 7]
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from lsp_support import Server, cortex, json_server, request_text
from report import bar, report
from substrate_symbols import fill_index


def main() -> None:
    """Start both servers again and again."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cortex-bench-") as folder:
        root = Path(folder)
        fill_index(root, 1000)
        turns = [(_started(cortex, root), _started(json_server, root)) for _ in range(options.rounds)]
        ours, theirs = zip(*turns, strict=True)
    rows = []
    for column, name in enumerate(("initialize", "first diagnostics", "idle (memory)")):
        mine, peer = (statistics.median(each[column] for each in times) for times in (ours, theirs))
        rows.append([name, round(mine, 1), round(peer, 1), f"{mine / peer:.2f}"])
    report("start, milliseconds", ["until", "cortex", "JSON LS", "ratio"], rows)
    for (name, mine, peer, _), limit in zip(rows, (2.2, 3.2, 1.0), strict=True):
        bar(f"start until {name}, against JSON LS", mine / peer, limit)


def _started(
    start: Callable[[Path], AbstractContextManager[Server]], root: Path
) -> tuple[float, float, float]:
    with start(root) as server:
        initialized = (time.perf_counter() - server.started) * 1e3
        uri = (root / "bench.plan-request.json").as_uri()
        item = {"uri": uri, "languageId": "json", "version": 1, "text": request_text(1000)}
        server.send("textDocument/didOpen", {"textDocument": item})
        server.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        return initialized, (time.perf_counter() - server.started) * 1e3, server.memory()


if __name__ == "__main__":
    main()
