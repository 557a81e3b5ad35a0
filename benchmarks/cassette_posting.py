"""Posting a 10,000-step plan, against a bare `executemany` of the same rows. Bar: at most 3 times.

The bare insert has the same columns, keys and indexes in a database of its own, no triggers, one
transaction, the same durability; its rows lie ready, while ours are made from the plan: with the
texts of the steps at hand, as the compiler hands them over, and with the texts to be made.

    python benchmarks/cassette_posting.py [--steps N] [--rounds R] [--engines sqlite postgres]
"""

from __future__ import annotations

import argparse
import sqlite3
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from cassette_support import compiled, places, request
from report import bar, report

from cortex_planner.canonical import canonical_json
from cortex_planner.cassette import Cassette
from cortex_planner.cassette.sqlite_schema import TABLES

_INSERT = """INSERT INTO cassette_steps (job_id, step_id, ordinal, payload_json, run_id, sequence,
read_path, read_lines, read_bytes, git_blob) VALUES ({})"""


def main() -> None:
    options = _options()
    rows: list[tuple[object, ...]] = []
    with places(options.engines) as opened:
        for engine, place in opened:
            bare = _bare_sqlite if engine == "sqlite" else _bare_postgres
            at_hand, made, theirs = [], [], []
            for round_ in range(options.rounds):
                at_hand.append(_post(place, f"{engine}-{round_}", options.steps, texts=True))
                made.append(_post(place, f"{engine}-made-{round_}", options.steps, texts=False))
                theirs.append(bare(place, f"{engine}-{round_}", options.steps))
            insert = statistics.median(theirs) * 1000
            for name, times in (("at hand", at_hand), ("made", made)):
                post = statistics.median(times) * 1000
                rows.append((engine, name, options.steps, post, insert, post / insert))
    columns = ("store", "texts of the steps", "steps", "post ms", "bare executemany ms", "ratio")
    report("posting a plan", columns, rows)
    for engine, name, size, _, _, ratio in rows:
        bar(f"posting {size:,} steps, {engine}, texts {name}, against executemany", ratio, 3)


def _post(place: str, run_id: str, size: int, *, texts: bool) -> float:
    plan = compiled(run_id, "q", size)
    if not texts:
        plan = replace(plan, step_texts=None)
    with Cassette.open(place) as cassette:
        start = time.perf_counter()
        cassette.post_plan(run_id, request(run_id, "q"), lambda: plan)
        return time.perf_counter() - start


def _rows(run_id: str, size: int) -> list[tuple[Any, ...]]:
    made = compiled(run_id, "q", size)
    return [
        (
            f"job_{run_id:0>32}",
            step["step_id"],
            step["ordinal"],
            canonical_json(step),
            run_id,
            1,
            *(made.facts[step["step_id"]][name] for name in ("path", "lines", "bytes", "git_blob")),
        )
        for step in made.plan["steps"]
    ]


def _bare_sqlite(_place: str, run_id: str, size: int) -> float:
    rows = _rows(run_id, size)
    with tempfile.TemporaryDirectory() as folder:
        connection = sqlite3.connect(f"{folder}/bare.db", isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        for statement in TABLES:
            connection.execute(statement)
        start = time.perf_counter()
        connection.execute("BEGIN")
        connection.executemany(_INSERT.format(", ".join("?" * 10)), rows)
        connection.execute("COMMIT")
        elapsed = time.perf_counter() - start
        connection.close()
    return elapsed


def _bare_postgres(place: str, run_id: str, size: int) -> float:
    import psycopg

    rows = _rows(run_id, size)
    with psycopg.connect(place) as connection, connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA IF NOT EXISTS bare")
        cursor.execute("CREATE TABLE IF NOT EXISTS bare.cassette_steps (LIKE cassette_steps INCLUDING ALL)")
        connection.commit()
        start = time.perf_counter()
        statement = _INSERT.format(", ".join(["%s"] * 10))
        cursor.executemany(statement.replace("INTO cassette_steps", "INTO bare.cassette_steps"), rows)
        connection.commit()
        return time.perf_counter() - start


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--engines", nargs="+", default=["sqlite", "postgres"])
    return parser.parse_args()


if __name__ == "__main__":
    main()
