"""Sizes and counts as people read them; KB and MB are decimal."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=4096)
def human_bytes(size: int) -> str:
    """Return a size: `812 B`, `12.4 KB`, `10 MB`."""
    for unit, factor in (("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1_000)):
        if size >= factor:
            shown = f"{size / factor:.1f}".removesuffix(".0")
            return f"{shown} {unit}"
    return f"{size} B"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 step`, `2,000 steps`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
