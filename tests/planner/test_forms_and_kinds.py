"""How things are spelled, and what kind of document a name says."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_planner import forms
from cortex_planner.kinds import Kind, kind_of_language, kind_of_name, kind_of_path


@pytest.mark.parametrize("text", ["@a", "@DOC/README.md", "@CODE/a.py#B.c", "@é🎉", "@a@b", "@a%20b"])
def test_symbols(text: str) -> None:
    assert forms.is_symbol_id(text)


@pytest.mark.parametrize(
    "text", ["", "@", "a", "@a b", "@a\n", "@a\t", '@"', "@\\", "@a\u00a0", "@a\u2028", "@\x00", " @a"]
)
def test_what_is_no_symbol(text: str) -> None:
    assert not forms.is_symbol_id(text)


@pytest.mark.parametrize("text", ["a", "a/b.c", ".a", "..a", "a..", "...", "a b/c", "é/🎉", "a/.b", "-"])
def test_paths(text: str) -> None:
    assert forms.is_relative_path(text)


@pytest.mark.parametrize(
    "text", ["", ".", "..", "/a", "a/", "a//b", "./a", "a/.", "a/../b", "../a", "a\\b", "a\x00", "a\n/."]
)
def test_what_is_no_path(text: str) -> None:
    assert not forms.is_relative_path(text)


@pytest.mark.parametrize("text", ["lines[0:1]", "lines[3:20]", "chars[0:999]", "head(1)", "tail(4000)"])
def test_slices_are_read_and_written_alike(text: str) -> None:
    assert str(forms.parse_slice(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "ALL", "all", "head", "head()", "head(0)", "head(01)", "head( 1)", "head(1) ", "head(-1)", "lines[1:1]", "lines[2:1]", "lines[0:01]",
     "lines[a:b]", "LINES[0:1]", "lines[0:1]\n", "chars[0,1]", "head(1", "head(١)"],
)  # fmt: skip
def test_what_is_no_slice(text: str) -> None:
    assert forms.parse_slice(text) is None


@given(st.text(max_size=12))
def test_no_text_is_an_exception(text: str) -> None:
    forms.parse_slice(text)
    forms.is_symbol_id(text)
    forms.is_relative_path(text)


@pytest.mark.parametrize("text", ["", " ", "\t\n", "\u00a0", "\u2003", "\u3000"])
def test_blank_shows_nothing(text: str) -> None:
    assert forms.is_blank(text)
    assert not forms.is_blank(f"{text}x")


@pytest.mark.parametrize("text", ["ALL", "all", "aLl"])
def test_everything_is_forbidden_in_any_case(text: str) -> None:
    assert forms.forbids_slice(text)
    assert not forms.forbids_slice(f"{text} ")


@pytest.mark.parametrize("pattern", [forms.SYMBOL_PATTERN, forms.SLICE_PATTERN, forms.HASH_PATTERN])
def test_the_pattern_of_a_schema_ends_at_the_end(pattern: str) -> None:
    text = {forms.SYMBOL_PATTERN: "@a", forms.SLICE_PATTERN: "head(1)"}.get(pattern, "0" * 64)
    assert re.search(forms.schema_pattern(pattern), text)
    assert not re.search(forms.schema_pattern(pattern), f"{text}\n")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.plan-request.json", Kind.PLAN_REQUEST),
        ("plan_request.json", Kind.PLAN_REQUEST),
        ("plan_request_min.json", Kind.PLAN_REQUEST),
        ("plan_request.plan-output.json", Kind.PLAN_OUTPUT),
        ("a.goal.json", Kind.GOAL),
        ("a.tool-manifest.json", Kind.TOOL_MANIFEST),
        ("plan_request.schema.json", None),
        ("a.plan-request.schema.json", None),
        ("a.json", None),
        ("a.plan-request.jsonc", None),
    ],
)
def test_a_name_says_its_kind(name: str, kind: Kind | None) -> None:
    assert kind_of_name(name) is kind


def test_the_last_glob_that_matches_wins_over_the_name() -> None:
    documents = {"plans/**": "goal", "plans/old/**": "off", "*.x.json": "plan-output"}
    assert kind_of_path("plans/a.json", documents) is Kind.GOAL
    assert kind_of_path("plans/old/a.plan-request.json", documents) is None
    assert kind_of_path("plans/a.x.json", documents) is Kind.PLAN_OUTPUT
    assert kind_of_path("b.plan-request.json", documents) is Kind.PLAN_REQUEST
    assert kind_of_path("plans/a.schema.json", documents) is None


def test_a_language_id_says_its_kind() -> None:
    assert [kind_of_language(kind.language_id) for kind in Kind] == list(Kind)
    assert kind_of_language("json") is None


def test_a_number_larger_than_any_text_is_a_slice_all_the_same() -> None:
    """`head` and `tail` are clamped, however large their number."""
    assert forms.parse_slice(f"tail({'9' * 5000})") is not None
