"""Extraction of many files: here, or in worker processes where there is enough of it to pay.

Workers are started afresh rather than forked, so that a caller's threads and main module do not
matter. They read their work from a pipe and end when it closes, also when this process is killed.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

import cortex_planner
from cortex_planner.errors import SectionError
from cortex_planner.substrate.extraction import FileRecord, FileTask, extract_file, prepare_extraction
from cortex_planner.substrate.settings import IndexSettings

_BATCH = 32
_FEWEST_FILES = 400
"""Below this many files the work is done before a worker has started."""

_MOST_WORKERS = 8
_BATCHES_AHEAD = 4


def extract_many(root: Path, tasks: Sequence[FileTask], settings: IndexSettings) -> Iterator[FileRecord]:
    """Yield the record of each file, in the order of `tasks`."""
    workers = min(_processors(), _MOST_WORKERS)
    if len(tasks) < _FEWEST_FILES or workers < 2 or not sys.executable:
        return _extract_here(root, tasks, settings)
    return _extract_in_workers(root, tasks, settings, workers)


def _extract_here(root: Path, tasks: Sequence[FileTask], settings: IndexSettings) -> Iterator[FileRecord]:
    extraction = prepare_extraction(str(root), settings)
    for task in tasks:
        yield extract_file(extraction, task)


def _extract_in_workers(
    root: Path, tasks: Sequence[FileTask], settings: IndexSettings, count: int
) -> Iterator[FileRecord]:
    """Hand batches to workers and yield their records in order, never far ahead of the reader."""
    workers = [_Worker(root, settings) for _ in range(count)]
    idle: SimpleQueue[_Worker] = SimpleQueue()
    for worker in workers:
        idle.put(worker)
    threads = ThreadPoolExecutor(count)
    pending: deque[Future[list[FileRecord]]] = deque()
    try:
        for start in range(0, len(tasks), _BATCH):
            pending.append(threads.submit(_run, idle, tasks[start : start + _BATCH]))
            if len(pending) > count * _BATCHES_AHEAD:
                yield from pending.popleft().result()
        while pending:
            yield from pending.popleft().result()
    finally:
        for worker in workers:
            worker.kill()
        threads.shutdown(cancel_futures=True)
        for worker in workers:
            worker.close()


def _run(idle: SimpleQueue[_Worker], tasks: Sequence[FileTask]) -> list[FileRecord]:
    worker = idle.get()
    try:
        return worker.extract(tasks)
    finally:
        idle.put(worker)


class _Worker:
    """One worker process."""

    def __init__(self, root: Path, settings: IndexSettings) -> None:
        packages = str(Path(cortex_planner.__file__).parents[1])
        inherited = os.environ.get("PYTHONPATH")
        path = os.pathsep.join(filter(None, (packages, inherited)))
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "cortex_planner.substrate.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=sys.prefix,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert self._process.stdin is not None  # noqa: S101 - narrows for the type checker
        assert self._process.stdout is not None  # noqa: S101
        self._requests, self._answers = self._process.stdin, self._process.stdout
        self._settings: tuple[str, IndexSettings] | None = (str(root), settings)

    def extract(self, tasks: Sequence[FileTask]) -> list[FileRecord]:
        """Return the records of one batch."""
        try:
            if self._settings is not None:
                self._send(self._settings)
                self._settings = None
            self._send(list(tasks))
            records: list[FileRecord] = pickle.load(self._answers)  # noqa: S301 - from our own worker
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            msg = f"a worker ended while it read {tasks[0].path} or one of the files after it"
            raise SectionError("index-worker-lost", msg, retryable=True) from error
        return records

    def kill(self) -> None:
        """End the worker, whatever it is doing."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Let go of the pipes of a worker that was ended."""
        with contextlib.suppress(OSError):
            self._requests.close()
        self._answers.close()

    def _send(self, value: object) -> None:
        pickle.dump(value, self._requests, protocol=pickle.HIGHEST_PROTOCOL)
        self._requests.flush()


def _processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
