"""Lines and columns, in the three ways in which editors count."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_planner.text.lines import Encoding, LineIndex, Position

# Two lines by our count; the first holds U+2028, NEL, VT and FF, which end no line.
ODD_LINE = "a\u2028b\x85c\x0bd\x0ce\nnext"
TEXTS = st.text(st.sampled_from("ab\n\r\t é€𝄞👩\u200d💻\u2028\ud800"), max_size=30)


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("", [0]),
        ("a", [0]),
        ("a\n", [0, 2]),
        ("a\r\nb", [0, 3]),
        ("a\rb", [0, 2]),
        ("\r\r\n\n", [0, 1, 3, 4]),
        ("\n\r", [0, 1, 2]),
        (ODD_LINE, [0, 10]),
    ],
)
def test_a_line_ends_at_newline_return_or_both_and_at_nothing_else(text: str, starts: list[int]) -> None:
    assert LineIndex.of(text).starts == starts


@pytest.mark.parametrize(
    ("encoding", "column"), [(Encoding.UTF8, 10), (Encoding.UTF16, 5), (Encoding.UTF32, 4)]
)
def test_columns_are_counted_in_units_of_the_encoding(encoding: Encoding, column: int) -> None:
    text = "é€𝄞x|"  # 2 + 3 + 4 + 1 bytes; 1 + 1 + 2 + 1 units; 4 characters before the bar
    lines = LineIndex.of(text)
    assert lines.position(4, encoding) == Position(0, column)
    assert lines.offset(Position(0, column), encoding) == 4


@pytest.mark.parametrize("encoding", Encoding)
@given(text=TEXTS)
def test_every_offset_comes_back_from_its_position(encoding: Encoding, text: str) -> None:
    lines = LineIndex.of(text)
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] != "\r\n":
            assert lines.offset(lines.position(offset, encoding), encoding) == offset


@pytest.mark.parametrize("encoding", Encoding)
@given(text=TEXTS, line=st.integers(-2, 9), column=st.integers(-2, 40))
def test_any_position_is_somewhere_in_the_text(encoding: Encoding, text: str, line: int, column: int) -> None:
    """A client may send any position: past the end of a line is its end, past the text the text's end."""
    lines = LineIndex.of(text)
    offset = lines.offset(Position(line, column), encoding)
    assert 0 <= offset <= len(text)
    assert lines.line_of(offset) == min(max(line, 0), len(lines.starts) - 1)


@pytest.mark.parametrize(("encoding", "columns"), [(Encoding.UTF8, (1, 2, 3)), (Encoding.UTF16, (1,))])
def test_a_column_inside_a_character_is_that_characters_start(
    encoding: Encoding, columns: tuple[int, ...]
) -> None:
    lines = LineIndex.of("𝄞")
    assert [lines.offset(Position(0, column), encoding) for column in columns] == [0] * len(columns)


def test_a_column_never_lands_between_return_and_newline() -> None:
    assert LineIndex.of("ab\r\ncd").offset(Position(0, 99)) == 2


def test_the_text_of_a_line_has_no_terminator() -> None:
    lines = LineIndex.of("one\r\ntwo\rthree\nfour")
    assert [lines.line_text(number) for number in range(4)] == ["one", "two", "three", "four"]


def test_a_lone_surrogate_is_one_unit_and_three_bytes() -> None:
    lines = LineIndex.of("\ud800x")
    assert lines.position(1, Encoding.UTF16).column == 1
    assert lines.position(1, Encoding.UTF8).column == 3
