"""A tree that is carried from one text to the next is the tree that a reading would give."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planner.text.test_formatting import VALUES

from cortex_planner.text import Syntax
from cortex_planner.text.carrying import carried

REQUEST = (
    '{\n  "intent": "explain",\n  "inputs": {"symbols": ["@A", "@B", "@C"], "notes": ["Mind the gap."]}\n}\n'
)
TYPED = st.text(st.sampled_from('ab"\\[]{}:, 1\n\x00é\u2028😀\ud800'), max_size=3)


def nodes(syntax: Syntax) -> list[Any]:
    """Return all that a tree says."""
    return [syntax.tree.node(number) for number in range(len(syntax.tree))]


def facts(syntax: Syntax) -> list[Any]:
    """Return everything that others ask a syntax for, places by offset and by pointer included."""
    tree = syntax.tree
    everywhere = [tree.at(offset) for offset in range(len(syntax.text) + 1)]
    found = [tree.find(tree.pointer(number)) for number in range(len(tree))]
    codes = [(finding.code, finding.anchor) for finding in syntax.findings]
    return [nodes(syntax), everywhere, found, codes, repr(syntax.value), syntax.balanced, syntax.is_empty]


@given(
    VALUES,
    st.sampled_from([None, 2]),
    st.lists(st.tuples(st.integers(0), st.integers(0, 3), TYPED), max_size=6),
)
def test_typing_anywhere_gives_what_reading_anew_gives(
    value: object, indent: int | None, edits: list[tuple[int, int, str]]
) -> None:
    """Edit after edit, in strings or beside them, whatever was asked between."""
    syntax = Syntax(json.dumps(value, indent=indent, ensure_ascii=False))
    for place, length, typed in edits:
        text = syntax.text
        start = place % (len(text) + 1)
        if start % 3:
            facts(syntax)
        syntax = Syntax(text[:start] + typed + text[start + length :], before=syntax)
    assert facts(syntax) == facts(Syntax(syntax.text))


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0), st.text("ab😀", max_size=3)), max_size=8))
def test_typing_in_one_string_after_the_other_gives_what_reading_anew_gives(
    edits: list[tuple[int, int, str]],
) -> None:
    """The edits that are carried, one upon the other."""
    syntax = Syntax(REQUEST)
    for which, place, typed in edits:
        strings = [node for node in nodes(syntax) if isinstance(node.value, str)]
        node = strings[which % len(strings)]
        start = node.start + 1 + place % (node.end - node.start - 1)
        before, text = syntax, syntax.text[:start] + typed + syntax.text[start:]
        syntax = Syntax(text, before=before)
        assert not typed or carried(before.text, before.tree, text) is not None
        assert facts(syntax) == facts(Syntax(text))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("@B", '@B"'),
        ("@B", "@B\\n"),
        ("@B", "@\nB"),
        ('"@B"', '"@B", "@B"'),
        ('"intent"', '"intents"'),
        ("gap", "g\ud800p"),
    ],
)
def test_what_changes_more_than_the_inside_of_a_string_is_read(old: str, new: str) -> None:
    """Quotes, escapes, line ends, keys, and what UTF-8 cannot hold."""
    assert carried(REQUEST, Syntax(REQUEST).tree, REQUEST.replace(old, new, 1)) is None


def test_a_carried_text_leaves_the_one_before_as_it_was() -> None:
    """Both are frozen, though they share what did not change."""
    before = Syntax(REQUEST)
    was = facts(before)
    after = Syntax(REQUEST.replace("gap", "gaps"), before=before)
    assert after.value["inputs"]["notes"] == ["Mind the gaps."]
    assert facts(before) == was


def test_only_one_text_before_is_kept() -> None:
    """However many versions nobody asked about."""
    read = Syntax(REQUEST)
    assert read.tree
    last = read
    for count in range(3):
        last = Syntax(REQUEST.replace("gap", "g" * count), before=last)
    assert last._before is read
    assert last.tree
    assert last._before is None
