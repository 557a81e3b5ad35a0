"""A repair mends its finding and touches nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from planner.text.broken_documents import BASES, with_mark_removed
from planner.text.json_cases import REFUSED

from cortex_planner.finding import apply_edits
from cortex_planner.text import Syntax
from cortex_planner.text.edits import insertion, removal
from cortex_planner.text.fixes import fixes_for


def mended(text: str, *, unsafe: bool = False) -> str:
    """Return `text` after repairing its first finding again and again."""
    for _ in range(30):
        syntax = Syntax(text)
        fixes = [fix for finding in syntax.findings for fix in fixes_for(finding, syntax)]
        wanted = [fix for fix in fixes if unsafe or fix.safety == "safe"]
        if not wanted:
            break
        text = apply_edits(text, wanted[0].edits)
    return text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1,}', '{"a": 1}'),
        ("[1, 2, ]", "[1, 2 ]"),
        ('{"a": 1 "b": 2}', '{"a": 1, "b": 2}'),
        ('{"a": 1\n "b": 2}', '{"a": 1,\n "b": 2}'),
        ('{"a" 1}', '{"a": 1}'),
        ('{"a" = 1}', '{"a" : 1}'),
        ("{'a': 'b'}", '{"a": "b"}'),
        ("['say \"hi\"']", '["say \\"hi\\""]'),
        ("['it\\'s']", '["it\'s"]'),
        ("{a: 1}", '{"a": 1}'),
        ("[1] // why", "[1]"),
        ("[1, /* two */ 2]", "[1,  2]"),
        ("{ # why\n}", "{\n}"),
        ("[+1, 01, .5, 5., 0x1f, 1_000]", "[1, 1, 0.5, 5, 31, 1000]"),
        ("[True, None]", "[true, null]"),
        ('["a\tb"]', '["a\\tb"]'),
        ("\ufeff[]", "[]"),
    ],
)
def test_safe_repairs_give_the_json_that_was_meant(text: str, expected: str) -> None:
    assert mended(text) == expected
    assert Syntax(expected).findings == []


@pytest.mark.parametrize("text", [text for text, _ in REFUSED])
def test_a_safe_repair_removes_its_finding_and_adds_none(text: str) -> None:
    syntax = Syntax(text)
    for finding in syntax.findings:
        for fix in fixes_for(finding, syntax):
            if fix.safety == "safe" and len(syntax.findings) < 20:
                after = Syntax(apply_edits(text, fix.edits))
                assert len(after.findings) < len(syntax.findings)


@pytest.mark.parametrize("name", BASES)
def test_a_safe_repair_of_a_removed_mark_gives_the_document_back(name: str) -> None:
    """Where one removed comma or colon is mended safely, the value is what it was."""
    base: Any = json.loads(BASES[name])
    mended_texts = [(broken.text, mended(broken.text)) for broken in with_mark_removed(BASES[name])]
    changed = [after for before, after in mended_texts if after != before]
    assert len(changed) >= 10
    assert [json.loads(after) for after in changed] == [base] * len(changed)


@pytest.mark.parametrize("name", BASES)
def test_with_unsafe_repairs_too_most_documents_become_json_again(name: str) -> None:
    cases = [mended(broken.text, unsafe=True) for broken in with_mark_removed(BASES[name])]
    sound = [text for text in cases if Syntax(text).findings == []]
    assert len(sound) >= 0.8 * len(cases)


def test_a_repair_that_guesses_at_structure_must_be_chosen() -> None:
    syntax = Syntax('{"a": [1, 2')
    [fix] = fixes_for(syntax.findings[0], syntax)
    assert (fix.safety, apply_edits(syntax.text, fix.edits)) == ("unsafe", '{"a": [1, 2]}')


@pytest.mark.parametrize(("text", "safety"), [('{"a": 1 "b": 2}', "safe"), ('{"a": 1 "b": [2}', "unsafe")])
def test_a_missing_comma_is_sure_only_where_brackets_pair(text: str, safety: str) -> None:
    syntax = Syntax(text)
    comma = next(finding for finding in syntax.findings if finding.data.get("insert") == ",")
    assert [fix.safety for fix in fixes_for(comma, syntax)] == [safety]


def test_an_earlier_equal_key_is_removed_only_where_brackets_pair() -> None:
    """Two objects that ran into one because a brace is missing must not lose the first of them."""
    sound, run_together = Syntax('{"a": 1, "a": 2}'), Syntax('[{"a": 1, {"a": 2}]')
    assert mended(sound.text) == '{"a": 2}'
    assert "json-duplicate-key" in [finding.code for finding in run_together.findings]
    assert mended(run_together.text) == run_together.text


@pytest.mark.parametrize(
    ("text", "pointer", "expected"),
    [
        ('{"a": 1, "b": 2}', "/a", '{"b": 2}'),
        ('{"a": 1, "b": 2}', "/b", '{"a": 1}'),
        ('{"a": 1}', "/a", "{}"),
        ("[1,\n 2,\n 3]", "/1", "[1,\n 3]"),
        ("[1,\n 2 ]", "/1", "[1 ]"),
    ],
)
def test_taking_something_out_takes_one_comma_with_it(text: str, pointer: str, expected: str) -> None:
    syntax = Syntax(text)
    number = syntax.tree.find(pointer)
    assert number is not None
    assert apply_edits(text, (removal(syntax, number),)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{}", '{"n": 1}'),
        ('{"a": 1}', '{"a": 1, "n": 1}'),
        ('{\n  "a": 1\n}', '{\n  "a": 1,\n  "n": 1\n}'),
        ('{\r\n\t"a": 1\r\n}', '{\r\n\t"a": 1,\r\n\t"n": 1\r\n}'),
    ],
)
def test_putting_a_member_in_follows_the_style_around_it(text: str, expected: str) -> None:
    assert apply_edits(text, (insertion(Syntax(text), 0, '"n": 1'),)) == expected
