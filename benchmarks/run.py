"""`make bench`: every benchmark, one after the other, and how each figure stands against its bar and the last run.

    python benchmarks/run.py            all of them
    python benchmarks/run.py lsp_ reader   those whose name starts so; the others keep their last figures

The figures are kept in `benchmarks/results.json`; `docs/performance.md` and its chart are made from them.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from chart import chart, curve_chart
from report import Bar, shown

HERE = Path(__file__).parent
DOCS = HERE.parent / "docs"
RESULTS = HERE / "results.json"
BENCHMARKS = (
    "reader",
    "compiling",
    "growth",
    "checking",
    "lsp_editing",
    "lsp_breadth",
    "lsp_completion",
    "lsp_start",
    "lsp_typing",
    "substrate_index",
    "substrate_search",
    "cassette_claims",
    "cassette_posting",
    "cassette_growth",
)
INTRODUCTION = """# Performance

Made by `make bench`. Figures are of the machine that ran it last (two cores), and mostly ratios against a
peer in the same run; a *bar* is the least that is good enough, and the aim is half of it. A bar that is missed
says so.

![Every figure against its bar](images/performance.svg)

"""
GROWTH = """
## How the cost grows

![Milliseconds by size, both on logarithmic scales](images/growth.svg)
"""


def main() -> int:
    """Run the benchmarks that were asked for, and write everything down."""
    parser = argparse.ArgumentParser(description="Run the benchmarks, and write down how each stands.")
    parser.add_argument("wanted", nargs="*", metavar="NAME", help="only those whose name starts so")
    wanted = parser.parse_args().wanted
    before: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    results = {name: before[name] for name in BENCHMARKS if name in before}
    failed = []
    for name in BENCHMARKS:
        if wanted and not any(name.startswith(each) for each in wanted):
            continue
        print(f"\n{name} ...", flush=True)
        done = subprocess.run(
            [sys.executable, str(HERE / f"{name}.py")], stdout=subprocess.PIPE, text=True, check=False
        )
        if done.returncode:
            failed.append(name)
        else:
            results[name] = _read(done.stdout)
            _print_bars(_bars(results[name]), {each.name: each for each in _bars(before.get(name, {}))})
    _write({name: results[name] for name in BENCHMARKS if name in results})
    if failed:
        print(f"\nfailed: {', '.join(failed)}")
    return 1 if failed else 0


def _read(output: str) -> dict[str, Any]:
    """Return the tables and bars that a benchmark printed."""
    lines = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return {
        "tables": [line for line in lines if "benchmark" in line],
        "bars": [line for line in lines if "bar" in line],
        "growth": [line for line in lines if "growth" in line],
    }


def _bars(result: dict[str, Any]) -> list[Bar]:
    return [Bar.of(figure) for figure in result.get("bars", [])]


def _print_bars(bars: list[Bar], before: dict[str, Bar]) -> None:
    for bar in bars:
        last = before.get(bar.name)
        change = f", last time {last.value:,.2f}" if last is not None else ""
        print(
            f"  {'ok    ' if bar.holds else 'MISSED'} {bar.name}: {bar.value:,.2f} ({bar.limit_text}{change})"
        )


def _write(results: dict[str, Any]) -> None:
    bars = [bar for result in results.values() for bar in _bars(result)]
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    (DOCS / "images" / "performance.svg").write_text(chart(bars), encoding="utf-8")
    curves = [curve for result in results.values() for curve in result.get("growth", [])]
    (DOCS / "images" / "growth.svg").write_text(curve_chart(curves), encoding="utf-8")
    tables = [table for result in results.values() for table in result["tables"]]
    page = INTRODUCTION + _bar_table(bars) + GROWTH + "".join(map(_table, tables))
    (DOCS / "performance.md").write_text(page, encoding="utf-8")


def _bar_table(bars: list[Bar]) -> str:
    rows = [
        [bar.name, f"{bar.value:,.2f}", bar.limit_text, "" if bar.holds else "**missed**"] for bar in bars
    ]
    return _rows(["figure", "measured", "bar", ""], rows)


def _table(table: dict[str, Any]) -> str:
    return f"\n## {table['benchmark']}\n\n{_rows(table['columns'], table['rows'])}"


def _rows(columns: list[str], rows: list[list[object]]) -> str:
    lines = [columns, ["---"] * len(columns), *([shown(cell) for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
