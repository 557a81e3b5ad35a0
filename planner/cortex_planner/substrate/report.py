"""The report of a build, read back from the index, and the small values that the index keeps as JSON."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from cortex_planner.finding import Anchor, Finding, Part, Severity
from cortex_planner.substrate.model import IndexReport, Skipped
from cortex_planner.substrate.reading import MISSING
from cortex_planner.substrate.store.schema import read_meta


def index_report(connection: sqlite3.Connection, *, files_read: int = 0) -> IndexReport:
    """Return what the index holds."""
    meta = read_meta(connection)
    left_out = connection.execute(
        "SELECT file_path, reason FROM files WHERE reason IS NOT NULL AND reason != ?", (MISSING,)
    )
    skipped = [Skipped(*row) for row in left_out]
    skipped += skipped_from_json(meta["listing_skipped"])
    degraded = connection.execute("SELECT file_path FROM files WHERE degraded ORDER BY file_path")
    return IndexReport(
        generation=int(meta["generation"]),
        section_index_hash=meta["section_index_hash"],
        symbols_hash=meta["symbols_hash"],
        files=int(meta["files"]),
        sections=int(meta["sections"]),
        symbols=int(meta["symbols"]),
        skipped=tuple(sorted(skipped, key=lambda item: (item.file, item.reason))),
        degraded=tuple(path for (path,) in degraded),
        files_read=files_read,
    )


def skipped_json(skipped: Iterable[Skipped]) -> str:
    """Return what could not be listed, as the index keeps it."""
    return json.dumps([(item.file, item.reason) for item in skipped])


def skipped_from_json(text: str) -> tuple[Skipped, ...]:
    """Return what could not be listed, from what the index kept."""
    return tuple(Skipped(file, reason) for file, reason in json.loads(text))


def findings_json(findings: Iterable[Finding]) -> str:
    """Return findings about `cortex.toml`, as the index keeps them."""
    return json.dumps(
        [
            (item.code, item.severity, item.message, item.anchor.pointer, item.anchor.part, dict(item.data))
            for item in findings
        ]
    )


def findings_from_json(text: str) -> tuple[Finding, ...]:
    """Return the findings that the index kept."""
    return tuple(
        Finding(code, Severity(severity), message, Anchor(pointer, Part(part)), data)
        for code, severity, message, pointer, part, data in json.loads(text)
    )
