"""Files for completion: folder by folder while a path is typed, and by likeness once that finds nothing."""

from __future__ import annotations

from cortex_planner.substrate import IndexReader

_PREFIXES = ("@CODE/", "@DOC/", "@FILE/")
_MOST_LISTED = 2000


def file_entries(index: IndexReader, typed: str, limit: int) -> list[str]:
    """Return the files and folders (with a final `/`) that continue `typed`, then files that resemble it."""
    listed = index.files_below(typed, limit=_MOST_LISTED)
    entries = list(dict.fromkeys(_next_entry(path, typed) for path in listed))[:limit]
    if len(entries) < limit and typed:
        alike = (path for path in _alike(index, typed, limit) if path not in entries)
        entries += list(alike)[: limit - len(entries)]
    return entries


def _next_entry(path: str, typed: str) -> str:
    """Return `path`, cut behind the folder in which `typed` goes on."""
    slash = path.find("/", len(typed))
    return path if slash == -1 else path[: slash + 1]


def _alike(index: IndexReader, typed: str, limit: int) -> list[str]:
    names, _ = index.search_at_once(typed, limit=limit)
    paths = [name.partition("/")[2].partition("#")[0] for name in names if name.startswith(_PREFIXES)]
    return [path for path, section in index.files(paths).items() if section is not None]
