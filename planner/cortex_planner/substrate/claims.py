"""Claims: who gets a name that several could have.

A pin beats a rule of `cortex.toml`, which beats a default. Pinned names are left out before they come
here, so what remains is rules against rules and rules against defaults: a name that rules give to two
files belongs to neither; within one file the first rule stands; a default that a rule hides waits here
until no rule claims its name.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable
from typing import Any

from cortex_planner.finding import Anchor, Finding
from cortex_planner.substrate.extraction import FileRecord
from cortex_planner.substrate.rules import PIN_TARGET_MISSING, SYMBOL_COLLISION
from cortex_planner.substrate.settings import IndexSettings, PinSetting

DEFAULT, RULE, PIN = "default", "rule", "pin"
_HIDDEN_DEFAULT = 1 << 30
_MOST_FINDINGS_PER_RULE = 50
_MOST_FILES_NAMED = 5

_INSERT_SYMBOL = (
    "INSERT OR REPLACE INTO symbols (symbol_id, target_type, target_ref, default_slice, bytes,"
    " content_hash, ambiguous, origin) VALUES (?, 'SECTION', ?, ?, ?, ?, ?, ?)"
)
_INSERT_CLAIM = "INSERT OR IGNORE INTO claims VALUES (?, ?, ?, ?, ?, ?, ?, ?)"


def withdraw_names(connection: sqlite3.Connection, path: str, prefix: str) -> set[str]:
    """Delete the default names of a file and its claims; return the claimed names, to be settled again.

    `prefix` is the file's own default name; those of its parts lie between `prefix#` and `prefix$`.
    """
    connection.execute(
        "DELETE FROM symbols WHERE origin = 'default' AND (symbol_id = ?1"
        " OR symbol_id >= ?1 || '#' AND symbol_id < ?1 || '$')",
        (prefix,),
    )
    rows = connection.execute("SELECT symbol_id FROM claims WHERE file_path = ?", (path,)).fetchall()
    if rows:
        connection.execute("DELETE FROM claims WHERE file_path = ?", (path,))
    return {name for (name,) in rows}


def withdraw_pins(connection: sqlite3.Connection, pins: Iterable[PinSetting], path: str) -> None:
    """Delete the symbols of the pins into a file."""
    gone = [(pin.symbol_id,) for pin in pins if pin.file == path]
    connection.executemany("DELETE FROM symbols WHERE symbol_id = ? AND origin = 'pin'", gone)


def enter_names(connection: sqlite3.Connection, record: FileRecord) -> set[str]:
    """Insert the names that a file gives; return those that must be settled against other files."""
    connection.executemany(_INSERT_SYMBOL, ((*row, PIN) for row in record.pins))
    connection.executemany(
        _INSERT_CLAIM, ((row[0], number, record.path, *row[1:]) for number, row in record.claims)
    )
    connection.executemany(_INSERT_SYMBOL, ((*row, DEFAULT) for row in record.symbols))
    return {row[0] for _, row in record.claims}


def claimed_among(connection: sqlite3.Connection, record: FileRecord) -> set[str]:
    """Return the default names of a file that a rule claims, for this file or another."""
    found = set()
    for row in record.symbols:
        if connection.execute("SELECT 1 FROM claims WHERE symbol_id = ? LIMIT 1", row[:1]).fetchone():
            found.add(row[0])
    return found


def settle(connection: sqlite3.Connection, names: Iterable[str]) -> None:
    """Decide who has each of the names."""
    for name in sorted(names):
        _hide_default(connection, name)
        claims = connection.execute(
            "SELECT rule, file_path, symbol_id, target_ref, default_slice, bytes, content_hash, ambiguous"
            " FROM claims WHERE symbol_id = ? ORDER BY rule, file_path",
            (name,),
        ).fetchall()
        _enter_winner(connection, name, claims)


def name_findings(connection: sqlite3.Connection, settings: IndexSettings) -> list[Finding]:
    """Return what is wrong with the names in `cortex.toml`, in the order of the file's tables."""
    return [*_collisions(connection), *_missing_targets(connection, settings.pins)]


