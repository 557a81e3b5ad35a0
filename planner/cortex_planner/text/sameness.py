"""Sameness: how much two texts share at their ends, found by halves, so that nearly all of it is compared at once."""

from __future__ import annotations

from collections.abc import Callable


def same_from_start(one: str, other: str) -> int:
    """Return how many characters two texts share from the start on."""
    limit = min(len(one), len(other))
    return _shared(limit, lambda low, high: one[low:high] == other[low:high])


def same_to_end(one: str, other: str, limit: int) -> int:
    """Return how many characters two texts share back from the end, at most `limit`."""
    return _shared(limit, lambda low, high: _from_end(one, low, high) == _from_end(other, low, high))


def _from_end(text: str, low: int, high: int) -> str:
    return text[len(text) - high : len(text) - low]


def _shared(limit: int, agree: Callable[[int, int], bool]) -> int:
    low = 0
    while low < limit:
        middle = (low + limit + 1) // 2
        low, limit = (middle, limit) if agree(low, middle) else (low, middle - 1)
    return low
