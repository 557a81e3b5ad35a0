"""Our own command line as a process: for what may take long, or must not touch the editor's own process.

Python is started with `-P` and outside the workspace, so that no file of an opened folder is imported.
A database URL travels in the environment, never among the arguments, where every user could read it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import dataclass

SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Finished:
    """What a command left behind; `code` is None where it took too long and was ended."""

    code: int | None
    output: str
    errors: str


def outside_the_workspace() -> str:
    """Return a folder in which nothing of the user's is imported."""
    import tempfile

    return tempfile.gettempdir()


def command(*arguments: str) -> tuple[str, ...]:
    """Return the command line that runs `cortex` with this interpreter."""
    return (sys.executable, "-P", "-m", "cortex_planner.cli", *arguments)


async def run_cli(*arguments: str, text: str = "", cassette: str = "", seconds: float = SECONDS) -> Finished:
    """Run `cortex` and return what it said."""
    process = await asyncio.create_subprocess_exec(
        *command(*arguments),
        cwd=outside_the_workspace(),
        env={**os.environ, **({"CORTEX_CASSETTE": cassette} if cassette else {})},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        output, errors = await asyncio.wait_for(process.communicate(text.encode()), seconds)
    except (TimeoutError, asyncio.CancelledError) as stopped:
        process.kill()
        await process.wait()
        if isinstance(stopped, asyncio.CancelledError):
            raise
        return Finished(None, "", "it took too long")
    return Finished(process.returncode, output.decode(), errors.decode("utf-8", "replace"))
