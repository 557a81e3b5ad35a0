"""Look-ups and search at 10,000, 100,000 and 1,000,000 symbols: p50 and p95, and memory.

Bars: prefix p95 <= 2 ms, fuzzy p95 <= 20 ms at a million. Each size is measured in a process of its own, so
that memory is its own. The last table is the mean reciprocal rank over the frozen ranking set.

    python benchmarks/substrate_search.py [--sizes N ...]
"""

from __future__ import annotations

import argparse
import gzip
import json
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from report import bar, report
from substrate_support import seconds

DATA = Path(__file__).resolve().parents[1] / "tests/planner/substrate/data"
PREFIXES = ("@CODE/p0/json", "@CODE/p", "@CODE/p0/asyncio/tasks.py#", "@CODE/p0/c", "@CODE/p0/cal")
FUZZY = (
    "@jsondumps",
    "@asyncsleep",
    "@lrucache",
    "@tempdir",
    "@rotatingfile",
    "@parse_args",
    "@usage",
    "@get",
)
COLUMNS = ("symbols", "work", "p50 ms", "p95 ms")
LIMITS = {"prefix": 2, "fuzzy": 20}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--fill", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.fill:
        _fill(Path(options.fill[0]), int(options.fill[1]))
    elif options.measure:
        print(json.dumps(_measure(Path(options.measure[0]), int(options.measure[1]))))
    else:
        _all_sizes(options.sizes)
        _ranking()


def _all_sizes(sizes: list[int]) -> None:
    rows: list[list[object]] = []
    memory: list[list[object]] = []
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="cortex-bench-") as folder:
            database = Path(folder, "system1.db")
            _child("--fill", database, size)
            found = json.loads(_child("--measure", database, size))
        rows += found["rows"]
        memory += found["memory"]
    report("look-up and search", COLUMNS, rows)
    for size, work, _, p95 in rows:
        if work in LIMITS and size == max(sizes):
            bar(f"search of {size:,} in process: {work}, p95 ms", float(str(p95)), LIMITS[str(work)])
    report("memory of search", ("symbols", "moment", "MB"), memory)


def _child(work: str, database: Path, size: int) -> str:
    command = [sys.executable, __file__, work, str(database), str(size)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _measure(database: Path, size: int) -> dict[str, list[list[object]]]:
    from cortex_planner.substrate import open_index

    with sqlite3.connect(database) as connection:
        picked = [
            name
            for (name,) in connection.execute("SELECT symbol_id FROM symbols ORDER BY random() LIMIT 100")
        ]
    connection.close()
    reader = open_index(database.parent, sections=database)
    rows = [_row(size, "100 symbols, not asked before", [seconds(lambda: reader.symbols(picked))])]
    rows.append(
        _row(size, "100 symbols, cached", [seconds(lambda: reader.symbols(picked)) for _ in range(50)])
    )
    before = _megabytes()
    rows.append(_row(size, "first fuzzy (loads the names)", [seconds(lambda: reader.search("@first"))]))
    prefix = [seconds(lambda q=q: reader.search(q)) for _ in range(40) for q in PREFIXES]
    rows.append(_row(size, "prefix", prefix))
    fuzzy = [seconds(lambda q=q: reader.search(q)) for _ in range(10) for q in FUZZY]
    rows.append(_row(size, "fuzzy", fuzzy))
    return {"rows": rows, "memory": [[size, "before fuzzy", before], [size, "after", _megabytes()]]}


def _row(size: int, work: str, times: list[float]) -> list[object]:
    ordered = sorted(times)
    return [size, work, statistics.median(ordered) * 1e3, ordered[int(len(ordered) * 0.95)] * 1e3]


def _fill(database: Path, size: int) -> None:
    """Write an index with real names, repeated under numbered folders."""
    from cortex_planner.substrate.store.schema import create_indexes, create_tables, write_meta

    real = library()
    names = sorted({f"@CODE/p{number // len(real)}/{real[number % len(real)][6:]}" for number in range(size)})
    with sqlite3.connect(database) as connection:
        create_tables(connection)
        symbols = ((name, "SECTION", "0" * 64, "head(4000)", 9, "0" * 64, 0, "default") for name in names)
        connection.executemany("INSERT INTO symbols VALUES (?, ?, ?, ?, ?, ?, ?, ?)", symbols)
        connection.execute("INSERT INTO sections VALUES (?, 'a', '[]', 0, 1, ?, 9)", ("0" * 64, "0" * 64))
        create_indexes(connection)
        write_meta(connection, {"generation": "1"})
    connection.close()


def library() -> list[str]:
    """Return the frozen symbols of a real repository."""
    return gzip.decompress((DATA / "standard_library_symbols.txt.gz").read_bytes()).decode().splitlines()


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def _ranking() -> None:
    from cortex_planner.substrate.search import SymbolSearch

    with tempfile.TemporaryDirectory(prefix="cortex-bench-") as folder:
        database = Path(folder, "ranking.db")
        with sqlite3.connect(database) as connection:
            connection.execute("CREATE TABLE symbols (symbol_id TEXT PRIMARY KEY)")
            connection.executemany("INSERT INTO symbols VALUES (?)", ((name,) for name in library()))
        search = SymbolSearch(connection)
        ranks = []
        for line in (DATA / "ranking_queries.tsv").read_text().splitlines():
            query, expected = line.split("\t")
            found = search.find(query, 20)
            ranks.append(1 / (found.index(expected) + 1) if expected in found else 0.0)
        connection.close()
    report("ranking", ("queries", "mean reciprocal rank"), [[len(ranks), statistics.mean(ranks)]])
    bar("ranking: mean reciprocal rank", statistics.mean(ranks), 0.85, at_least=True)


if __name__ == "__main__":
    main()
