"""A server with a part of it replaced: one that is in a hurry, or that has a fault."""

from __future__ import annotations

import subprocess
import sys

from server.language_client import RawClient, ServerProcess

START = "from cortex_server.__main__ import main; main()"


class PatchedServer(ServerProcess):
    """Runs some Python before the server starts."""

    def __init__(self, patch: str, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", f"{patch}\n{START}", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.client = RawClient(self.process.stdin, self.process.stdout)
