"""Edits that keep JSON well formed, and edits of no more than what differs."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from cortex_planner.finding import apply_edits
from cortex_planner.text import Syntax
from cortex_planner.text.edits import narrowed, removals

ITEMS = st.lists(st.tuples(st.sampled_from(["1", '"a"', "[2, 3]", "{}"]), st.booleans()), max_size=8)


@given(ITEMS, st.sampled_from([", ", ",", " ,\n  "]))
def test_items_are_taken_out_of_a_list_and_the_others_stay(
    items: list[tuple[str, bool]], between: str
) -> None:
    text = f"[ {between.join(item for item, _ in items)} ]"
    syntax = Syntax(text)
    numbers = list(syntax.tree.children(0))
    gone = [number for number, (_, taken) in zip(numbers, items, strict=True) if taken]
    after = apply_edits(text, tuple(removals(syntax, 0, gone)))
    assert json.loads(after) == [json.loads(item) for item, taken in items if not taken]


@given(st.text("ab\n", max_size=30), st.text("ab\n", max_size=30))
def test_an_edit_of_what_differs_makes_the_one_text_of_the_other(before: str, after: str) -> None:
    edit = narrowed(before, 0, after)
    assert apply_edits(before, (edit,)) == after
    assert edit.start == edit.end or before[edit.start : edit.end] != edit.new_text


def test_what_is_the_same_on_both_sides_is_not_touched() -> None:
    edit = narrowed("head OLD tail", 0, "head NEW tail")
    assert (edit.start, edit.end, edit.new_text) == (5, 8, "NEW")
