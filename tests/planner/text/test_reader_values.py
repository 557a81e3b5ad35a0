"""On good text the reader is `json.loads`, with places."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_planner.text import Syntax
from cortex_planner.text.reader import read

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)
SPACES = st.sampled_from(["", " ", "\n", "\r\n\t ", "\r"])


def written(value: Any, indent: int | None, *, ascii_only: bool) -> str:
    return json.dumps(value, indent=indent, ensure_ascii=ascii_only)


@given(
    value=VALUES, indent=st.sampled_from([None, 0, 2]), ascii_only=st.booleans(), before=SPACES, after=SPACES
)
def test_good_text_means_what_json_says(
    value: Any, indent: int | None, ascii_only: bool, before: str, after: str
) -> None:
    text = f"{before}{written(value, indent, ascii_only=ascii_only)}{after}"
    syntax = Syntax(text)
    assert syntax.findings == []
    assert repr(syntax.value) == repr(json.loads(text))
    assert syntax.balanced
    tree, findings, balanced = read(text)
    assert (repr(tree.value), findings, balanced) == (repr(syntax.value), [], True)


@given(value=VALUES, indent=st.sampled_from([None, 2]))
def test_the_text_at_each_place_means_the_value_there(value: Any, indent: int | None) -> None:
    text = written(value, indent, ascii_only=False)
    tree = Syntax(text).tree
    for number in range(len(tree)):
        node = tree.node(number)
        assert repr(json.loads(text[node.start : node.end])) == repr(node.value)
        if node.key_span is not None:
            assert json.loads(text[slice(*node.key_span)]) == node.token


@given(value=VALUES, indent=st.sampled_from([None, 2]))
def test_each_place_lies_inside_its_parent_and_after_its_sibling(value: Any, indent: int | None) -> None:
    tree = Syntax(written(value, indent, ascii_only=False)).tree
    for number in range(len(tree)):
        at = tree.node(number).start
        for child in map(tree.node, tree.children(number)):
            assert at < child.start < child.end < tree.node(number).end
            assert child.parent == number
            at = child.end


@pytest.mark.parametrize("digits", [1, 15, 16, 17, 18, 100, 4299, 4300])
def test_integers_keep_every_digit(digits: int) -> None:
    number = int("9" * digits)
    assert Syntax(f"[{number}]").value == [number]


@pytest.mark.parametrize("number", ["1e400", "-1e400", "1" + "0" * 400 + ".5", "9" * 4301, "9" * 5000])
def test_a_number_that_cannot_be_held_is_a_finding(number: str) -> None:
    syntax = Syntax(f"[{number}, 2]")
    assert [finding.code for finding in syntax.findings] == ["json-number"]
    assert syntax.value[1] == 2


@pytest.mark.parametrize(("number", "value"), [("-0", 0), ("-0.0", 0.0), ("1E+2", 100.0), ("1e-400", 0.0)])
def test_numbers_at_the_edge_are_as_json_has_them(number: str, value: float) -> None:
    assert repr(Syntax(number).value) == repr(json.loads(number))
    assert Syntax(number).value == value


PLAIN_LISTS = [
    '["a", "b", "c"]',
    '["a","b" , "c"]',
    '["a", "]", "c", "d"]',
    '["a", "b", "\\\\", "d"]',
    '["a", "b", "\\"", "d"]',
    '[\n  "a",\n  "b",\n  "c"\n]',
    '[["a", "b"], ["c", "d"], []]',
    '["a", "b", 3, "c", "d"]',
    '["a", "b", "\u2028", "\u00ad"]',
    '["", "", ""]',
]


@pytest.mark.parametrize("text", PLAIN_LISTS)
def test_lists_of_plain_strings_are_read_as_any_other(text: str) -> None:
    """The short way through them gives the same values and places."""
    tree, findings, _ = read(text)
    assert (tree.value, findings) == (json.loads(text), [])
    for number in range(1, len(tree)):
        node = tree.node(number)
        assert json.loads(text[node.start : node.end]) == node.value
        assert tree.node(node.parent).value[node.token] == node.value


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ('["a", "b", "c",]', ["json-trailing-comma"]),
        ('["a", "b", "c"', ["json-syntax"]),
        ('["a", "b" "c", "d"]', ["json-syntax"]),
        ('["a", "b", "c\td", "e"]', ["json-syntax"]),
        ('"a", "b", "c", "d"]', ["json-syntax"]),
    ],
)
def test_what_is_odd_in_a_list_of_plain_strings_is_found(text: str, codes: list[str]) -> None:
    assert [finding.code for finding in read(text)[1]] == codes
