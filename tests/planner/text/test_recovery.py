"""One mark removed or added costs a finding or two, never the rest of the document."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from planner.text.broken_documents import (
    BASES,
    MARKS,
    Broken,
    is_json,
    strings_in,
    with_mark_added,
    with_mark_removed,
)

from cortex_planner.text import Syntax


def check_each(cases: Iterable[Broken]) -> int:
    """Check what holds for any broken text; return how many findings there were in all."""
    total = 0
    for broken in cases:
        syntax = Syntax(broken.text)
        findings = [finding for finding in syntax.findings if finding.code != "json-duplicate-key"]
        assert len(syntax.findings) <= 20, broken.text
        assert bool(findings) is not is_json(broken.text), broken.text
        assert strings_in(syntax).issuperset(broken.untouched), broken.text
        total += len(findings)
    return total


@pytest.mark.parametrize("name", BASES)
def test_removing_any_one_mark_loses_no_symbol(name: str) -> None:
    cases = list(with_mark_removed(BASES[name]))
    assert check_each(cases) <= 2 * len(cases)


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("name", BASES)
def test_adding_any_one_mark_loses_no_symbol(name: str, mark: str) -> None:
    cases = list(with_mark_added(BASES[name], mark))
    assert check_each(cases) <= 4 * len(cases)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1 "b": 2}', "a comma is missing before this"),
        ('{"a" 1}', "a colon is missing before this value"),
        ('{"a: 1}', "the closing quote is missing"),
        ('{"a": ["x", "y}', "the closing quote is missing"),
        ('{"a": "x", b": 1}', "the opening quote is missing"),
        ('["a", b"]', "the opening quote is missing"),
        ('{"a": "x"", "b": 1}', "one quote too many"),
        ('{"a": [1, 2, "b": 3}', "a `]` is missing before this"),
        ('[{"a": 1, {"b": 2}]', "a key should stand here, not `{`"),
        ('{"a": 1}, "b": 2}', "this `}` closes the document too early"),
        ('{"a": ["x"], "y", "z"]}', "this `]` closes the list too early"),
        ('{"a": "x", "y", "z"]}', "a `[` is missing before this"),
        ('{"a": {"x", "y"]}', "`[` should stand here, for items follow"),
        ('[{"a": 1}, "b": 2}]', "a `{` is missing before this"),
        ('{"a": {[1]}', "one `{` too many"),
        ('{"a",: 1}', "`,` does not belong here"),
        ('{"a":] 1}', "`]` does not belong here"),
        ('{"a":, 1}', "`,` does not belong here"),
        ('[1,,2]', "one comma too many"),
        ('{"a": }', "a value should follow this key"),
        ('{"a"}', "a colon and a value should follow this key"),
        ('"{"a": 1}', "one quote too many"),
        ('{"a": 1', "the text ends before `}` closes what `{` opened"),
    ],
)  # fmt: skip
def test_the_message_says_what_is_wrong(text: str, message: str) -> None:
    assert message in [finding.message for finding in Syntax(text).findings]


def test_what_stands_after_the_mistake_is_read_as_it_was_meant() -> None:
    text = '{"a": ["x", "y", "b": {"c": 1}, "d": tru, "e": "last}'
    value = Syntax(text).value
    assert value == {"a": ["x", "y"], "b": {"c": 1}, "d": "tru", "e": "last"}


def test_a_missing_quote_costs_one_line() -> None:
    assert Syntax('{"a": "x,\n"b": "y"}').value == {"a": "x", "b": "y"}


def test_what_is_still_open_is_shown_where_it_was_opened() -> None:
    [finding] = Syntax('{"a": [1').findings
    assert [related.anchor.span for related in finding.related] == [(6, 7)]
    assert finding.data["append"] == "]}"


def test_the_first_of_two_equal_keys_is_shown() -> None:
    [finding] = Syntax('[{"a": 0}, {"a": 1, "a": 2}]').findings
    assert finding.anchor.span == (20, 23)
    assert [related.anchor.span for related in finding.related] == [(12, 15)]


@pytest.mark.parametrize(
    ("text", "balanced"),
    [('{"a": 1 "b": 2}', True), ("{'a': 1,}", True), ('{"a": [1}', False), ("[1]]", False)],
)
def test_only_brackets_put_the_shape_in_doubt(text: str, balanced: bool) -> None:
    assert Syntax(text).balanced is balanced
