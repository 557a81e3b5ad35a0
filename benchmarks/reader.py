"""Reading JSON with positions, good and broken, against `json.loads`, which knows neither.

python benchmarks/reader.py
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from lsp_editing import BREAKS
from lsp_support import request_text
from report import report

from cortex_planner.text.reader import read


def main() -> None:
    """Measure the reader at three sizes."""
    rows = []
    for size in (10_000, 100_000, 1_000_000):
        text = request_text(size)
        loads = _best(lambda text=text: json.loads(text))
        rows.append([f"{size // 1000} KB", "valid", *_measured(text, loads)])
        for name, change in BREAKS.items():
            rows.append(
                [f"{size // 1000} KB", f"{name} missing", *_measured(text.replace(*change, 1), loads)]
            )
    report("reader, milliseconds", ["size", "text", "json.loads", "reader", "ratio"], rows)


def _measured(text: str, loads: float) -> tuple[float, float, str]:
    ours = _best(lambda: read(text))
    return round(loads, 3), round(ours, 3), f"{ours / loads:.1f}"


def _best(work: Callable[[], object], rounds: int = 15) -> float:
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times) * 1e3


if __name__ == "__main__":
    main()
