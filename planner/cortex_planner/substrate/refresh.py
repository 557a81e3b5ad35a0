"""Refreshing an index: read what changed, leave the rest, end where a full build would end.

git says which files there are; a file's state on disk says whether it might have changed; its content
says whether it did. Another fingerprint empties the tables first, which makes the same steps a full
build.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from cortex_planner.substrate.changes import Changes, drop_files, enter_record, tasks_for
from cortex_planner.substrate.claims import name_findings, settle
from cortex_planner.substrate.disk import Known, look_at_known_files
from cortex_planner.substrate.fingerprint import fingerprint
from cortex_planner.substrate.hashes import section_index_hash, symbols_hash
from cortex_planner.substrate.listing import Listing, ListingProcess, choose_files
from cortex_planner.substrate.model import IndexReport
from cortex_planner.substrate.pool import extract_many
from cortex_planner.substrate.report import findings_json, index_report, skipped_from_json, skipped_json
from cortex_planner.substrate.settings import IndexSettings
from cortex_planner.substrate.store.schema import (
    SCHEMA_VERSION,
    create_indexes,
    create_tables,
    read_meta,
    schema_version,
    write_meta,
)

_KNOWN_FILES = (
    "SELECT file_path, size, mtime_ns, ctime_ns, inode, fresh, content_hash, reason FROM files"
    " ORDER BY file_path"
)

Progress = Callable[[str, int, int], None]
"""Called with a phase, how much of it is done, and of how much."""


def refresh(
    connection: sqlite3.Connection, root: Path, settings: IndexSettings, progress: Progress
) -> IndexReport:
    """Bring the tables up to date with the files below `root`, inside the caller's write transaction."""
    meta = _meta_of_present_schema(connection)
    mark = fingerprint(settings)
    full = meta.get("fingerprint") != mark
    if full:
        create_tables(connection)
        meta.pop("listing", None)
    progress("listing", 0, 0)
    digest, listing, known = _look_at_disk(connection, root, settings, meta)
    changes = Changes(connection, settings, known.suspects)
    drop_files(changes, set(known.paths) - set(listing.paths))
    tasks = tasks_for(root, listing.paths, known)
    for done, record in enumerate(extract_many(root, tasks, settings), 1):
        enter_record(changes, record)
        progress("reading", done, len(tasks))
    if full:
        create_indexes(connection)
    if full or changes.content or meta.get("listing_skipped") != skipped_json(listing.skipped):
        progress("finishing", 0, 0)
        _finish(connection, settings, changes, listing)
        generation = int(meta.get("generation", "0")) + 1
        write_meta(connection, {"generation": str(generation), "fingerprint": mark})
    if meta.get("listing") != digest:
        write_meta(connection, {"listing": digest})
    return index_report(connection, files_read=changes.read)


def _meta_of_present_schema(connection: sqlite3.Connection) -> dict[str, str]:
    """Return what the index says of itself; of one with an older schema, nothing."""
    return read_meta(connection) if schema_version(connection) == SCHEMA_VERSION else {}


def _look_at_disk(
    connection: sqlite3.Connection, root: Path, settings: IndexSettings, meta: dict[str, str]
) -> tuple[str, Listing, Known]:
    """Return the listing with its digest, and what the disk says of the files that the index knows.

    git lists while this process looks at the files it knows. Where git says what it said last time, the
    files are those of last time, and the choice among them need not be made again.
    """
    process = ListingProcess(root, settings)
    try:
        known = look_at_known_files(root, connection.execute(_KNOWN_FILES))
        raw = process.result()
    except BaseException:
        process.abandon()
        raise
    if raw.digest == meta.get("listing") and known.paths:
        return raw.digest, Listing(known.paths, skipped_from_json(meta["listing_skipped"])), known
    return raw.digest, choose_files(raw, settings), known


def _finish(
    connection: sqlite3.Connection, settings: IndexSettings, changes: Changes, listing: Listing
) -> None:
    """Settle the names and write down hashes, counts and findings."""
    settle(connection, changes.unsettled)
    (sections,) = connection.execute("SELECT count(*) FROM sections").fetchone()
    (symbols,) = connection.execute("SELECT count(*) FROM symbols").fetchone()
    (files,) = connection.execute("SELECT count(*) FROM files WHERE reason IS NULL").fetchone()
    write_meta(
        connection,
        {
            "section_index_hash": section_index_hash(connection),
            "symbols_hash": symbols_hash(connection),
            "files": str(files),
            "sections": str(sections),
            "symbols": str(symbols),
            "findings": findings_json(name_findings(connection, settings)),
            "listing_skipped": skipped_json(listing.skipped),
            "configuration_hash": settings.digest,
        },
    )
