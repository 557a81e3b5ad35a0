"""Claim + complete per second, at 1, 4 and 8 processes, against `litequeue` at the same durability.

Bars: at least as many as litequeue singly, at least 5 times as many in batches of 20.
Each measurement drains a backlog. litequeue sorts its whole backlog for every pop (no index has its
order), so that a long one would flatter us: it gets 1,000 messages, and so do we singly. The rounds
of all take turns, and the median counts.

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
BACKLOG = 1_000
_SPAWN = multiprocessing.get_context("spawn")


def main() -> None:
    options = _options()
    rates: dict[tuple[str, str, int], list[float]] = {}
    with places(options.engines) as opened:
        for engine, place in opened:
            for round_ in range(options.rounds):
                for count in PROCESSES:
                    peer = ("litequeue beside " + engine, "1", count)
                    rates.setdefault(peer, []).append(_drain_litequeue(count))
                    for name, work, size in (("1", _single, BACKLOG), (str(BATCH), _batches, 20 * BACKLOG)):
                        run_id = f"{name}-{count}-{round_}"
                        rate = _drain_cassette(place, run_id, work, count, size)
                        rates.setdefault((engine, name, count), []).append(rate)
    medians = {key: statistics.median(found) for key, found in rates.items()}
    rows = [
        (*key, rate, rate / medians["litequeue beside " + key[0].rpartition(" ")[2], "1", key[2]])
        for key, rate in sorted(medians.items())
    ]
    report("claim + complete", ("store", "batch", "processes", "per second", "x litequeue"), rows)


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


def _drain_cassette(place: str, run_id: str, work: Any, processes: int, size: int) -> float:
    plan = compiled(run_id, "q", size)
    with Cassette.open(place) as cassette:
        posted = cassette.post_plan(run_id, request(run_id, "q"), lambda: plan)
        rate = _drain(work, processes, size, place, run_id)
        assert cassette.job_status(posted.job_id).committed == size
    return rate


def _drain_litequeue(processes: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        place = f"{folder}/queue.db"
        queue = LiteQueue(place)
        text = str(compiled("r", "q", 1).plan["steps"][0])
        with queue.transaction():
            for _ in range(BACKLOG):
                queue.put(text)
        queue.close()
        return _drain(_litequeue, processes, BACKLOG, place)


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
