"""Looking: where the client does not watch files, or not those of a root above its folders, we look ourselves.

We look at the files that open documents name: on open, on save, and at most every five seconds while
there is activity; never per keystroke.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cortex_server.lsp.calls import isolated

if TYPE_CHECKING:
    from cortex_planner.compiler.semantics import Semantics
    from cortex_server.lsp.server import CortexServer
    from cortex_server.lsp.session import Snapshot

LOOK_SECONDS = 5.0


class Looking:
    """Stands in for file watching; does nothing where the client watches."""

    def __init__(self, server: CortexServer) -> None:
        self._server = server
        self._timer: asyncio.TimerHandle | None = None
        self._tried: set[Path] = set()

    def note_activity(self) -> None:
        """Look within five seconds; while a look is waiting, a further one is not needed."""
        if self._timer is None and self._is_wanted:
            self._timer = asyncio.get_running_loop().call_later(LOOK_SECONDS, self.look)

    def look(self) -> None:
        """Look now at the files that open documents name."""
        self.stop()
        if not self._is_wanted:
            return
        server, session = self._server, self._server.session
        server.worlds_may_have_changed()
        named: dict[Path, set[Path]] = {}
        for document in session.documents.all():
            with isolated("looking at", document.uri):
                root, snapshot = session.root_of(document), session.snapshot(document.uri)
                if snapshot is not None and not root.world.rootless and not session.is_watched(root):
                    named.setdefault(root.path, set()).update(self._named(snapshot))
        for path, files in named.items():
            self._look_at(path, files)

    def stop(self) -> None:
        """Forget a look that is waiting."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def _is_wanted(self) -> bool:
        session = self._server.session
        return bool(session.documents.all()) and not all(map(session.is_watched, session.roots.values()))

    def _look_at(self, root_path: Path, files: set[Path]) -> None:
        root = self._server.session.roots[root_path]
        changed = root.files_changed(sorted(files))
        if changed:
            self._server.worlds_changed([root])
        new = {path for path in files - self._tried if path.is_file() and not root.knows(path)}
        self._tried |= new
        if changed or new:
            self._server.indexing.schedule(root)

    def _named(self, snapshot: Snapshot) -> Iterator[Path]:
        semantics = snapshot.view.analysis.semantics
        if semantics is not None:
            root = snapshot.view.analysis.world.root
            yield from (root / path for path in _paths(semantics))


def _paths(semantics: Semantics) -> Iterator[str]:
    yield from semantics.request.files.distinct
    for entry in semantics.entries.values():
        if entry is not None:
            yield entry.section.file_path
