"""The version of the ledger's tables, and what happens to one that is too new."""

from __future__ import annotations

from cortex_planner.errors import CassetteError

SCHEMA_VERSION = 1


def require_known_version(version: str, place: str) -> None:
    """Refuse a ledger that a later program made: this one does not know what it promises."""
    if version.isdecimal() and int(version) <= SCHEMA_VERSION:
        return
    message = (
        f"{place} has schema version {version}; this program knows up to {SCHEMA_VERSION}."
        " Update cortex-plan to use it."
    )
    details = {"stored": version, "known": SCHEMA_VERSION}
    raise CassetteError("cassette-schema-newer", message, details=details)
