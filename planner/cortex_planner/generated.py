"""`CORTEX/_generated`: the folder of what Cortex makes; it ignores itself for git."""

from __future__ import annotations

from pathlib import Path

NAME = "_generated"


def make_generated_folder(folder: Path) -> None:
    """Make a folder for generated files; one of that name is told to git as not to be tracked."""
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder / ".gitignore"
    if folder.name == NAME and not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")
