"""Claim + complete per second, at 1, 4 and 8 processes, against `litequeue` at the same durability.

Bars: at least as many as litequeue singly, at least 5 times as many in batches of 20.
Each measurement drains a backlog. litequeue sorts its whole backlog for every pop (no index has its
order), so that the longer it is the more it flatters us: both get 1,000 items, then 5,000. Batches
drain 20,000 steps and are compared with litequeue at 1,000. All take turns, and the median counts.

    python benchmarks/cassette_claims.py [--rounds R] [--engines sqlite postgres]
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from litequeue import LiteQueue

sys.path.insert(0, str(Path(__file__).resolve().parent))

from cassette_support import compiled, places, report, request

from cortex_planner.cassette import Cassette, Completion

PROCESSES = (1, 4, 8)
BATCH = 20
BACKLOGS = (1_000, 5_000)
_SPAWN = multiprocessing.get_context("spawn")


def main() -> None:
    options = _options()
    rates: dict[tuple[str, int, int, int], list[float]] = {}
    with places(options.engines) as opened:
        for engine, place in opened:
            for round_ in range(options.rounds):
                for count in PROCESSES:
                    for size in BACKLOGS:
                        found = _drain_litequeue(count, size)
                        rates.setdefault((f"litequeue, beside {engine}", 1, size, count), []).append(found)
                    for batch, size in ((1, BACKLOGS[0]), (1, BACKLOGS[1]), (BATCH, 20_000)):
                        found = _drain_cassette(place, f"{batch}-{size}-{count}-{round_}", batch, count, size)
                        rates.setdefault((engine, batch, size, count), []).append(found)
    medians = {key: statistics.median(found) for key, found in rates.items()}
    rows = [(*key, rate, rate / medians[_peer(*key)]) for key, rate in medians.items()]
    columns = ("store", "batch", "backlog", "processes", "per second", "x litequeue")
    report("claim + complete", columns, sorted(rows))


def _peer(store: str, batch: int, backlog: int, processes: int) -> tuple[str, int, int, int]:
    engine = store.rpartition(" ")[2]
    return f"litequeue, beside {engine}", 1, backlog if batch == 1 else BACKLOGS[0], processes


def _single(place: str, worker: str, start: Any, run_id: str) -> None:
    with Cassette.open(place) as cassette:
        start.wait()
        while claim := cassette.claim_step(run_id, worker):
            cassette.complete_step(
                run_id, claim.job_id, claim.step_id, worker, claim.fencing_token, {}, "SUCCESS"
            )


def _batches(place: str, worker: str, start: Any, run_id: str) -> None:
    with Cassette.open(place) as cassette:
        start.wait()
        while claims := cassette.claim_steps(run_id, worker, BATCH):
            cassette.complete_steps(
                [Completion(run_id, c.job_id, c.step_id, worker, c.fencing_token, {}) for c in claims]
            )


def _litequeue(place: str, _worker: str, start: Any) -> None:
    queue = LiteQueue(place, timeout=60)
    queue.conn.execute("PRAGMA synchronous=FULL")
    start.wait()
    while message := queue.pop():
        queue.done(message.message_id)
    queue.close()


def _drain_cassette(place: str, run_id: str, batch: int, processes: int, size: int) -> float:
    work = _single if batch == 1 else _batches
    plan = compiled(run_id, "q", size)
    with Cassette.open(place) as cassette:
        posted = cassette.post_plan(run_id, request(run_id, "q"), lambda: plan)
        rate = _drain(work, processes, size, place, run_id)
        assert cassette.job_status(posted.job_id).committed == size
    return rate


def _drain_litequeue(processes: int, size: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        place = f"{folder}/queue.db"
        queue = LiteQueue(place)
        text = str(compiled("r", "q", 1).plan["steps"][0])
        with queue.transaction():
            for _ in range(size):
                queue.put(text)
        queue.close()
        return _drain(_litequeue, processes, size, place)


def _drain(work: Any, processes: int, size: int, place: str, *rest: object) -> float:
    """Return how many of `size` items a second the processes got through, from when all are ready."""
    start = _SPAWN.Barrier(processes + 1)
    workers = [
        _SPAWN.Process(target=work, args=(place, f"w{number}", start, *rest)) for number in range(processes)
    ]
    for worker in workers:
        worker.start()
    start.wait()
    began = time.perf_counter()
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0
    return size / (time.perf_counter() - began)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--engines", nargs="+", default=["sqlite", "postgres"])
    return parser.parse_args()


if __name__ == "__main__":
    main()
