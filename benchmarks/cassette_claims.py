"""Claim + complete per second, at 1, 4 and 8 processes, against `litequeue` at the same durability.

Bars: at least as many as litequeue singly, at least 5 times as many in batches of 20.

    python benchmarks/cassette_claims.py [--seconds S] [--engines sqlite postgres]
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from litequeue import LiteQueue

sys.path.insert(0, str(Path(__file__).resolve().parent))

from cassette_support import compiled, places, report, request

from cortex_planner.cassette import Cassette, Completion

PROCESSES = (1, 4, 8)
BATCH = 20
_SPAWN = multiprocessing.get_context("spawn")
Work = Callable[[str, int, float, Any, Any], None]


def main() -> None:
    options = _options()
    peers = {count: _measure(_litequeue, count, options.seconds) for count in PROCESSES}
    rows: list[tuple[object, ...]] = [("litequeue", "1", n, rate, 1.0) for n, rate in peers.items()]
    with places(options.engines) as opened:
        for engine, place in opened:
            for name, work, size in (("1", _single, 40_000), (str(BATCH), _batches, 250_000)):
                for count in PROCESSES:
                    run_id = f"{name}-{count}"
                    _post(place, run_id, size, options.seconds)
                    rate = _measure(work, count, options.seconds, place, run_id)
                    rows.append((engine, name, count, rate, rate / peers[count]))
    report("claim + complete", ("store", "batch", "processes", "per second", "x litequeue"), rows)


def _single(place: str, number: int, seconds: float, start: Any, done: Any, run_id: str) -> None:
    with Cassette.open(place) as cassette:
        start.wait()
        count, end = 0, time.monotonic() + seconds
        while time.monotonic() < end:
            claim = cassette.claim_step(run_id, f"w{number}")
            assert claim is not None, "post more steps"
            cassette.complete_step(
                run_id, claim.job_id, claim.step_id, f"w{number}", claim.fencing_token, {}, "SUCCESS"
            )
            count += 1
    done.put(count)


def _batches(place: str, number: int, seconds: float, start: Any, done: Any, run_id: str) -> None:
    with Cassette.open(place) as cassette:
        start.wait()
        count, end, worker = 0, time.monotonic() + seconds, f"w{number}"
        while time.monotonic() < end:
            claims = cassette.claim_steps(run_id, worker, BATCH)
            assert claims, "post more steps"
            cassette.complete_steps(
                [Completion(run_id, c.job_id, c.step_id, worker, c.fencing_token, {}) for c in claims]
            )
            count += len(claims)
    done.put(count)


def _litequeue(place: str, number: int, seconds: float, start: Any, done: Any) -> None:
    queue = LiteQueue(place, timeout=60)
    queue.conn.execute("PRAGMA synchronous=FULL")
    start.wait()
    count, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        message = queue.pop()
        assert message is not None, "put more messages"
        queue.done(message.message_id)
        count += 1
    queue.close()
    done.put(count)


def _measure(work: Any, processes: int, seconds: float, place: str | None = None, *rest: object) -> float:
    with tempfile.TemporaryDirectory() as folder:
        if place is None:
            place = f"{folder}/queue.db"
            _fill_queue(place, round(8_000 * seconds))
        start, done = _SPAWN.Barrier(processes), _SPAWN.Queue()
        workers = [
            _SPAWN.Process(target=work, args=(place, number, seconds, start, done, *rest))
            for number in range(processes)
        ]
        for worker in workers:
            worker.start()
        total = sum(done.get() for _ in workers)
        for worker in workers:
            worker.join()
    return total / seconds


def _fill_queue(place: str, size: int) -> None:
    queue = LiteQueue(place)
    text = str(compiled("r", "q", 1).plan["steps"][0])
    with queue.transaction():
        for _ in range(size):
            queue.put(text)
    queue.close()


def _post(place: str, run_id: str, size: int, seconds: float) -> None:
    with Cassette.open(place) as cassette:
        plan = compiled(run_id, "q", round(size * seconds / 4))
        cassette.post_plan(run_id, request(run_id, "q"), lambda: plan)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--engines", nargs="+", default=["sqlite", "postgres"])
    return parser.parse_args()


if __name__ == "__main__":
    main()
