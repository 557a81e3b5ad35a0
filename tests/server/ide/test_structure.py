"""Outline, folding and growing selections."""

from __future__ import annotations

import json
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from server.ide.conftest import Open

from cortex_planner.compiler.world import World
from cortex_planner.documents.analysis import analyse
from cortex_planner.kinds import Kind
from cortex_server.ide.structure import Fold, folds, outline, selections
from cortex_server.ide.view import GoodPlan, View

GOOD = """{
  "run_id": "r", "request_id": "q", "intent": "x",
  "inputs": {
    "symbols": ["@DOC/docs/guide.md#install"]
  },
  "budgets": {"max_steps": 9}
}"""


def test_the_outline_names_every_member_and_shows_step_ids_and_sizes(open_at: Open) -> None:
    """A symbol's line says which step it is."""
    view, _ = open_at(GOOD)
    inputs = outline(view)[3]
    symbols = inputs.children[0]
    assert [entry.name for entry in outline(view)] == ["run_id", "request_id", "intent", "inputs", "budgets"]
    assert (symbols.name, symbols.detail) == ("symbols", "1 item")
    assert symbols.children[0].name == "@DOC/docs/guide.md#install"
    assert symbols.children[0].detail.startswith("step_")
    assert symbols.children[0].detail.endswith(" · 20 B")


def test_containers_of_several_lines_fold_up_to_their_last_line(open_at: Open) -> None:
    """The closing bracket stays in sight."""
    assert folds(open_at(GOOD)[0]) == [Fold(0, 5), Fold(2, 3)]


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ('{"a": ["x$0y"]}', ["xy", '"xy"', '["xy"]', '"a": ["xy"]']),
        (
            '{"a": ["x$0" , 1] ,\n"b": 2}',
            [
                *("x", '"x"', '"x" ,', '"x" , 1', '["x" , 1]'),
                *('"a": ["x" , 1]', '"a": ["x" , 1] ,', '"a": ["x" , 1] ,\n"b": 2'),
            ],
        ),
        ('[{"$0a": 1}, 2]', ["a", '"a"', '"a": 1', '{"a": 1}', '{"a": 1},', '{"a": 1}, 2']),
        ("[1$0], 2", ["1", "[1]"]),
        ('{"a": 1$0 "b": 2,}', ["1", '"a": 1', '"a": 1 "b": 2,']),
        ('{"a": [1$0, 2}, "b": 3}', ["1", "1,", "1, ", "[1, 2", '"a": [1, 2', '"a": [1, 2}, "b": 3']),
    ],
)
def test_a_selection_grows_from_the_name_to_the_document(open_at: Open, text: str, steps: list[str]) -> None:
    """Text, string, item, item with its comma, items, list, member, member with its comma ... document."""
    view, offset = open_at(text)
    bare = text.replace("$0", "")
    assert [bare[start:end] for start, end in selections(view, offset)] == [*steps, bare]


BRACKETS = st.text(alphabet="{}[]\n", max_size=40)
ANYTHING = st.text(alphabet='{}[]",:a1 \n@', max_size=40) | BRACKETS


@given(
    ANYTHING | st.builds(lambda cut: GOOD[:cut] + GOOD[cut + 1 :], st.integers(0, 150)), st.integers(0, 40)
)
def test_selections_nest_and_hold_the_cursor_and_folds_lie_inside_the_text_on_any_text(
    text: str, offset: int
) -> None:
    """Also while it is broken."""
    view = View(analyse(text, Kind.PLAN_REQUEST, World.nowhere(Path("/"))))
    offset = min(offset, len(text))
    spans = selections(view, offset)
    assert all(start <= offset <= end for start, end in spans)
    assert all(outer[0] <= inner[0] and inner[1] <= outer[1] for inner, outer in pairwise(spans))
    assert all(0 <= fold.first_line < fold.last_line <= text.count("\n") for fold in folds(view))
    assert all(_nest(one, other) for one, other in combinations(folds(view), 2))
    outline(view)


def _nest(one: Fold, other: Fold) -> bool:
    """Return whether two folds hold one another, or lie apart."""
    apart = one.last_line < other.first_line or other.last_line < one.first_line
    held = one.first_line <= other.first_line and other.last_line <= one.last_line
    return apart or held or (other.first_line <= one.first_line and one.last_line <= other.last_line)


