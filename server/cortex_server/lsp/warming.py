"""Warming: loading the names of a large index between messages, so that no keystroke waits for it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cortex_planner.substrate import IndexReader

PAUSE_SECONDS = 0.001


class Warming:
    """Loads names a few at a time, one task per index."""

    def __init__(self) -> None:
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def start(self, index: IndexReader | None) -> None:
        """Begin to load the names of an index, unless that is under way."""
        if index is not None and id(index) not in self._tasks:
            task = asyncio.get_running_loop().create_task(_load(index))
            self._tasks[id(index)] = task
            task.add_done_callback(lambda _: self._tasks.pop(id(index), None))

    async def stop(self) -> None:
        """End what is under way."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _load(index: IndexReader) -> None:
    while not index.load_some_names():
        await asyncio.sleep(PAUSE_SECONDS)
