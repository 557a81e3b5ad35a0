"""The cost of one claim, from 1,000 to 1,000,000 stored steps, with the query plan. It must stay flat.

The stored steps are all PENDING in the run that is claimed from, the worst case for a query that sorts;
PostgreSQL has no statistics of them yet.

    python benchmarks/cassette_growth.py [--sizes N ...] [--engines sqlite postgres]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from cassette_support import compiled, places, request
from report import bar, report

from cortex_planner.cassette import Cassette, CompiledPlan

_CLAIMS = 200
_RUN = "growing"


def main() -> None:
    options = _options()
    rows: list[tuple[object, ...]] = []
    plans: list[str] = []
    with places(options.engines) as opened:
        for engine, place in opened:
            with Cassette.open(place) as cassette:
                first = None
                stored = 0
                for size in sorted(options.sizes):
                    stored = _grow(cassette, stored, size)
                    cost = _claim_cost(cassette)
                    first = first or cost[0]
                    rows.append((engine, f"{size:,}", *cost, cost[0] / first))
                plans.append(f"{engine}:\n{_query_plan(engine, cassette)}")
    columns = ("store", "stored steps", "ms per claim, fastest tenth", "median", "fastest, x smallest")
    report("claim cost", columns, rows)
    for engine in dict.fromkeys(row[0] for row in rows):
        ratio = [row[-1] for row in rows if row[0] == engine][-1]
        bar(f"claim cost, {engine}, largest ledger against smallest", ratio, 2)
    print("\n" + "\n\n".join(plans))


def _grow(cassette: Cassette, stored: int, size: int) -> int:
    while stored < size:
        more = min(size - stored, 50_000)
        request_id = f"q{stored}"
        plan = _filling(request_id, more)
        cassette.post_plan(_RUN, request(_RUN, request_id), lambda plan=plan: plan)  # type: ignore[misc]
        stored += more
    return stored


def _filling(request_id: str, size: int) -> CompiledPlan:
    """Return a plan whose steps are as long as real ones and hash to nothing: a million hashes take their time."""
    made = compiled(_RUN, request_id, 1)
    text = (made.step_texts or [""])[0]
    steps = [{"step_id": f"step_{place:016x}", "ordinal": place} for place in range(1, size + 1)]
    return CompiledPlan({**made.plan, "steps": steps}, step_texts=[text] * size)


def _claim_cost(cassette: Cassette) -> tuple[float, float]:
    """Return the time that the fastest tenth of the claims stays below, and the median.

    Most of a claim is the disk's time to make it durable, which wavers with whatever else the disk does.
    """
    costs = []
    for _ in range(_CLAIMS):
        start = time.perf_counter()
        assert cassette.claim_step(_RUN, "w") is not None
        costs.append((time.perf_counter() - start) * 1000)
    return statistics.quantiles(costs, n=10)[0], statistics.median(costs)


def _query_plan(engine: str, cassette: Cassette) -> str:
    store: Any = cassette._store
    if engine == "sqlite":
        from cortex_planner.cassette.sqlite_store import _PENDING_STEPS

        found = store.rows("EXPLAIN QUERY PLAN " + _PENDING_STEPS, {"run_id": _RUN, "n": 1})
        return "\n".join(f"  {row[3]}" for row in found)
    from cortex_planner.cassette.postgres_store import _CLAIM

    parameters = {"run_id": _RUN, "worker_id": "w", "n": 1, "lease_ms": 1000}
    with store.transaction():
        return "\n".join(f"  {row[0]}" for row in store.rows("EXPLAIN " + _CLAIM, parameters))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", nargs="+", type=int, default=[1_000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--engines", nargs="+", default=["sqlite", "postgres"])
    return parser.parse_args()


if __name__ == "__main__":
    main()
