"""Edit to diagnostics over real stdio: our server, with symbols and budgets, against the JSON server people have.

Every edit types one character into a note and asks for diagnostics; the peer validates the same text against our
schema. Ratios are of the medians in the same run.

    python benchmarks/lsp_editing.py [--rounds 60]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from lsp_support import Server, cortex, json_server, request_text
from report import bar, percentiles, report
from substrate_symbols import fill_index

SIZES = (1_000, 10_000, 100_000, 1_000_000)
BREAKS = {
    "quote": ('"run_id"', '"run_id'),
    "bracket": ('"symbols": [', '"symbols": '),
    "brace": ('"inputs": {', '"inputs": '),
}


def main() -> None:
    """Measure every document on both servers."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="cortex-bench-") as folder:
        root = Path(folder)
        fill_index(root, options.symbols)
        texts = {f"{size // 1000} KB": request_text(size) for size in SIZES}
        texts |= {f"{size // 1000} KB, 100 errors": request_text(size, 100) for size in SIZES[1:]}
        broken = request_text(100_000)
        texts |= {f"100 KB, {name} missing": broken.replace(*change, 1) for name, change in BREAKS.items()}
        rows = [_row(name, text, root, options.rounds) for name, text in texts.items()]
    report(
        "edit to diagnostics, milliseconds",
        ["document", "cortex p50", "p95", "JSON LS p50", "p95", "ratio"],
        rows,
    )
    for name, ours, _, theirs, *_ in rows:
        limit = 1.5 if "missing" in str(name) else 1.0
        bar(f"edit to diagnostics, {name}, against JSON LS", float(str(ours)) / float(str(theirs)), limit)


def _row(name: str, text: str, root: Path, rounds: int) -> list[object]:
    with cortex(root) as server:
        ours = _times(server, text, root, rounds)
    with json_server(root) as server:
        theirs = _times(server, text, root, rounds)
    (mine, mine95), (peer, peer95) = percentiles(ours), percentiles(theirs)
    return [name, mine, mine95, peer, peer95, f"{mine / peer:.2f}"]


def _times(server: Server, text: str, root: Path, rounds: int) -> list[float]:
    uri = (root / "bench.plan-request.json").as_uri()
    item = {"uri": uri, "languageId": "json", "version": 0, "text": text}
    server.send("textDocument/didOpen", {"textDocument": item})
    line = text.count("\n", 0, text.index("Mind"))
    column = text.index("Mind") - text.rfind("\n", 0, text.index("Mind")) - 1
    times = []
    for version in range(1, rounds + 6):
        position = {"line": line, "character": column}
        change = {"range": {"start": position, "end": position}, "text": "x"}
        document = {"uri": uri, "version": version}
        started = time.perf_counter()
        server.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        server.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        times.append((time.perf_counter() - started) * 1e3)
    return times[5:]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--symbols", type=int, default=1_000_000)
    return parser.parse_args()


if __name__ == "__main__":
    main()
