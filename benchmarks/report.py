"""Figures: tables for people, and the same as lines of JSON for `run.py`; a *bar* is a figure that must hold."""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


def report(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table."""
    print(f"\n## {title}\n\n| {' | '.join(columns)} |\n|{' --- |' * len(columns)}")
    for row in rows:
        print(f"| {' | '.join(shown(cell) for cell in row)} |")
    print(json.dumps({"benchmark": title, "columns": list(columns), "rows": [list(row) for row in rows]}))


@dataclass(frozen=True)
class Bar:
    """A figure and its limit: no more than that, or at least that much."""

    name: str
    value: float
    limit: float
    at_least: bool = False

    @classmethod
    def of(cls, figure: dict[str, Any]) -> Bar:
        """Return the bar that `bar` printed."""
        return cls(figure["bar"], figure["value"], figure["limit"], figure["at_least"])

    @property
    def holds(self) -> bool:
        """Return whether it is good enough."""
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    @property
    def share(self) -> float:
        """Return how much of what is allowed is used; above 1 the bar is missed."""
        if self.at_least:
            return self.limit / self.value if self.value else float("inf")
        return self.value / self.limit if self.limit else float(bool(self.value)) * 9

    @property
    def limit_text(self) -> str:
        """Return the limit as people read it."""
        return f"{'at least' if self.at_least else 'at most'} {self.limit:,g}"


def bar(name: str, value: float, limit: float, *, at_least: bool = False) -> None:
    """Say how a figure stands against its bar."""
    figure = {"bar": name, "value": round(value, 4), "limit": limit, "at_least": at_least}
    print(json.dumps(figure), flush=True)


def growth(title: str, unit: str, figures: Sequence[tuple[int, float]]) -> None:
    """Give figures to plot: how many milliseconds something takes at each size."""
    print(json.dumps({"growth": title, "unit": unit, "figures": list(figures)}), flush=True)


def percentiles(times: Sequence[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile."""
    ordered = sorted(times)
    return round(statistics.median(ordered), 2), round(ordered[int(len(ordered) * 0.95)], 2)


def shown(cell: object) -> str:
    """Return a cell of a table as people read it."""
    if isinstance(cell, float):
        return f"{cell:,.2f}" if abs(cell) < 100 else f"{cell:,.0f}"
    return str(cell)
