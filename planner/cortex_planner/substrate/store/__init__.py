"""Stores: where an index is kept.

`sqlite` is the default; `jsonl` is the same content as lines of JSON, read into SQLite in memory. Both
give a connection to the tables of `cortex_planner.substrate.store.schema`; there is no second query
engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cortex_planner.errors import SectionError

Substrate = Literal["sqlite", "jsonl"]
GENERATED = Path("CORTEX", "_generated")


@dataclass(frozen=True, slots=True)
class StoreLocation:
    """The two files of a store; for sqlite they are the same one."""

    substrate: Substrate
    sections: Path
    symbols: Path

    @property
    def folder(self) -> Path:
        """Return the folder that the store lies in."""
        return self.sections.parent

    @property
    def exists(self) -> bool:
        """Return whether there is anything at all."""
        return self.sections.is_file() and self.symbols.is_file()


def store_location(
    root: Path, substrate: str = "sqlite", *, sections: Path | None = None, symbols: Path | None = None
) -> StoreLocation:
    """Return where the index of `root` is kept, or would be; explicit paths win."""
    folder = root / GENERATED
    if substrate == "sqlite":
        database = sections or symbols or folder / "system1.db"
        return StoreLocation("sqlite", database, database)
    if substrate == "jsonl":
        return StoreLocation(
            "jsonl", sections or folder / "section_index.jsonl", symbols or folder / "symbols.jsonl"
        )
    msg = f"there is no substrate {substrate!r}: use sqlite or jsonl"
    raise SectionError("index-substrate", msg)


def moved_to(location: StoreLocation, folder: Path) -> StoreLocation:
    """Return the location of the same store in another folder."""
    return StoreLocation(location.substrate, folder / location.sections.name, folder / location.symbols.name)
