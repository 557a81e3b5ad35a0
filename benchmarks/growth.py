"""How the cost grows with the input: findings with the document, a plan with its steps, completion with the index.

Findings and plans should cost the same per unit whatever their size; a prefix should cost the same out of
10,000 symbols and out of 10,000,000.

    python benchmarks/growth.py [--largest 10000000]
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from lsp_support import request_text, symbol_name
from report import bar, growth, report
from substrate_symbols import fill_index

from cortex_planner.compiler.planner import open_world
from cortex_planner.compiler.world import World
from cortex_planner.documents.analysis import analyse
from cortex_planner.kinds import Kind
from cortex_planner.substrate import open_index

DOCUMENTS = (1_000, 10_000, 100_000, 1_000_000)
PLANS = (10, 100, 1_000, 10_000)
INDEXES = (10_000, 100_000, 1_000_000, 10_000_000)


def main() -> None:
    """Measure all three."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--largest", type=int, default=INDEXES[-1])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cortex-bench-") as folder:
        root = Path(folder)
        fill_index(root, 20_000)
        world = open_world(World.load(root))
        findings = [(size, _median(lambda size=size: _findings(size, world))) for size in DOCUMENTS]
        plans = [(count, _median(lambda count=count: _plan(count, world))) for count in PLANS]
    prefixes = [(size, _prefix(size)) for size in INDEXES if size <= options.largest]
    _report("findings of a document", "bytes", findings)
    _report("compiling a plan", "steps", plans)
    _report("completion by prefix", "symbols", prefixes)
    bar("findings: cost per byte at 1 MB against 10 KB", _per_unit(findings, 3) / _per_unit(findings, 1), 1.5)
    bar("compiling: cost per step at 10,000 against 100", _per_unit(plans, 3) / _per_unit(plans, 1), 1.5)
    bar("prefix: cost at the largest index against the smallest", prefixes[-1][1] / prefixes[0][1], 2)


def _per_unit(figures: list[tuple[int, float]], place: int) -> float:
    size, milliseconds = figures[place]
    return milliseconds / size


def _report(title: str, unit: str, figures: list[tuple[int, float]]) -> None:
    growth(title, unit, figures)
    rows = [[f"{size:,}", milliseconds, milliseconds / size * 1e6] for size, milliseconds in figures]
    report(f"{title}, by {unit}", [unit, "ms", f"ns per {unit.removesuffix('s')}"], rows)


def _findings(size: int, world: World) -> object:
    return analyse(request_text(size), Kind.PLAN_REQUEST, world).findings


def _plan(count: int, world: World) -> object:
    budgets = {"max_steps": 10**6, "max_bytes": 10**12, "max_symbols": 10**6}
    inputs = {"symbols": [symbol_name(number) for number in range(count)]}
    request = {"run_id": "r", "request_id": "q", "intent": "x", "inputs": inputs, "budgets": budgets}
    plan = analyse(json.dumps(request), Kind.PLAN_REQUEST, world).plan
    return plan.hash if plan is not None else None


def _prefix(size: int) -> float:
    with tempfile.TemporaryDirectory(prefix="cortex-bench-") as folder:
        fill_index(Path(folder), size)
        with open_index(Path(folder)) as index:
            return _median(lambda: index.search_at_once("@CODE/src/package_7/mod", limit=10), 40)


def _median(work: Callable[[], object], rounds: int = 9) -> float:
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append((time.perf_counter() - started) * 1e3)
    return round(statistics.median(times), 4)


if __name__ == "__main__":
    main()
