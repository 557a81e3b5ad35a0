"""What is JSON and what is not, case by case."""

from __future__ import annotations

import json

import pytest
from planner.text.json_cases import ACCEPTED, REFUSED

from cortex_planner.text import Syntax
from cortex_planner.text.reader import read


@pytest.mark.parametrize("text", ACCEPTED)
def test_json_is_accepted_and_means_what_it_says(text: str) -> None:
    syntax = Syntax(text)
    assert syntax.findings == []
    assert repr(syntax.value) == repr(json.loads(text))


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_what_is_not_json_is_refused_with_the_code_that_fits(text: str, code: str) -> None:
    assert code in [finding.code for finding in Syntax(text).findings]


@pytest.mark.parametrize("text", [text for text, _ in REFUSED])
def test_what_python_refuses_we_refuse_too(text: str) -> None:
    """Where Python is laxer (NaN, huge numbers, half surrogates, equal keys), we are stricter on purpose."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        assert any(finding.code != "json-duplicate-key" for finding in Syntax(text).findings)


@pytest.mark.parametrize("text", [*ACCEPTED, *(text for text, _ in REFUSED)])
def test_the_quick_way_through_good_text_and_the_reader_agree(text: str) -> None:
    tree, findings, balanced = read(text)
    syntax = Syntax(text)
    assert (repr(syntax.value), syntax.findings, syntax.balanced) == (repr(tree.value), findings, balanced)


def test_there_are_many_cases_and_none_twice() -> None:
    texts = [*ACCEPTED, *(text for text, _ in REFUSED)]
    assert len(texts) == len(set(texts)) >= 150


def test_256_levels_are_read() -> None:
    text = "[" * 256 + "]" * 256
    assert Syntax(text).findings == []
