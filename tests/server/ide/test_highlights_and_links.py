"""What is marked together with the cursor, and what a click opens."""

from __future__ import annotations

import json
from pathlib import Path

from server.ide.conftest import Open

from cortex_planner.kinds import Kind
from cortex_planner.shipped import shipped
from cortex_server.ide.definition import definition
from cortex_server.ide.highlights import highlights
from cortex_server.ide.links import links

REQUEST = """{
  "$schema": "urn:cortex-plan:schema:plan_request:1.0",
  "inputs": {"symbols": ["@A", "@B", "@A"], "files": ["src/app.py", "gone.py"], "notes": ["@A"]}
}"""
STEPS = [
    {"step_id": "step_1", "op": "READ_SYMBOL", "refs": {"symbol_id": "@A"}},
    {"step_id": "step_2", "op": "PATCH_FILE", "refs": {"file_path": "src/app.py"}},
    {"step_id": "step_3", "op": "READ_SYMBOL", "refs": {"symbol_id": "@A"}},
]
PLAN = json.dumps({"steps": STEPS})


def marked(open_at: Open, text: str, needle: str, kind: Kind = Kind.PLAN_REQUEST) -> list[tuple[str, bool]]:
    """Return what is marked with the cursor on the first `needle`, and whether it is a step's id."""
    view, _ = open_at(text, kind)
    found = highlights(view, text.index(needle) + 1)
    return [(text[each.span[0] : each.span[1]], each.is_step) for each in found]


def test_a_repeated_input_is_marked_wherever_it_is_named(open_at: Open) -> None:
    """But not in a note, which is prose."""
    assert marked(open_at, REQUEST, "@A") == [("@A", False), ("@A", False)]


def test_in_a_plan_a_symbol_is_marked_with_the_steps_that_read_it(open_at: Open) -> None:
    assert marked(open_at, PLAN, "@A", Kind.PLAN_OUTPUT) == [
        ("step_1", True),
        ("@A", False),
        ("step_3", True),
        ("@A", False),
    ]


def test_a_step_id_is_marked_with_what_its_step_works_on(open_at: Open) -> None:
    assert marked(open_at, PLAN, "step_2", Kind.PLAN_OUTPUT) == [("step_2", True), ("src/app.py", False)]


def test_nothing_is_marked_on_what_is_no_name(open_at: Open) -> None:
    """The editor may then look for words."""
    assert marked(open_at, REQUEST, '"inputs"') == []


def test_a_file_of_the_index_is_a_link_and_one_that_is_not_there_is_none(open_at: Open, root: Path) -> None:
    view, _ = open_at(REQUEST)
    _, file = links(view, root / "a.plan-request.json")
    assert (REQUEST[slice(*file.span)], file.target) == ("src/app.py", root / "src/app.py")


def test_the_file_of_a_step_is_a_link(open_at: Open, root: Path) -> None:
    view, _ = open_at(PLAN, Kind.PLAN_OUTPUT)
    assert [link.target for link in links(view, None)] == [root / "src/app.py"]


def test_our_own_schema_opens_as_it_was_shipped(open_at: Open) -> None:
    schema, _ = links(open_at(REQUEST)[0], None)
    assert schema.target == shipped("schemas") / "plan_request.schema.json"


def test_a_schema_beside_the_document_or_on_the_web_opens_as_it_is_written(
    open_at: Open, tmp_path: Path
) -> None:
    """A part of it that is meant is left to the reader; one that is not there is no link."""
    (tmp_path / "plans").mkdir()
    (tmp_path / "s.json").write_text("{}", encoding="utf-8")
    for written, target in [
        ("../s.json", tmp_path / "s.json"),
        ("../s.json#/$defs/request", tmp_path / "s.json"),
        ("../gone.json", None),
        ("https://example.org/s.json", "https://example.org/s.json"),
        ("urn:something:else", None),
    ]:
        view, _ = open_at(json.dumps({"$schema": written}))
        found = links(view, tmp_path / "plans" / "a.plan-request.json")
        assert [link.target for link in found] == ([target] if target else [])


def test_without_an_index_a_file_that_is_there_is_a_link_and_has_a_definition(
    open_at: Open, root: Path
) -> None:
    view, _ = open_at(REQUEST, indexed=False)
    assert [link.target for link in links(view, None)][1:] == [root / "src/app.py"]
    found = definition(view, REQUEST.index("src/app.py"))
    assert found is not None
    assert found.path == root / "src/app.py"
    assert definition(view, REQUEST.index("gone.py")) is None


def test_many_repeats_are_marked_in_one_pass(open_at: Open) -> None:
    """Each place is compared with one set, not with all others: that took minutes for this many."""
    text = json.dumps({"inputs": {"symbols": ["@A"] * 100_000}})
    assert len(marked(open_at, text, "@A")) == 100_000
