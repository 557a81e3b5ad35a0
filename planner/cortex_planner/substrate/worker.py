"""A worker process: batches of files in on standard input, their records out on standard output.

It ends when its input ends, so it cannot outlive the process that started it.
"""

from __future__ import annotations

import gc
import pickle
import signal
import sys
from typing import BinaryIO

from cortex_planner.substrate.extraction import FileRecord, FileTask, extract_file, prepare_extraction
from cortex_planner.substrate.settings import IndexSettings

_RARELY = 200_000
"""Records hold no cycles; looking for some after every few hundred rows only costs time."""


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every batch with its records, until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the parent's to handle; it ends us
    gc.set_threshold(_RARELY)
    root, settings = _receive_settings(requests)
    extraction = prepare_extraction(root, settings)
    while True:
        try:
            tasks: list[FileTask] = pickle.load(requests)  # noqa: S301 - from the parent process alone
        except EOFError:
            return
        records: list[FileRecord] = [extract_file(extraction, task) for task in tasks]
        pickle.dump(records, answers, protocol=pickle.HIGHEST_PROTOCOL)
        answers.flush()


def _receive_settings(requests: BinaryIO) -> tuple[str, IndexSettings]:
    root, settings = pickle.load(requests)  # noqa: S301
    return root, settings


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
