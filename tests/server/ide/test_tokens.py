"""Semantic tokens: what each name is, whether it is there, and never two on one character."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from server.ide.conftest import Open, OpenWith

from cortex_planner.compiler.world import World
from cortex_planner.documents.analysis import analyse
from cortex_planner.kinds import Kind
from cortex_server.ide.legend import MODIFIERS, TYPES
from cortex_server.ide.subject import subject_at
from cortex_server.ide.tokens import tokens
from cortex_server.ide.view import View

REQUEST = """{
  "run_id": "r", "request_id": "q", "intent": "repair",
  "inputs": {
    "symbols": ["@DOC/docs/guide.md#install", "@NOBODY"],
    "files": ["src/app.py", "gone.py"],
    "notes": ["@DOC/docs/guide.md"]
  },
  "budgets": {"max_steps": 1, "max_bytes": 1000}
}"""
PLAN = json.dumps(
    {
        "steps": [
            {"step_id": "step_0123456789abcdef", "op": "READ_SYMBOL", "refs": {"symbol_id": "@NOBODY"}},
            {"step_id": "step_1123456789abcdef", "op": "WRITE_FILE", "refs": {"file_path": "new.py"}},
        ]
    }
)
BROKEN = st.builds(
    lambda text, cut, piece: text[:cut] + piece + text[cut + len(piece) :],
    st.sampled_from([REQUEST, PLAN]),
    st.integers(0, 300),
    st.text(alphabet='{}[]",:@a \n\r\N{PARTY POPPER}', max_size=6),
)


def shown(view: View, visible: tuple[int, int] | None = None) -> list[tuple[str, str, str]]:
    """Return each token as its text, its type and its modifier."""
    text = view.analysis.syntax.text
    return [(text[each.start : each.end], each.kind, each.modifier) for each in tokens(view, visible)]


def test_a_request_shows_which_names_are_there(open_at: Open) -> None:
    """A note is prose, whatever it says."""
    assert shown(open_at(REQUEST)[0]) == [
        ("repair", "intent", "resolved"),
        ("@DOC/docs/guide.md#install", "symbol", "resolved"),
        ("@NOBODY", "symbol", "unknown"),
        ("src/app.py", "file", "resolved"),
        ("gone.py", "file", "unknown"),
        ("1", "budget", "exceeded"),
        ("1000", "budget", ""),
    ]


def test_a_symbol_without_slice_is_unbounded(open_with: OpenWith) -> None:
    view = open_with('[symbols.pins]\n"@NOBODY" = { file = "docs/guide.md" }\n', REQUEST)
    assert ("@NOBODY", "symbol", "unbounded") in shown(view)


def test_a_plan_shows_its_step_ids_and_what_the_steps_work_on(open_at: Open) -> None:
    """A file that a step writes need not be there yet."""
    assert shown(open_at(PLAN, Kind.PLAN_OUTPUT)[0]) == [
        ("step_0123456789abcdef", "stepId", ""),
        ("@NOBODY", "symbol", "unknown"),
        ("step_1123456789abcdef", "stepId", ""),
        ("new.py", "file", ""),
    ]


def test_without_an_index_nothing_is_called_unknown(open_at: Open) -> None:
    """Nobody can say."""
    marked = {modifier for _, kind, modifier in shown(open_at(REQUEST, indexed=False)[0]) if kind != "budget"}
    assert marked == {"resolved", ""}


def test_only_the_visible_part_can_be_asked_for(open_at: Open) -> None:
    place = REQUEST.index("@NOBODY")
    assert [text for text, *_ in shown(open_at(REQUEST)[0], (place, place + 3))] == ["@NOBODY"]


@pytest.mark.parametrize(("text", "kind"), [(REQUEST, Kind.PLAN_REQUEST), (PLAN, Kind.PLAN_OUTPUT)])
def test_every_mention_is_what_hover_and_definition_take_it_for(open_at: Open, text: str, kind: Kind) -> None:
    view, _ = open_at(text, kind)
    for mention in view.mentions:
        subject = subject_at(view.analysis, mention.span[0] + 1)
        assert subject is not None
        assert (subject.kind, subject.text, subject.span) == (mention.kind, mention.text, mention.span)


@given(BROKEN, st.sampled_from([Kind.PLAN_REQUEST, Kind.PLAN_OUTPUT]))
def test_tokens_stand_in_order_on_one_line_each_and_never_overlap(text: str, kind: Kind) -> None:
    """Also while the text is broken."""
    found = tokens(View(analyse(text, kind, World.nowhere(Path("/")))))
    assert all(before.end <= after.start for before, after in pairwise(found))
    assert all(0 <= each.start < each.end <= len(text) for each in found)
    assert not any(set(text[each.start : each.end]) & {"\n", "\r"} for each in found)
    assert {each.kind for each in found} <= set(TYPES)
    assert {each.modifier for each in found} <= {*MODIFIERS, ""}