def _hide_default(connection: sqlite3.Connection, name: str) -> None:
    """Move a default of that name among the claims, so that it is there when the rules' claims are gone."""
    connection.execute(
        "INSERT OR REPLACE INTO claims SELECT symbols.symbol_id, ?, sections.file_path, symbols.target_ref,"
        " symbols.default_slice, symbols.bytes, symbols.content_hash, symbols.ambiguous"
        " FROM symbols JOIN sections ON sections.section_id = symbols.target_ref"
        " WHERE symbols.symbol_id = ? AND symbols.origin = 'default'",
        (_HIDDEN_DEFAULT, name),
    )
    connection.execute("DELETE FROM symbols WHERE symbol_id = ? AND origin != 'pin'", (name,))


def _enter_winner(connection: sqlite3.Connection, name: str, claims: list[tuple[Any, ...]]) -> None:
    rule_claims = [claim for claim in claims if claim[0] != _HIDDEN_DEFAULT]
    if rule_claims and len({claim[1] for claim in rule_claims}) == 1:
        connection.execute(_INSERT_SYMBOL, (*rule_claims[0][2:], RULE))
    elif claims and not rule_claims:
        connection.execute(_INSERT_SYMBOL, (*claims[0][2:], DEFAULT))
        connection.execute("DELETE FROM claims WHERE symbol_id = ?", (name,))


def _collisions(connection: sqlite3.Connection) -> list[Finding]:
    rows = connection.execute(
        "SELECT symbol_id, min(rule), json_group_array(DISTINCT file_path) FROM claims WHERE rule < ?"
        " GROUP BY symbol_id HAVING count(DISTINCT file_path) > 1 ORDER BY min(rule), symbol_id",
        (_HIDDEN_DEFAULT,),
    )
    findings = []
    reported: Counter[int] = Counter()
    for name, rule, files_json in rows:
        reported[rule] += 1
        if reported[rule] <= _MOST_FINDINGS_PER_RULE:
            findings.append(_collision(name, rule, sorted(json.loads(files_json))))
    return findings


def _collision(name: str, rule: int, files: list[str]) -> Finding:
    shown = ", ".join(files[:_MOST_FILES_NAMED]) + (", ..." if len(files) > _MOST_FILES_NAMED else "")
    return SYMBOL_COLLISION.at(
        Anchor(f"/symbols/rules/{rule}/name"),
        data={"symbol": name, "files": files[:_MOST_FILES_NAMED], "count": len(files)},
        symbol=name,
        count=len(files),
        files=shown,
    )


def _missing_targets(connection: sqlite3.Connection, pins: Iterable[PinSetting]) -> list[Finding]:
    there = {name for (name,) in connection.execute("SELECT symbol_id FROM symbols WHERE origin = 'pin'")}
    return [_missing_target(connection, pin) for pin in pins if pin.symbol_id not in there]


def _missing_target(connection: sqlite3.Connection, pin: PinSetting) -> Finding:
    """Return the finding at that part of the pin that names what is not there."""
    indexed = connection.execute(
        "SELECT 1 FROM files WHERE file_path = ? AND reason IS NULL", (pin.file,)
    ).fetchone()
    member = "file" if not indexed else "heading" if pin.heading is not None else "definition"
    wanted = {"file": pin.file, "heading": pin.heading, "definition": pin.definition}[member]
    target = pin.file if member == "file" else f"the {member} {wanted!r} of {pin.file}"
    escaped = pin.symbol_id.replace("~", "~0").replace("/", "~1")
    return PIN_TARGET_MISSING.at(
        Anchor(f"/symbols/pins/{escaped}/{member}"),
        data={"symbol": pin.symbol_id, "file": pin.file, member: wanted},
        symbol=pin.symbol_id,
        target=target,
    )
