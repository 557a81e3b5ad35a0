"""Compiling plans with a warm index, against the ids and the hash of the same finished steps alone.

python benchmarks/compiling.py
"""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lsp_support import symbol_name
from report import bar, report
from substrate_symbols import fill_index

from cortex_planner.compiler.plan import plan_hash, step_id
from cortex_planner.compiler.planner import open_world
from cortex_planner.compiler.world import World
from cortex_planner.documents.analysis import analyse
from cortex_planner.kinds import Kind


def main() -> None:
    """Measure plans of three sizes."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="cortex-bench-") as folder:
        root = Path(folder)
        fill_index(root, 20_000)
        world = open_world(World.load(root)).with_index(open_world(World.load(root)).index)  # type: ignore[arg-type]
        for count in (10, 1_000, 10_000):
            text = json.dumps(_request(count))
            steps = _output(text, world)["steps"]
            compiled = _median(lambda text=text: _output(text, world))
            hashed = _median(lambda steps=steps: _hashes(steps))
            rows.append([f"{count:,}", compiled, hashed, f"{compiled / hashed:.2f}"])
    report(
        "compile with a warm index, milliseconds", ["steps", "compile", "ids and hash alone", "ratio"], rows
    )
    _, compiled, hashed, _ = rows[-1]
    bar("compile 10,000 steps, against ids and hash alone", compiled / hashed, 2)


def _request(count: int) -> dict[str, Any]:
    budgets = {"max_steps": 10**6, "max_bytes": 10**12, "max_symbols": 10**6}
    inputs = {"symbols": [symbol_name(number) for number in range(count)]}
    return {"run_id": "r", "request_id": "q", "intent": "x", "inputs": inputs, "budgets": budgets}


def _output(text: str, world: World) -> dict[str, Any]:
    plan = analyse(text, Kind.PLAN_REQUEST, world).plan
    assert plan is not None
    return plan.output


def _hashes(steps: list[dict[str, Any]]) -> str:
    for step in steps:
        step_id(step)
    return plan_hash("r", "q", steps)


def _median(work: Callable[[], object], rounds: int = 7) -> float:
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append((time.perf_counter() - started) * 1e3)
    return round(statistics.median(times), 2)


if __name__ == "__main__":
    main()
