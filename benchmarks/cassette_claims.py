"""Claim + complete per second, at 1, 4 and 8 processes, against `litequeue` at the same durability.

Bars: at least as many as litequeue singly, at least 5 times as many in batches of 20.
litequeue sorts its whole backlog for every pop (no index has its order), so that the longer it is the more
it flatters us: both begin with 1,000 items, batches with 5,000. Each measurement ends when its time is up
or its backlog is empty, so that the whole takes about two minutes on any disk. The three take turns in
many short rounds; a ratio is of one round's neighbours, and the median of the rounds counts, because what
a shared disk does to one round it mostly does to all three.

    python benchmarks/cassette_claims.py [--budget S] [--seconds S] [--engines sqlite postgres]
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from litequeue import LiteQueue

sys.path.insert(0, str(Path(__file__).resolve().parent))

from cassette_support import compiled, places, request
from report import bar, report

from cortex_planner.cassette import Cassette, Completion

PROCESSES = (1, 4, 8)
FEWEST_ROUNDS, MOST_ROUNDS = 3, 25
BATCH = 20
BACKLOG = 1_000
BATCHED_BACKLOG = 5_000
_STORES = [f"cortex_planner.cassette.{engine}_store" for engine in ("sqlite", "postgres")]
_PROCESSES = multiprocessing.get_context("forkserver")


def main() -> None:
    options = _options()
    _PROCESSES.set_forkserver_preload(["__main__", *_STORES])
    rows: list[tuple[object, ...]] = []
    with places(options.engines) as opened:
        for engine, place in opened:
            for count in PROCESSES:
                share = options.budget / len(PROCESSES) / len(options.engines)
                rows += _summaries(engine, count, _rounds(place, count, share, options.seconds))
    columns = ("store", "batch", "processes", "per second", "litequeue", "ratio", "lowest", "highest", "bar")
    report("claim + complete", columns, rows)
    for store, batch, processes, _, _, ratio, _, _, limit in rows:
        name = f"claim + complete, {store}, {processes} processes, batches of {batch}, against litequeue"
        bar(name, float(str(ratio)), float(str(limit)), at_least=True)


def _rounds(place: str, count: int, share: float, seconds: float) -> list[tuple[float, float, float]]:
    """Return as many rounds as fit into a share of the time: some on a slow disk, many on a quick one."""
    end = time.monotonic() + share
    rounds: list[tuple[float, float, float]] = []
    while len(rounds) < FEWEST_ROUNDS or (time.monotonic() < end and len(rounds) < MOST_ROUNDS):
        rounds.append(_round(place, f"{count}-{len(rounds)}", count, seconds))
    return rounds


def _round(place: str, run_id: str, count: int, seconds: float) -> tuple[float, float, float]:
    singly = _cassette_rate(place, f"{run_id}-1", 1, count, seconds)
    peer = _litequeue_rate(count, seconds)
    return peer, singly, _cassette_rate(place, f"{run_id}-{BATCH}", BATCH, count, seconds)


def _summaries(
    engine: str, count: int, rounds: list[tuple[float, float, float]]
) -> Iterator[tuple[object, ...]]:
    peers = [peer for peer, _, _ in rounds]
    for batch, least, place in ((1, 1.0, 1), (BATCH, 5.0, 2)):
        ratios = [rates[place] / rates[0] for rates in rounds]
        ours = statistics.median(rates[place] for rates in rounds)
        spread = (statistics.median(ratios), min(ratios), max(ratios))
        yield (engine, batch, count, ours, statistics.median(peers), *spread, least)


def _work_singly(place: str, worker: str, start: Any, done: Any, seconds: float, run_id: str) -> None:
    with Cassette.open(place) as cassette:
        end = _started(start, seconds)
        while time.perf_counter() < end and (claim := cassette.claim_step(run_id, worker)):
            cassette.complete_step(
                run_id, claim.job_id, claim.step_id, worker, claim.fencing_token, {}, "SUCCESS"
            )
            done.value += 1


def _work_in_batches(place: str, worker: str, start: Any, done: Any, seconds: float, run_id: str) -> None:
    with Cassette.open(place) as cassette:
        end = _started(start, seconds)
        while time.perf_counter() < end and (claims := cassette.claim_steps(run_id, worker, BATCH)):
            cassette.complete_steps(
                [Completion(run_id, c.job_id, c.step_id, worker, c.fencing_token, {}) for c in claims]
            )
            done.value += len(claims)


def _work_litequeue(place: str, _worker: str, start: Any, done: Any, seconds: float) -> None:
    queue = LiteQueue(place, timeout=60)
    queue.conn.execute("PRAGMA synchronous=FULL")
    end = _started(start, seconds)
    while time.perf_counter() < end and (message := queue.pop()):
        queue.done(message.message_id)
        done.value += 1
    queue.close()


def _started(start: Any, seconds: float) -> float:
    """Wait until all are ready and return when to stop."""
    start.wait()
    return time.perf_counter() + seconds


def _cassette_rate(place: str, run_id: str, batch: int, processes: int, seconds: float) -> float:
    work, size = (_work_singly, BACKLOG) if batch == 1 else (_work_in_batches, BATCHED_BACKLOG)
    plan = compiled(run_id, "q", size)
    with Cassette.open(place) as cassette:
        posted = cassette.post_plan(run_id, request(run_id, "q"), lambda: plan)
        rate, done = _rate(work, processes, seconds, place, run_id)
        assert cassette.job_status(posted.job_id).committed == done
    return rate


def _litequeue_rate(processes: int, seconds: float) -> float:
    with tempfile.TemporaryDirectory() as folder:
        place = f"{folder}/queue.db"
        queue = LiteQueue(place)
        text = str(compiled("r", "q", 1).plan["steps"][0])
        with queue.transaction():
            for _ in range(BACKLOG):
                queue.put(text)
        queue.close()
        return _rate(_work_litequeue, processes, seconds, place)[0]


def _rate(work: Any, processes: int, seconds: float, place: str, *rest: object) -> tuple[float, int]:
    """Return how many items a second the processes got through, from when all are ready, and how many."""
    start = _PROCESSES.Barrier(processes + 1)
    counts = [_PROCESSES.Value("q", 0, lock=False) for _ in range(processes)]
    workers = [
        _PROCESSES.Process(target=work, args=(place, f"w{number}", start, count, seconds, *rest))
        for number, count in enumerate(counts)
    ]
    for worker in workers:
        worker.start()
    start.wait()
    began = time.perf_counter()
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0
    elapsed = time.perf_counter() - began
    done = sum(count.value for count in counts)
    return done / elapsed, done


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--budget", type=float, default=120, help="seconds that all rounds may take")
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--engines", nargs="+", default=["sqlite", "postgres"])
    return parser.parse_args()


if __name__ == "__main__":
    main()
