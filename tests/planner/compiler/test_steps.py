"""Steps: their order, their content, their ids, and the plan's hash."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from planner.compiler.compiler_requests import compiled, request

from cortex_planner import Planner, SectionError
from cortex_planner.substrate import SectionIndexer


def digest(value: Any) -> str:
    """Recompute a hash with nothing but `json` and `hashlib`."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


INPUTS = {
    "symbols": ["@DOC/docs/guide.md#use"],
    "files": ["src/app.py"],
    "notes": ["Ünïcode — mind it.", "Twice.", "Twice."],
}


def test_steps_come_as_symbols_then_files_then_notes(repository: Path) -> None:
    """The order is the request's own, group by group; repeated notes are kept."""
    steps = compiled(repository, inputs=INPUTS)["steps"]
    assert [(step["ordinal"], step["op"]) for step in steps] == [
        (1, "READ_SYMBOL"),
        (2, "READ_SECTION"),
        (3, "NOTE"),
        (4, "NOTE"),
        (5, "NOTE"),
    ]


def test_every_step_has_all_six_keys(repository: Path) -> None:
    """What a step does not say is an empty object, never absent."""
    for step in compiled(repository, inputs=INPUTS)["steps"]:
        assert list(step) == ["step_id", "ordinal", "op", "refs", "constraints", "expected_outputs"]


def test_step_ids_can_be_recomputed_with_json_and_hashlib_alone(repository: Path) -> None:
    """An id is the first 16 digits of the hash of everything else in the step."""
    for step in compiled(repository, inputs=INPUTS)["steps"]:
        body = {key: value for key, value in step.items() if key != "step_id"}
        assert step["step_id"] == f"step_{digest(body)[:16]}"


def test_plan_hash_can_be_recomputed_with_json_and_hashlib_alone(repository: Path) -> None:
    """The plan hash covers run, request, and each step as canonical text."""
    plan = compiled(repository, inputs=INPUTS)
    steps = [json.dumps(step, sort_keys=True) for step in plan["steps"]]
    assert plan["plan_hash"] == digest({"run_id": "run-1", "request_id": "request-1", "steps": steps})


def test_a_symbol_step_names_slice_and_hash_of_the_bounded_text(repository: Path) -> None:
    """The hash is of the text that the symbol expands to."""
    refs = compiled(repository, inputs={"symbols": ["@DOC/docs/guide.md#use"]})["steps"][0]["refs"]
    text = "## Use\n\nUse it.\n"
    assert refs == {
        "symbol_id": "@DOC/docs/guide.md#use",
        "slice": "head(4000)",
        "content_hash": hashlib.sha256(text.encode()).hexdigest(),
    }


def test_moving_text_does_not_change_a_plan_and_changing_it_does(repository: Path) -> None:
    """A line above a section moves it; only its own words matter to a plan that names it."""
    before = compiled(repository, inputs={"symbols": ["@DOC/docs/guide.md#use"]})
    guide = repository / "docs/guide.md"
    guide.write_text(
        guide.read_text(encoding="utf-8").replace("Hello.", "Hello.\n\nAgain."), encoding="utf-8"
    )
    SectionIndexer(repository).build()
    assert compiled(repository, inputs={"symbols": ["@DOC/docs/guide.md#use"]}) == before
    guide.write_text(guide.read_text(encoding="utf-8").replace("Use it.", "Use it well."), encoding="utf-8")
    SectionIndexer(repository).build()
    changed = compiled(repository, inputs={"symbols": ["@DOC/docs/guide.md#use"]})
    assert changed["plan_hash"] != before["plan_hash"]


def test_repeated_symbols_and_files_are_read_once(repository: Path) -> None:
    """The first mention counts."""
    inputs = {"symbols": ["@DOC/docs/guide.md"] * 2, "files": ["src/app.py"] * 3}
    assert len(compiled(repository, inputs=inputs)["steps"]) == 2


def test_both_substrates_give_the_same_plan(repository: Path) -> None:
    """JSONL is another way to keep the same index."""
    SectionIndexer(repository, "jsonl").build()
    planner = Planner(repository)
    wanted = request(inputs=INPUTS)
    assert planner.plan_request(wanted, substrate="jsonl") == planner.plan_request(wanted, substrate="sqlite")


def test_a_changed_file_is_refused_as_stale_until_it_is_indexed_again(repository: Path) -> None:
    """The library never builds an index, and never serves an old one."""
    (repository / "src/app.py").write_text("def main():\n    return 2\n", encoding="utf-8")
    with pytest.raises(SectionError) as refused:
        compiled(repository, inputs={"files": ["src/app.py"]})
    assert refused.value.code == "section-stale"


def test_without_an_index_only_a_request_that_reads_is_refused(tmp_path: Path) -> None:
    """Notes need no index."""
    (tmp_path / "cortex.toml").touch()
    assert compiled(tmp_path, inputs={"notes": ["Hello."]})["steps"]
    with pytest.raises(SectionError) as refused:
        compiled(tmp_path, inputs={"files": ["a.md"]})
    assert refused.value.code == "index-missing"
