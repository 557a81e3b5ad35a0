"""Formatting: one layout, the same value, and nothing to do the second time."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_planner.finding import apply_edits
from cortex_planner.text import Syntax
from cortex_planner.text.formatting import format_edits, format_range_edits, formatted, stopping

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def test_the_layout_is_two_spaces_and_one_item_a_line() -> None:
    """Empty containers stay on one line."""
    assert formatted(Syntax('{"a":[1,{"b":[]}],"c":{}}')) == (
        '{\n  "a": [\n    1,\n    {\n      "b": []\n    }\n  ],\n  "c": {}\n}\n'
    )


def test_numbers_escapes_and_key_order_stay_as_they_are_written() -> None:
    """Formatting lays out; it does not rewrite."""
    assert formatted(Syntax(r'{"z":1.50e+2,"a":"\u00e9é"}')) == '{\n  "z": 1.50e+2,\n  "a": "\\u00e9é"\n}\n'


@pytest.mark.parametrize("text", ["", "{", '{"a": 1,}', "[NaN]", "// no\n{}", "\ufeff{}"])
def test_text_that_is_not_json_is_left_alone(text: str) -> None:
    """Half-typed text is the author's."""
    assert format_edits(Syntax(text)) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": "\\ud800", "b": "\x01"}', "\x01"),
        ('{"\\ud800": 1e400, "a": 1, "a": 01}', "01"),
        ('[1e400, "\\udfff", NaN]', "NaN"),
        ('["\\ud800", "\ud800"]', "\ud800"),
        ('["\\ud800", 1,]', ","),
    ],
)
def test_what_stops_it_is_what_is_not_json_and_not_a_mistake_before_it(text: str, said: str) -> None:
    """Alone, each of the others would be laid out."""
    found = stopping(Syntax(text))
    assert found is not None
    assert text[slice(*found.anchor.span or ())] == said


def test_what_stops_it_behind_more_mistakes_than_are_noted_is_none_of_them() -> None:
    found = stopping(Syntax('{"a": 1' + ', "a": 1' * 30 + ', "b": NaN}'))
    assert found is not None
    assert found.code == "json-syntax"


@pytest.mark.parametrize("text", ['{"a":1,"a":2}', r'["\ud800"]', "[1e400]", "[-0,-0.0E+1]", r'["\/\u0041"]'])
def test_what_is_json_but_a_mistake_is_laid_out_with_the_mistake(text: str) -> None:
    """Both keys are still there, and numbers and escapes are as they were."""
    once = formatted(Syntax(text)) or ""
    assert [once.replace(" ", "").replace("\n", ""), formatted(Syntax(once))] == [text, once]


@given(VALUES, st.sampled_from([None, 1, 7, "\t"]), st.sampled_from(["\n", "\r\n"]))
def test_the_value_is_kept_and_the_second_time_nothing_changes(
    value: object, indent: int | str | None, end: str
) -> None:
    """Whatever the layout was before."""
    text = json.dumps(value, indent=indent).replace("\n", end)
    once = formatted(Syntax(text))
    assert once is not None
    assert json.loads(once) == json.loads(text)
    assert format_edits(Syntax(once)) == []


NUMBERS = st.sampled_from(["-0", "1e400", "1.50E+02", "0.10", "12345678901234567890123"])
STRINGS = st.lists(
    st.sampled_from([r"\/", r"\u0041", r"\ud83c\udf89", "é", "\N{PARTY POPPER}", "\u2028", "/", r"\""])
)
WRITTEN = NUMBERS | STRINGS.map(lambda parts: f'"{"".join(parts)}"')


@given(st.recursive(WRITTEN, lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=12))
def test_numbers_and_strings_are_kept_verbatim_whatever_they_are(written: object) -> None:
    """Beyond ASCII too, and what another writer would spell in another way."""
    once = formatted(Syntax(_joined(written)))
    assert once is not None
    assert "".join(line.strip() for line in once.split("\n")) == _joined(written)
    assert format_edits(Syntax(once)) == []


def _joined(written: object) -> str:
    """Return tokens in nested lists as the text of nested arrays, without white space."""
    return f"[{','.join(map(_joined, written))}]" if isinstance(written, list) else str(written)


@given(VALUES, st.integers(0, 2000), st.sampled_from(["", "}", '"', ",", "\x01", "[", "'", "\\"]))
def test_text_that_is_broken_anywhere_is_left_alone(value: object, place: int, put: str) -> None:
    """One character is lost, or another one comes in its place: what is no JSON any more is the author's."""
    text = json.dumps({"a": [value, {"b": "c"}]}, indent=1)
    place %= len(text)
    broken = text[:place] + put + text[place + 1 :]
    syntax = Syntax(broken)
    try:
        meant = json.loads(broken)
    except ValueError:
        assert formatted(syntax) is None
        assert format_edits(syntax) == format_range_edits(syntax, (0, len(broken))) == []
        assert stopping(syntax) is not None
    else:
        assert json.loads(formatted(syntax) or "") == meant


