"""The source line under a finding: within 80 columns, with the carets under what is meant."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cortex_planner.cli.report.frame import WIDEST, frame, text_width
from cortex_planner.text.lines import LineIndex


def framed(fixture: str) -> list[str]:
    """Return the frame of the span between the two `|` of a text."""
    start = fixture.index("|")
    end = fixture.index("|", start + 1) - 1
    return frame(LineIndex.of(fixture.replace("|", "")), (start, end))


@pytest.mark.parametrize(
    ("fixture", "source", "carets"),
    [
        ('{"a": |1|}', '1 | {"a": 1}', "  |       ^"),
        ('{"a":\n  |"xy"|}', '2 |   "xy"}', "  |   ^^^^"),
        ("\t|x|", "1 |     x", "  |     ^"),
        ("日本|x|", "1 | 日本x", "  |     ^"),
        ("|日本|x", "1 | 日本x", "  | ^^^^"),
        ("e\u0301|x|", "1 | e\u0301x", "  |  ^"),
        ("ab||", "1 | ab", "  |   ^"),
        ("a|b\nc|d", "1 | ab", "  |  ^"),
        ("\x1b[31m|x|", "1 | \ufffd[31mx", "  |      ^"),
    ],
)
def test_carets_stand_under_what_is_meant(fixture: str, source: str, carets: str) -> None:
    assert framed(fixture) == ["  |", source, carets]


def test_a_long_line_is_cut_round_the_finding() -> None:
    _, source, carets = framed("a" * 500 + "|XYZ|" + "b" * 500)
    assert len(source) <= WIDEST
    assert source[carets.index("^") : carets.index("^") + 3] == "XYZ"
    assert source.count("…") == 2


@settings(deadline=None)
@given(st.text(st.sampled_from("ab\t日é👩\u0301\u200d\x00\ud800 "), max_size=200), st.data())
def test_no_line_is_wider_than_80_columns(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    rows = frame(LineIndex.of(text), (start, end))
    assert max(text_width(row) for row in rows) <= WIDEST
    assert "^" in rows[2]