def test_a_plan_output_is_outlined_by_its_step_ids(open_at: Open) -> None:
    """A step is called by its id; what its line says already, and what is empty, is not said again."""
    step = {"step_id": "step_0123456789abcdef", "ordinal": 1, "op": "NOTE", "refs": {"message": "Hi"}}
    plan = {"steps": [{**step, "constraints": {}}]}
    (steps,) = outline(open_at(json.dumps(plan), Kind.PLAN_OUTPUT)[0])
    (entry,) = steps.children
    assert (entry.name, entry.detail) == ("step_0123456789abcdef", "NOTE · Hi")
    assert [child.name for child in entry.children] == ["refs"]


def test_a_very_long_list_is_outlined_by_its_first_items_and_says_so(open_at: Open) -> None:
    """As many as any JSON editor names."""
    text = json.dumps({"inputs": {"notes": [f"note {number}" for number in range(6000)]}})
    (inputs,) = outline(open_at(text)[0])
    assert inputs.children[0].detail == "6,000 items, the first 5,000 here"
    assert len(inputs.children[0].children) == 5000


def test_every_input_of_a_long_list_can_be_jumped_to_and_the_first_have_their_step_id(open_at: Open) -> None:
    """An id must be computed, and nobody reads hundreds of them."""
    notes = {"notes": [f"note {number}" for number in range(150)]}
    request = {
        "run_id": "r",
        "request_id": "q",
        "intent": "x",
        "inputs": notes,
        "budgets": {"max_steps": 999},
    }
    inputs = next(entry for entry in outline(open_at(json.dumps(request))[0]) if entry.name == "inputs")
    items = inputs.children[0].children
    assert len(items) == 150
    assert [items[place].detail.startswith("step_") for place in (0, 99, 100)] == [True, True, False]


def test_a_bracket_without_partner_folds_nothing_and_disturbs_no_other(open_at: Open) -> None:
    assert folds(open_at('{\n"a": [\n1\n],\n"b": {\n[\n]]\n\n')[0]) == [Fold(1, 2)]


def test_while_the_text_is_broken_the_outline_keeps_the_last_plan_and_says_so(open_at: Open) -> None:
    view, _ = open_at(GOOD)
    assert view.analysis.plan is not None
    detail = outline(view)[3].children[0].children[0].detail
    broken, _ = open_at(GOOD.replace('"x"', '"x",,'))
    stale = View(broken.analysis, GoodPlan(view.analysis.plan, 1))
    assert outline(stale)[3].children[0].children[0].detail == f"{detail} (stale)"


def test_values_are_shown_as_they_are_written_and_no_name_is_said_twice(open_at: Open) -> None:
    entries = outline(open_at('{"a": true, "b": 1e5, "c": null, "d": ["x", false]}')[0])
    assert [entry.detail for entry in entries] == ["true", "1e5", "null", "2 items"]
    assert [(entry.name, entry.detail) for entry in entries[3].children] == [("x", ""), ("1", "false")]


def test_names_and_details_are_short_and_have_one_line(open_at: Open) -> None:
    text = json.dumps({"a\nb": "c\nd", "x" * 200: "y" * 200, "l": ["p\nq", {"op": "z" * 200}]})
    entries = outline(open_at(text)[0])
    said = [(each.name, each.detail) for each in (*entries, *entries[2].children)]
    assert said[0] == ("a b", "c d")
    assert all(len(part) <= 80 and part.isprintable() for pair in said for part in pair)


def test_a_name_that_nobody_would_see_stands_in_quotes(open_at: Open) -> None:
    """LSP forbids names of white space only, and VS Code drops the whole outline for one of them."""
    steps = [{"step_id": "  "}, {"step_id": "", "name": "\u00a0"}]
    text = json.dumps({"  ": 1, "": 2, "notes": ["", "  ", "\t", " a "], "steps": steps})
    entries = outline(open_at(text)[0])
    assert [entry.name for entry in entries] == ['"  "', '""', "notes", "steps"]
    assert [entry.name for entry in entries[2].children] == ['""', '"  "', '" "', " a "]
    assert [entry.name for entry in entries[3].children] == ['"  "', '" "']
