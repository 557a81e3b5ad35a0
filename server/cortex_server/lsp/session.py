"""The session: what one client has open, what it can do, and the roots of its documents.

Handlers that run at once may change it; what they compute comes from frozen values: an `Analysis` is
made of one text and one world, kept until either changes, and shared by every feature.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from cortex_planner.text.lines import Encoding
from cortex_server.lsp.client import Client
from cortex_server.lsp.settings import Settings
from cortex_server.lsp.store import DocumentStore, OpenDocument
from cortex_server.lsp.uris import path_of, place_of_untitled

if TYPE_CHECKING:
    from cortex_planner.compiler.world import World
    from cortex_planner.kinds import Kind
    from cortex_planner.text import Syntax
    from cortex_server.ide.view import GoodPlan, View
    from cortex_server.lsp.roots import Root


@dataclass(frozen=True)
class Snapshot:
    """One version of a document, seen in one world; `result_id` names that pair."""

    document: OpenDocument
    view: View
    result_id: str


class Session:
    """Everything that the server remembers between two messages."""

    def __init__(self) -> None:
        self.documents = DocumentStore()
        self.client = Client(types.ClientCapabilities())
        self.encoding = Encoding.UTF16
        self.settings = Settings()
        self.folders: list[Path] = []
        self.roots: dict[Path, Root] = {}
        self.preview_switches: dict[str, bool] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._good_plans: dict[str, GoodPlan] = {}
        self._watched: dict[Path, bool] = {}
        self._root_of_folder: dict[Path, Path | None] = {}
        self._rootless_roots: dict[Path, Root] = {}

    def begin(self, params: types.InitializeParams, encoding: str) -> None:
        """Note what `initialize` says."""
        self.client = Client(params.capabilities)
        self.encoding = Encoding(encoding)
        roots = [folder.uri for folder in params.workspace_folders or []]
        roots = roots or ([params.root_uri] if params.root_uri else [])
        self.folders = [path for uri in roots if (path := path_of(uri)) is not None]

    def snapshot(self, uri: str) -> Snapshot | None:
        """Return an open document as it is now, or None where it is none of ours."""
        document = self.documents.get(uri)
        if document is None:
            return None
        uri, root = document.uri, self.root_of(document)
        kept = self._snapshots.get(uri)
        if kept is None or kept.view.analysis.world is not root.world:
            return self._newly_seen(document, root)
        if kept.document is not document:
            before = kept.view.analysis
            kept = self._snapshots[uri] = self._seen(document, before.kind, root, before.path)
        return kept

    def shows_preview(self, uri: str, setting: bool | None = None) -> bool:
        """Return whether to show lens or hints: as the document's own switch says, else as `setting` does."""
        return self.preview_switches.get(uri, self._shows_any if setting is None else setting)

    def toggle_preview(self, uri: str) -> bool:
        """Hide lens and hints, or show what the settings say, both where they say neither; return whether any are."""
        if self.shows_preview(uri):
            self.preview_switches[uri] = False
        elif self._shows_any:
            del self.preview_switches[uri]
        else:
            self.preview_switches[uri] = True
        return self.shows_preview(uri)

    @property
    def _shows_any(self) -> bool:
        return self.settings.code_lens or self.settings.inlay_hints

    def forget(self, uri: str) -> None:
        """Drop everything that was computed for a document."""
        document = self.documents.get(uri)
        uri = document.uri if document is not None else uri
        self.documents.close(uri)
        self._snapshots.pop(uri, None)
        self._good_plans.pop(uri, None)
        self.preview_switches.pop(uri, None)

    def root_of(self, document: OpenDocument) -> Root:
        """Return the root that governs a document; it is looked for once per folder."""
        place = document.path or place_of_untitled(document.uri)
        if place is None:
            return self._rootless(Path(Path.cwd().anchor))
        folder = place.parent
        if folder not in self._root_of_folder:
            self._root_of_folder[folder] = self._find_root(place)
        found = self._root_of_folder[folder]
        return self._root(found) if found is not None else self._rootless(folder)

    def root_of_folder(self, folder: Path) -> Root:
        """Return the root that governs a folder: the nearest above that is marked as one, else the folder itself."""
        from cortex_planner.config.load import find_root_above

        return self._root(find_root_above(folder) or folder)

    @property
    def all_roots(self) -> list[Root]:
        """Return every root that governs a document, those of documents without one included."""
        return [*self.roots.values(), *self._rootless_roots.values()]

    def _find_root(self, place: Path) -> Path | None:
        """Return the root of a file, or None where it lies in no repository and no folder that is open."""
        from cortex_planner.config.load import find_root_above
        from cortex_planner.substrate.store import store_location

        found = find_root_above(place.parent) or self._folder_of(place)
        indexed = found is None and store_location(place.parent).sections.exists()
        return place.parent if indexed else found

    def forget_kinds(self) -> None:
        """Decide anew what each document is; the last good plans stay."""
        for uri in list(self._snapshots):
            self._keep_good_plan(uri)
        self._snapshots.clear()

    def look_at_configured_folders(self) -> None:
        """Load the roots of folders that a `cortex.toml` governs: which files are documents is told beforehand."""
        for folder in self.folders:
            if any((each / "cortex.toml").exists() for each in (folder, *folder.parents)):
                self.root_of_folder(folder)

    def look_at_folders(self) -> None:
        """Load the root of every folder that the client has opened, whether a document of it is open or not."""
        for folder in self.folders:
            self.root_of_folder(folder)

    def forget_folders(self) -> None:
        """Look for roots anew: a `cortex.toml` may have come or gone."""
        self._root_of_folder.clear()
        self._watched.clear()

    def is_watched(self, root: Root) -> bool:
        """Return whether the client tells us of changes below a root: it watches the folders that it has open."""
        known = self._watched.get(root.path)
        if known is None:
            within = any(root.path.is_relative_to(folder) for folder in self.folders)
            known = self._watched[root.path] = self.client.watches_files and within
        return known

    def _root(self, path: Path) -> Root:
        from cortex_server.lsp.roots import Root

        root = self.roots.get(path)
        if root is None:
            root = self.roots[path] = Root(path)
            root.use_severities(self.settings.rules)
        return root

    def _rootless(self, folder: Path) -> Root:
        """Return the root of documents that have none: no configuration, and nothing to look up."""
        from cortex_server.lsp.roots import Root

        root = self._rootless_roots.get(folder)
        if root is None:
            root = self._rootless_roots[folder] = Root(folder, rootless=True)
            root.use_severities(self.settings.rules)
        return root

    def _newly_seen(self, document: OpenDocument, root: Root) -> Snapshot | None:
        """Decide what a document is in a world, which holds for all of its versions, and look at it."""
        world = root.world
        kind = self._kind_of(document, world)
        if kind is None:
            return None
        relative = world.relative(document.path) if document.path is not None else None
        made = self._snapshots[document.uri] = self._seen(document, kind, root, relative)
        return made

    def _seen(self, document: OpenDocument, kind: Kind, root: Root, relative: str | None) -> Snapshot:
        from cortex_planner.documents.analysis import Analysis
        from cortex_server.ide.view import View

        self._keep_good_plan(document.uri)
        last = self._good_plans.get(document.uri)
        before = last.plan if last is not None else None
        view = View(Analysis(self._syntax(document), kind, root.world, relative, before), last)
        result_id = f"{root.serial}-{document.version}-{hash(document.text) & 0xFFFFFFFF:x}"
        return Snapshot(document, view, result_id)

    def _syntax(self, document: OpenDocument) -> Syntax:
        """Return the syntax of a document: in another world the same, else one that goes on from the last."""
        from cortex_planner.text import Syntax

        kept = self._snapshots.get(document.uri)
        before = kept.view.analysis.syntax if kept is not None else None
        if before is not None and before.lines is document.lines:
            return before
        return Syntax(document.text, document.lines, before)

    def _keep_good_plan(self, uri: str) -> None:
        """Remember the plan that the document had until now, if anyone judged it and there was one."""
        from cortex_server.ide.view import GoodPlan

        before = self._snapshots.get(uri)
        if before is None or not before.view.analysis.__dict__.keys() & {"plan", "findings"}:
            return
        plan = before.view.analysis.plan
        if plan is not None:
            self._good_plans[uri] = GoodPlan(plan, before.document.version)

    def _folder_of(self, path: Path) -> Path | None:
        containing = [folder for folder in self.folders if path.is_relative_to(folder)]
        return max(containing, key=lambda folder: len(folder.parts), default=None)

    def _kind_of(self, document: OpenDocument, world: World) -> Kind | None:
        """Return a document's kind: by its name, or by the language id where it has no file."""
        if document.path is not None:
            return world.kind_of(document.path, self.settings.documents)
        from cortex_planner.kinds import kind_of_language

        return kind_of_language(document.language_id) if document.uri.startswith("untitled:") else None
