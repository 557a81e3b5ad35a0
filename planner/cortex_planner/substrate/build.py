"""Building an index: the store of a root, brought up to date in one transaction."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from cortex_planner.errors import SectionError
from cortex_planner.substrate.refresh import Progress, refresh
from cortex_planner.substrate.settings import index_settings
from cortex_planner.substrate.store import StoreLocation, moved_to, store_location
from cortex_planner.substrate.store.jsonl import copy_files, writing_jsonl
from cortex_planner.substrate.store.sqlite import copy_database, writing

if TYPE_CHECKING:
    from cortex_planner.config.model import Config
    from cortex_planner.substrate.model import IndexReport


def build_index(
    root: Path,
    config: Config,
    location: StoreLocation | None = None,
    *,
    progress: Progress | None = None,
) -> IndexReport:
    """Build or refresh the index of `root` and return what it holds then.

    A second build waits for the first, then refreshes. An interrupt or a crash leaves the old index.
    """
    if not root.is_dir():
        msg = f"{root} is not a folder"
        raise SectionError("file-missing", msg)
    where = location or store_location(root)
    report_progress = progress or _silent
    settings = index_settings(config)
    open_store = writing if where.substrate == "sqlite" else writing_jsonl
    with open_store(where, waiting=lambda: report_progress("waiting", 0, 0)) as connection:
        return refresh(connection, root.resolve(), settings, report_progress)


def _silent(_phase: str, _done: int, _total: int) -> None:
    """Tell nobody."""


def build_in_temporary_place(
    root: Path, config: Config, location: StoreLocation, folder: Path
) -> StoreLocation:
    """Refresh a copy of an index in `folder`, so that nothing under the root is made or changed."""
    moved = moved_to(location, folder)
    if location.exists:
        with contextlib.suppress(SectionError):
            (copy_database if location.substrate == "sqlite" else copy_files)(location, moved)
    build_index(root, config, moved)
    return moved
