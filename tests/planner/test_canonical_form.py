"""One canonical form, one hash."""

from __future__ import annotations

import hashlib
import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_planner.canonical import canonical_json, content_hash

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_the_form_is_the_seeds_formula(value: Any) -> None:
    assert canonical_json(value) == json.dumps(value, sort_keys=True)
    assert content_hash(value) == hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def test_the_order_of_keys_does_not_matter_and_that_of_items_does() -> None:
    assert content_hash({"a": 1, "b": 2}) == content_hash({"b": 2, "a": 1})
    assert content_hash([1, 2]) != content_hash([2, 1])


def test_a_known_value_has_a_known_hash() -> None:
    assert (
        canonical_json({"b": [1, 2.5, None], "a": "é\u2028"})
        == '{"a": "\\u00e9\\u2028", "b": [1, 2.5, null]}'
    )
    assert content_hash({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"


@pytest.mark.parametrize("key", [1, None, True, 1.5, ("a",), b"a"])
@pytest.mark.parametrize("depth", [0, 1, 3])
def test_a_key_that_is_no_string_is_refused_at_any_depth(key: object, depth: int) -> None:
    value: Any = {key: 1}
    for _ in range(depth):
        value = {"x": [value]}
    with pytest.raises(TypeError):
        canonical_json(value)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, [math.nan], {"a": math.inf}])
def test_what_is_not_a_number_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"JSON|float"):
        canonical_json(value)


@pytest.mark.parametrize("value", [{1, 2}, b"x", object(), {"a": {1}}, 1j])
def test_a_foreign_type_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        canonical_json(value)
