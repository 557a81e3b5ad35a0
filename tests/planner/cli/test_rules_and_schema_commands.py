"""`cortex rules` and `cortex schema`: what there is, one of it, and for programs."""

from __future__ import annotations

import json
from pathlib import Path

from planner.cli.cortex_command import cortex, cortex_process

from cortex_planner import __version__
from cortex_planner.rulebook import all_rules, page_path


def test_rules_are_listed_one_per_line(tmp_path: Path) -> None:
    lines = cortex(tmp_path, "rules").out.splitlines()
    assert [line.split()[0] for line in lines] == list(all_rules())
    assert "field-missing" in lines[list(all_rules()).index("field-missing")]


def test_the_page_of_a_rule_is_printed(tmp_path: Path) -> None:
    answer = cortex(tmp_path, "rules", "field-missing")
    assert (answer.code, answer.out) == (0, page_path("field-missing").read_text())


def test_a_rule_that_is_not_there_is_no_with_a_suggestion(tmp_path: Path) -> None:
    answer = cortex(tmp_path, "rules", "field-mising")
    assert (answer.code, answer.out) == (1, "")
    assert "did you mean `field-missing`?" in answer.err


def test_rules_for_programs(tmp_path: Path) -> None:
    rows = {row["code"]: row for row in json.loads(cortex(tmp_path, "rules", "--json").out)}
    assert rows["field-missing"]["advisory"] is False
    assert rows["field-missing"]["fixable"] is True
    assert rows["plan-empty"]["severity"] == "warning"


def test_schemas_are_listed_printed_written_and_compared(tmp_path: Path) -> None:
    names = cortex(tmp_path, "schema").out.split()
    assert "plan_request" in names
    assert json.loads(cortex(tmp_path, "schema", "plan_request").out)["title"] == "Cortex plan request"
    assert cortex(tmp_path, "schema", "--write", "out").code == 0
    assert cortex(tmp_path, "schema", "--check", "out").code == 0
    (tmp_path / "out" / "plan_step.schema.json").write_text("{}")
    answer = cortex(tmp_path, "schema", "--check", "out")
    assert answer.code == 1
    assert "plan_step.schema.json is out of date" in answer.err


def test_a_schema_that_is_not_there_is_no(tmp_path: Path) -> None:
    assert cortex(tmp_path, "schema", "nobody").code == 1


def test_the_version_is_printed_by_the_program_and_the_module(tmp_path: Path) -> None:
    assert cortex_process(tmp_path, "--version").out == f"cortex {__version__}\n"
