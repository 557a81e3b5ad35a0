"""The mandatory tests of the planner's law document, by name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cortex_planner import BudgetError, Planner, SymbolError, post_request_and_plan, verify_plan
from cortex_planner.substrate import SectionIndexer

MINIMAL = Path(__file__).parent / "fixtures" / "plan_request_min.json"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository with two documents and an index."""
    for name in ("one", "two"):
        (tmp_path / f"{name}.md").write_text(f"# {name}\n\n{name * 50}\n", encoding="utf-8")
    SectionIndexer(tmp_path).build()
    return tmp_path


def request(**changes: Any) -> dict[str, Any]:
    inputs = {"symbols": ["@DOC/one.md", "@DOC/two.md#two"], "files": ["two.md"], "notes": ["Take care."]}
    base = {
        "run_id": "r",
        "request_id": "q",
        "intent": "read",
        "inputs": inputs,
        "budgets": {"max_steps": 10},
    }
    return {**base, **changes}


def test_plan_determinism_same_request_same_output(repository: Path) -> None:
    """The same request and substrate give the same bytes, whatever the order of keys."""
    reordered = dict(reversed(request().items()))
    first, second = (Planner(repository).plan_request(each) for each in (request(), reordered))
    assert json.dumps(first) == json.dumps(second)


def test_plan_determinism_step_ids_stable(repository: Path) -> None:
    """A step's id follows from its content: the same after the index was built anew."""
    before = Planner(repository).plan_request(request())
    SectionIndexer(repository).build()
    after = Planner(repository).plan_request(request())
    assert [step["step_id"] for step in before["steps"]] == [step["step_id"] for step in after["steps"]]
    assert len({step["step_id"] for step in before["steps"]}) == 4


def test_plan_rejects_too_many_steps(repository: Path) -> None:
    """One step too many refuses the whole plan."""
    with pytest.raises(BudgetError) as refused:
        Planner(repository).plan_request(request(budgets={"max_steps": 3}))
    assert refused.value.code == "budget-steps"


def test_plan_rejects_too_many_bytes(repository: Path) -> None:
    """One byte too many refuses the whole plan."""
    used = Planner(repository).preview(request()).budgets["bytes"]["used"]
    Planner(repository).plan_request(request(budgets={"max_steps": 10, "max_bytes": used}))
    with pytest.raises(BudgetError) as refused:
        Planner(repository).plan_request(request(budgets={"max_steps": 10, "max_bytes": used - 1}))
    assert refused.value.code == "budget-bytes"


def test_plan_rejects_too_many_symbols(repository: Path) -> None:
    """One symbol too many refuses the whole plan."""
    with pytest.raises(BudgetError) as refused:
        Planner(repository).plan_request(request(budgets={"max_steps": 10, "max_symbols": 1}))
    assert refused.value.code == "budget-symbols"


@pytest.mark.parametrize("written", ["ALL", "all", "All"])
def test_plan_rejects_slice_all_forbidden(repository: Path, written: str) -> None:
    """A request that asks for everything is refused, however it spells it."""
    inputs = {"symbols": [{"symbol_id": "@DOC/one.md", "slice": written}]}
    with pytest.raises(SymbolError) as refused:
        Planner(repository).plan_request(request(inputs=inputs))
    assert refused.value.code == "slice-all-forbidden"


def test_plan_dry_run_does_not_touch_db(tmp_path: Path) -> None:
    """`--dry-run` prints a plan and leaves no file behind, not even an index that it needed."""
    (tmp_path / "one.md").write_text("# one\n", encoding="utf-8")
    (tmp_path / "cortex.toml").write_text("", encoding="utf-8")
    (tmp_path / "x.plan-request.json").write_text(
        json.dumps(request(inputs={"symbols": ["@DOC/one.md"]})), encoding="utf-8"
    )
    before = sorted(tmp_path.rglob("*"))
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "cortex_planner.cli",
            "plan",
            "--request-file",
            "x.plan-request.json",
            "--dry-run",
        ],
        cwd=tmp_path,
        capture_output=True,
        env={**os.environ, "PYTHONSAFEPATH": "1"},
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["steps"][0]["op"] == "READ_SYMBOL"
    assert sorted(tmp_path.rglob("*")) == before


def test_plan_of_the_minimal_fixture_compiles_without_an_index() -> None:
    """The smallest request needs nothing but itself."""
    plan = Planner(MINIMAL.parent).plan_request(json.loads(MINIMAL.read_text(encoding="utf-8")))
    assert [step["op"] for step in plan["steps"]] == ["NOTE"]


def test_plan_idempotency_same_idempotency_key(repository: Path, place: str) -> None:
    """The same run and key give the same ids and steps, also after the substrate moved."""
    first = post_request_and_plan("r", request(), "key", repo_root=repository, cassette=place)
    (repository / "one.md").write_text("# one\n\nMoved.\n", encoding="utf-8")
    assert post_request_and_plan("r", request(), "key", repo_root=repository, cassette=place) == first


def test_plan_verify_matches_stored_hash(repository: Path, place: str) -> None:
    """A stored plan that nothing touched still holds."""
    post_request_and_plan("r", request(), repo_root=repository, cassette=place)
    assert verify_plan("r", "q", repo_root=repository, cassette=place).ok


def test_plan_verify_fails_on_mismatch(repository: Path, place: str) -> None:
    """When the text that a plan reads has changed, the answer says which step, and how."""
    post_request_and_plan("r", request(), repo_root=repository, cassette=place)
    (repository / "one.md").write_text("# one\n\nMoved.\n\nOn.\n", encoding="utf-8")
    result = verify_plan("r", "q", repo_root=repository, cassette=place)
    assert (result.ok, result.cause) == (False, "substrate-moved")
    changed = [step["message"] for step in result.steps if step["state"] == "changed"]
    assert changed == ["@DOC/one.md: one.md changed, 3 -> 5 lines"]
