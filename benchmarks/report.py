"""Figures: tables for people, and the same as lines of JSON for `run.py`; a *bar* is a figure that must hold."""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence


def report(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table."""
    print(f"\n## {title}\n\n| {' | '.join(columns)} |\n|{' --- |' * len(columns)}")
    for row in rows:
        print(f"| {' | '.join(_shown(cell) for cell in row)} |")
    print(json.dumps({"benchmark": title, "columns": list(columns), "rows": [list(row) for row in rows]}))


def bar(name: str, value: float, limit: float, *, at_least: bool = False) -> None:
    """Say how a figure stands against its bar: no more than `limit`, or at least that much."""
    figure = {"bar": name, "value": round(value, 4), "limit": limit, "at_least": at_least}
    print(json.dumps(figure), flush=True)


def percentiles(times: Sequence[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile."""
    ordered = sorted(times)
    return round(statistics.median(ordered), 2), round(ordered[int(len(ordered) * 0.95)], 2)


def _shown(cell: object) -> str:
    if isinstance(cell, float):
        return f"{cell:,.2f}" if cell < 100 else f"{cell:,.0f}"
    return str(cell)
