"""`CORTEX/_generated`: the folder of what Cortex makes; it ignores itself for git."""

from __future__ import annotations

from pathlib import Path, PurePath

NAME = "_generated"
INDEX_FILES = ("system1.db", "section_index", "symbols.jsonl")
"""How the names begin of files that `cortex index` makes, and throws away where it cannot use them."""


def make_generated_folder(folder: Path) -> None:
    """Make a folder for generated files; one of that name is told to git as not to be tracked."""
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder / ".gitignore"
    if folder.name == NAME and not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")


def belongs_to_index(path: PurePath) -> bool:
    """Return whether a file lies where the index is kept: nothing that is to last may lie there."""
    return path.parent.name == NAME and path.name.startswith(INDEX_FILES)
