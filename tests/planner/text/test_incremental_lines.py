"""Editing a text bit by bit gives the same lines as reading it whole."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_planner.text.lines import LineIndex

ALPHABET = 'ab{}",:\n\r\r\n\n\u2028👩💻é\t '
PIECES = st.text(st.sampled_from("ab\r\n\u2028👩"), max_size=6)


@given(before=st.text(st.sampled_from("ab\r\n\u2028👩"), max_size=20), data=st.data(), new=PIECES)
def test_an_edit_gives_the_lines_of_the_whole_text(before: str, data: st.DataObject, new: str) -> None:
    start = data.draw(st.integers(0, len(before)))
    end = data.draw(st.integers(start, len(before)))
    edited = LineIndex.of(before).edited(start, end, new)
    assert edited == LineIndex.of(before[:start] + new + before[end:])


@pytest.mark.parametrize("seed", range(10))
def test_a_thousand_edits_in_a_row_drift_nowhere(seed: int) -> None:
    chance = random.Random(seed)
    lines = LineIndex.of("".join(chance.choices(ALPHABET, k=200)))
    for _ in range(1000):
        start = chance.randint(0, len(lines.text))
        end = min(len(lines.text), start + chance.choice([0, 0, 1, 2, 10]))
        new = "".join(chance.choices(ALPHABET, k=chance.choice([0, 1, 1, 3])))
        lines = lines.edited(start, end, new)
        assert lines.starts == LineIndex.of(lines.text).starts
