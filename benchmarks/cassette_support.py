"""What the cassette's benchmarks share: plans of any size, and a PostgreSQL server."""

from __future__ import annotations

import hashlib
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cortex_planner.canonical import canonical_json, content_hash
from cortex_planner.cassette import CompiledPlan

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))


@contextmanager
def places(engines: Sequence[str]) -> Iterator[Iterator[tuple[str, str]]]:
    """Give (engine, path or URL of a fresh cassette) for each engine."""
    with tempfile.TemporaryDirectory() as folder:
        yield _places(engines, Path(folder))


def _places(engines: Sequence[str], folder: Path) -> Iterator[tuple[str, str]]:
    if "sqlite" in engines:
        yield "sqlite", str(folder / "system3.db")
    if "postgres" in engines:
        from planner.cassette.postgres_server import running_postgres

        with running_postgres() as server:
            yield "postgres", server.new_database()


def request(run_id: str, request_id: str) -> dict[str, Any]:
    return {
        "run_id": run_id,
        "request_id": request_id,
        "intent": "bench",
        "budgets": {"max_steps": 10_000_000},
    }


def compiled(run_id: str, request_id: str, size: int) -> CompiledPlan:
    """Return a plan of `size` steps such as a compiler makes: a symbol read each, and what was read."""
    steps = [_step(ordinal) for ordinal in range(1, size + 1)]
    texts = [canonical_json(step) for step in steps]
    plan = {
        "run_id": run_id,
        "request_id": request_id,
        "planner_version": "1.0",
        "steps": steps,
        "plan_hash": content_hash({"run_id": run_id, "request_id": request_id, "steps": texts}),
    }
    read = {"path": "guide/chapter.md", "lines": 41, "bytes": 1200, "git_blob": "a" * 40}
    facts = {step["step_id"]: read for step in steps}
    return CompiledPlan(plan, {"section_index_hash": "0" * 64}, facts, texts)


def _step(ordinal: int) -> dict[str, Any]:
    step = {
        "ordinal": ordinal,
        "op": "READ_SYMBOL",
        "refs": {
            "symbol_id": f"@DOC/guide/chapter-{ordinal}.md#heading",
            "slice": "head(4000)",
            "content_hash": hashlib.sha256(str(ordinal).encode()).hexdigest(),
        },
        "constraints": {},
        "expected_outputs": {},
    }
    hashed = hashlib.sha256(canonical_json(step).encode()).hexdigest()
    return {"step_id": f"step_{hashed[:16]}", **step}