@given(VALUES, st.integers(0, 200), st.integers(0, 50))
def test_formatting_a_range_keeps_the_value(value: object, start: int, length: int) -> None:
    """Only what holds the range is laid out."""
    text = json.dumps(value)
    span = (min(start, len(text)), min(start + length, len(text)))
    after = apply_edits(text, tuple(format_range_edits(Syntax(text), span)))
    assert json.loads(after) == json.loads(text)


@given(VALUES, st.lists(st.sampled_from(["\n", " ", "\n\n      ", "\r\n\t", ""]), max_size=30))
def test_the_layout_is_the_same_whatever_the_space_was(value: object, spaces: list[str]) -> None:
    """Also where part of the text is laid out already; `json` has the same idea of two spaces."""
    wanted = json.dumps(value, indent=2)
    untidy = ""
    for number, line in enumerate(wanted.split("\n")):
        space = spaces[number % len(spaces)] if spaces and number else "\n" * bool(number)
        untidy += space + (line.lstrip(" ") if spaces else line)
    assert formatted(Syntax(untidy)) == wanted + "\n"


@pytest.mark.parametrize(
    "text", ["{\n}", "[\n  {\n  }\n]", '{\n  "a": [\n  ]\n}', "[\n  1\n\n]", "[\n  [\n    1]\n]"]
)
def test_what_is_almost_laid_out_is_laid_out(text: str) -> None:
    assert formatted(Syntax(text)) == json.dumps(json.loads(text), indent=2) + "\n"


@pytest.mark.parametrize(
    ("selected", "after"),
    [
        ('"b":2', '{"a":1,\n  "b": 2,\n"c":[3,4]}'),
        ('"b":2,\n"c"', '{"a":1,\n  "b": 2,\n  "c": [\n    3,\n    4\n  ]\n}\n'),
        ('"b":2,\n', '{"a":1,\n  "b": 2,\n"c":[3,4]}'),
        ("3", '{"a":1,\n"b":2,\n  "c": [\n    3,\n    4\n  ]\n}\n'),
        ('{"a":1,\n"b":2,\n"c":[3,4]}', '{\n  "a": 1,\n  "b": 2,\n  "c": [\n    3,\n    4\n  ]\n}\n'),
    ],
)
def test_a_selection_lays_out_what_stands_on_its_lines_and_nothing_else(selected: str, after: str) -> None:
    text = '{"a":1,\n"b":2,\n"c":[3,4]}'
    start = text.index(selected)
    edits = format_range_edits(Syntax(text), (start, start + len(selected)))
    assert apply_edits(text, tuple(edits)) == after


@given(VALUES, st.lists(st.sampled_from(["\n", " ", "\n\n      ", "\r\n\t", ""]), max_size=30), st.data())
def test_a_selection_becomes_what_laying_everything_out_would_make_of_it(
    value: object, spaces: list[str], data: st.DataObject
) -> None:
    """Each token of the selected lines gets its place, every other keeps the space in front of it."""
    text = _untidied(value, spaces)
    syntax = Syntax(text)
    line_of = syntax.lines.line_of
    first = data.draw(st.integers(0, line_of(len(text))))
    last = data.draw(st.integers(first, line_of(len(text))))
    edits = format_range_edits(syntax, (syntax.lines.starts[first], syntax.lines.line_end(last)))
    before, wanted = _tokens(text), _tokens(formatted(syntax) or "")
    after = _tokens(apply_edits(text, tuple(edits)))
    for (gap, token, place), whole, (new_gap, *_) in zip(before, wanted, after, strict=True):
        if first <= line_of(place) <= last:
            assert new_gap == whole[0] or (token in "}]" and new_gap.startswith("\n"))
        elif new_gap != gap and not (new_gap and gap.endswith(new_gap)):  # selected blank lines go
            assert new_gap == whole[0]  # a key goes with its colon, a bracket with the one that closes it
            assert first <= line_of(before[before.index((gap, token, place)) + 1][2]) <= last


def _untidied(value: object, spaces: list[str]) -> str:
    """Return a value as text whose tokens are apart in all kinds of ways."""
    tokens = [token for _, token, _ in _tokens(json.dumps(value))]
    return "".join(
        token + (spaces[number % len(spaces)] if spaces else "") for number, token in enumerate(tokens)
    )


def _tokens(text: str) -> list[tuple[str, str, int]]:
    """Return each token with the space in front of it and its place."""
    found = re.finditer(r'([ \t\r\n]*)("(?:[^"\\]|\\.)*"|[-+.\w]+|[][{}:,])', text)
    return [(match[1], match[2], match.start(2)) for match in found]
