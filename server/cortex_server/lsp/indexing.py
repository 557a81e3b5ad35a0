"""Indexing beside the editor: our own CLI as a process, so that typing never waits for it.

To cancel is to end the process; the index is safe against that. A root without an index is asked
about once, and never indexed without a yes; the whole disk and a whole home folder never are.
"""

from __future__ import annotations

import asyncio
import json
import logging
import uuid
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from cortex_server.lsp.cli import command, outside_the_workspace

if TYPE_CHECKING:
    from cortex_server.lsp.roots import Root
    from cortex_server.lsp.server import CortexServer

logger = logging.getLogger(__name__)

DEBOUNCE_SECONDS = 0.5
BUILD = "Build index"
TOO_WIDE = (
    "{folder} is a whole home folder or disk, which is never indexed. "
    "Put a cortex.toml into the folder of the project, or open that folder."
)


class Indexing:
    """Runs at most one build per root at a time, and one more after it if something changed meanwhile."""

    def __init__(self, server: CortexServer) -> None:
        self._server = server
        self._asked: set[Path] = set()
        self._running: dict[Path, asyncio.Task[bool]] = {}
        self._again: set[Path] = set()
        self._timers: dict[Path, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def offer(self, root: Root) -> None:
        """Ask once whether to build the index of a root that has none."""
        if root.path in self._asked or _is_too_wide(root):
            return
        self._asked.add(root.path)
        self._keep(asyncio.get_running_loop().create_task(self._ask(root)))

    def schedule(self, root: Root) -> None:
        """Refresh an index soon; further changes within that time are refreshed with it."""
        automatic = self._server.session.settings.automatic_index and not _is_too_wide(root)
        if not root.has_index or not automatic:
            return
        waiting = self._timers.pop(root.path, None)
        if waiting is not None:
            waiting.cancel()
        loop = asyncio.get_running_loop()
        self._timers[root.path] = loop.call_later(DEBOUNCE_SECONDS, self._start, root)

    async def run(self, root: Root) -> bool:
        """Build or refresh an index, and return whether that went well; to cancel this is to end the build.

        While a build runs, whoever asks waits for the next one: this one may have passed what has changed.
        """
        if _is_too_wide(root):
            self._server.complain(TOO_WIDE.format(folder=root.path))
            return False
        running = self._running.get(root.path)
        if running is not None:
            self._again.add(root.path)
            await self._outcome(running)
            following = self._running.get(root.path)
            return await self._outcome(following) if following is not None else False
        task = self._begin_build(root)
        try:
            return await self._outcome(task)
        except asyncio.CancelledError:
            self._cancel(root)
            raise

    def _begin_build(self, root: Root) -> asyncio.Task[bool]:
        task = asyncio.get_running_loop().create_task(self._build(root))
        self._running[root.path] = task
        task.add_done_callback(lambda done: self._finished(root, done))
        return task

    def _finished(self, root: Root, build: asyncio.Task[bool]) -> None:
        self._running.pop(root.path, None)
        if not build.cancelled() and (error := build.exception()) is not None:
            logger.error("indexing %s failed", root.path, exc_info=error)
        if root.path in self._again:
            self._again.discard(root.path)
            self._begin_build(root)

    async def stop(self) -> None:
        """End what is running, and start nothing more."""
        self._again.clear()
        for timer in self._timers.values():
            timer.cancel()
        tasks = [*self._running.values(), *self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _outcome(self, build: asyncio.Task[bool]) -> bool:
        """Return how a build went; one that the user cancelled did not go well, but is no error."""
        try:
            return await asyncio.shield(build)
        except asyncio.CancelledError:
            if build.cancelled():
                return False
            raise

    def _start(self, root: Root) -> None:
        self._timers.pop(root.path, None)
        self._keep(asyncio.get_running_loop().create_task(self._run_quietly(root)))

    async def _run_quietly(self, root: Root) -> None:
        await self.run(root)

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(self, root: Root) -> None:
        params = types.ShowMessageRequestParams(
            type=types.MessageType.Info,
            message=f"{root.path.name} has no Cortex index yet, so @Symbols and files cannot be checked.",
            actions=[types.MessageActionItem(title=BUILD)],
        )
        try:
            answer = await asyncio.shield(self._server.window_show_message_request_async(params))
        except JsonRpcException as error:
            logger.warning("the client did not ask about the index of %s: %s", root.path, error)
            return
        if answer is not None and answer.title == BUILD:
            await self.run(root)

    async def _build(self, root: Root) -> bool:
        token = await self._begin(root)
        try:
            code, message = await self._index(root, token)
        finally:
            self._end(token)
        if code != 0:
            logger.error("indexing %s failed: %s", root.path, message)
            self._server.complain(f"The index could not be built: {message.removeprefix('cortex index: ')}")
        self._server.worlds_may_have_changed()
        return code == 0

    async def _index(self, root: Root, token: str | None) -> tuple[int, str]:
        """Run the command and return its exit code and last words; to cancel is to end it."""
        process = await asyncio.create_subprocess_exec(
            *command("index", "--progress", "json", "--repo-root", str(root.path)),
            cwd=outside_the_workspace(),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            message = await self._follow(process, token)
            return await process.wait(), message
        except asyncio.CancelledError:
            with suppress(ProcessLookupError):  # it may have ended by itself just now
                process.terminate()
            await process.wait()
            raise

    async def _follow(self, process: asyncio.subprocess.Process, token: str | None) -> str:
        """Show the progress line by line; return the last words that were not progress."""
        words = ""
        assert process.stderr is not None  # noqa: S101 - it was asked for
        while line := await process.stderr.readline():
            try:
                step = json.loads(line)
            except ValueError:
                words = line.decode("utf-8", "replace").strip()
                continue
            if token is not None:
                share = step["done"] * 100 // step["total"] if step["total"] else None
                counted = f" {step['done']:,} of {step['total']:,}" if step["total"] else ""
                text = f"{step['phase']}{counted}"
                report = types.WorkDoneProgressReport(message=text, percentage=share)
                self._server.work_done_progress.report(token, report)
        return words

    async def _begin(self, root: Root) -> str | None:
        if not self._server.session.client.shows_progress:
            return None
        token = str(uuid.uuid4())
        try:
            await asyncio.shield(self._server.work_done_progress.create_async(token))
        except JsonRpcException as error:
            logger.warning("the client shows no progress: %s", error)
            return None
        begin = types.WorkDoneProgressBegin(
            title=f"Indexing {root.path.name}", percentage=0, cancellable=True
        )
        self._server.work_done_progress.begin(token, begin)
        cancelled = self._server.work_done_progress.tokens.get(token)
        if cancelled is not None:
            cancelled.add_done_callback(lambda future: self._cancel(root) if future.cancelled() else None)
        return token

    def _end(self, token: str | None) -> None:
        if token is not None:
            self._server.work_done_progress.end(token, types.WorkDoneProgressEnd())
            self._server.work_done_progress.tokens.pop(token, None)

    def _cancel(self, root: Root) -> None:
        self._again.discard(root.path)
        running = self._running.get(root.path)
        if running is not None:
            running.cancel()


def _is_too_wide(root: Root) -> bool:
    from cortex_planner.config.load import is_too_wide  # not before the first answer

    return is_too_wide(root.path)
