"""The session: what one client has open, what it can do, and the worlds of its documents.

Handlers that run at once may change it; everything that they compute comes from frozen values: an
`Analysis` is made of one text and one world, kept until either changes, and shared by every feature.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from cortex_planner.text.lines import Encoding
from cortex_server.lsp.store import DocumentStore, OpenDocument
from cortex_server.lsp.uris import path_of

if TYPE_CHECKING:
    from cortex_planner.compiler.world import World
    from cortex_planner.documents.analysis import Analysis
    from cortex_planner.kinds import Kind


@dataclass(frozen=True)
class Snapshot:
    """One version of a document, analysed in one world; `result_id` names that pair."""

    document: OpenDocument
    analysis: Analysis
    result_id: str


class Session:
    """Everything that the server remembers between two messages."""

    def __init__(self) -> None:
        self.documents = DocumentStore()
        self.encoding = Encoding.UTF16
        self.folders: list[Path] = []
        self.capabilities = types.ClientCapabilities()
        self._worlds: dict[Path, World] = {}
        self._stamps: dict[Path, tuple[int, int] | None] = {}
        self._serials: dict[Path, int] = {}
        self._snapshots: dict[str, Snapshot] = {}

    def begin(self, params: types.InitializeParams, encoding: str) -> None:
        """Note what `initialize` says."""
        self.capabilities = params.capabilities
        self.encoding = Encoding(encoding)
        roots = [folder.uri for folder in params.workspace_folders or []]
        roots = roots or ([params.root_uri] if params.root_uri else [])
        self.folders = [path for uri in roots if (path := path_of(uri)) is not None]

    @property
    def pulls_diagnostics(self) -> bool:
        """Return whether the client asks for diagnostics itself."""
        text_document = self.capabilities.text_document
        return text_document is not None and text_document.diagnostic is not None

    def snapshot(self, uri: str) -> Snapshot | None:
        """Return the analysis of an open document as it is now, or None where it is none of ours."""
        document = self.documents.get(uri)
        if document is None:
            return None
        world = self.world_of(document)
        serial = self._serials.get(world.root, 0)
        kept = self._snapshots.get(uri)
        result_id = f"{serial}-{document.version}-{hash(document.text) & 0xFFFFFFFF:x}"
        if kept is not None and kept.document is document and kept.analysis.world is world:
            return kept
        kind = self._kind_of(document, world)
        if kind is None:
            return None
        made = Snapshot(document, _analyse(document, kind, world), result_id)
        self._snapshots[uri] = made
        return made

    def forget(self, uri: str) -> None:
        """Drop what was computed for a document."""
        self.documents.close(uri)
        self._snapshots.pop(uri, None)

    def world_of(self, document: OpenDocument) -> World:
        """Return the world of a document; its configuration is read once."""
        from cortex_planner.compiler.world import World
        from cortex_planner.config import find_root

        if document.path is None:
            root = self.folders[0] if self.folders else Path("/")
            return self._worlds.setdefault(root, World.load(root) if self.folders else World.nowhere(root))
        root = find_root(document.path, self._folder_of(document.path))
        if root not in self._worlds:
            self._stamps[root] = _stamp(root)
            self._worlds[root] = World.load(root)
        return self._worlds[root]

    def refresh_worlds(self) -> list[World]:
        """Read again every `cortex.toml` that has changed on disk; return the worlds that are new."""
        from cortex_planner.compiler.world import World

        changed = [root for root in self._worlds if _stamp(root) != self._stamps.get(root)]
        for root in changed:
            self._stamps[root] = _stamp(root)
            self._serials[root] = self._serials.get(root, 0) + 1
            self._worlds[root] = World.load(root)
        return [self._worlds[root] for root in changed]

    def _folder_of(self, path: Path) -> Path | None:
        containing = [folder for folder in self.folders if path.is_relative_to(folder)]
        return max(containing, key=lambda folder: len(folder.parts), default=None)

    def _kind_of(self, document: OpenDocument, world: World) -> Kind | None:
        """Return a document's kind: by its name, or by the language id where it has no file."""
        if document.path is not None:
            return world.kind_of(document.path)
        from cortex_planner.kinds import kind_of_language

        return kind_of_language(document.language_id) if document.uri.startswith("untitled:") else None


def _analyse(document: OpenDocument, kind: Kind, world: World) -> Analysis:
    from cortex_planner.documents.analysis import Analysis
    from cortex_planner.text import Syntax

    relative = world.relative(document.path) if document.path is not None else None
    return Analysis(Syntax(document.text, document.lines), kind, world, relative)


def _stamp(root: Path) -> tuple[int, int] | None:
    try:
        status = (root / "cortex.toml").stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
