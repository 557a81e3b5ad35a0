"""JSON pointers, and the places in a text that they name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_planner.finding import Anchor, Finding, Part, Severity
from cortex_planner.text import Syntax, join_pointer, pointer_of, split_pointer

TEXT = '{"a/b": [10, {"~": true}], "last": {}}'


@given(st.lists(st.text(max_size=5)))
def test_a_pointer_splits_into_the_tokens_that_made_it(tokens: list[str]) -> None:
    assert split_pointer(pointer_of(tokens)) == tokens


def test_slashes_and_tildes_in_keys_are_escaped() -> None:
    assert pointer_of(["a/b", 1, "~"]) == "/a~1b/1/~0"
    assert join_pointer("/a", "x/y") == "/a/x~1y"


@pytest.mark.parametrize(
    ("pointer", "part", "expected"),
    [
        ("", Part.VALUE, TEXT),
        ("", Part.BRACE, "{"),
        ("/a~1b", Part.KEY, '"a/b"'),
        ("/a~1b", Part.VALUE, '[10, {"~": true}]'),
        ("/a~1b/1", Part.BRACE, "{"),
        ("/a~1b/1/~0", Part.WHOLE, '"~": true'),
        ("/a~1b/0", Part.KEY, "10"),
        ("/last", Part.WHOLE, '"last": {}'),
    ],
)
def test_each_part_of_a_place_has_its_span(pointer: str, part: Part, expected: str) -> None:
    start, end = Syntax(TEXT).span(Anchor(pointer, part))
    assert TEXT[start:end] == expected


def test_a_place_that_is_gone_is_shown_at_the_key_of_the_nearest_above() -> None:
    start, end = Syntax(TEXT).span(Anchor("/a~1b/7/x"))
    assert TEXT[start:end] == '"a/b"'


@pytest.mark.parametrize("pointer", ["/a~1b/2", "/a~1b/x", "/a~1b/01x", "/nobody", "/last/0", "/a~1b/0/0"])
def test_a_pointer_to_nothing_finds_nothing(pointer: str) -> None:
    assert Syntax(TEXT).tree.find(pointer) is None


def test_of_equal_keys_the_last_is_found_and_all_are_children() -> None:
    tree = Syntax('{"a": 1, "a": {"b": 2}}').tree
    number = tree.find("/a")
    assert number is not None
    assert tree.node(number).value == {"b": 2}
    assert [tree.node(child).token for child in tree.children(0)] == ["a", "a"]


def test_every_node_is_found_again_by_its_own_pointer() -> None:
    tree = Syntax(TEXT).tree
    assert [tree.find(tree.pointer(number)) for number in range(len(tree))] == list(range(len(tree)))


def test_findings_are_placed_in_document_order() -> None:
    late = Finding("late", Severity.ERROR, "", Anchor("/last"))
    early = Finding("early", Severity.ERROR, "", Anchor("/a~1b/0"))
    placed = Syntax(TEXT).placed([late, early])
    assert [finding.code for finding in placed] == ["early", "late"]
    assert placed[0].anchor.span == (9, 11)


def test_nothing_is_said_about_a_value_that_had_to_be_guessed() -> None:
    syntax = Syntax('{"a": oops}')
    assert syntax.placed([Finding("any", Severity.ERROR, "", Anchor("/a"))]) == []
