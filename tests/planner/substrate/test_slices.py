"""Slices at work, and the streamed hashes against the canonical form."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_planner.canonical import content_hash
from cortex_planner.forms import parse_slice
from cortex_planner.substrate.hashes import symbols_hash
from cortex_planner.substrate.lines import LineTable, lf_bytes
from cortex_planner.substrate.model import Symbol
from cortex_planner.substrate.slices import apply_slice
from cortex_planner.substrate.store.schema import create_tables


def cut(text: str, slice_text: str) -> str | None:
    parsed = parse_slice(slice_text)
    assert parsed is not None
    found = apply_slice(text.encode(), parsed)
    return None if found is None else found.decode()


@pytest.mark.parametrize(
    ("text", "slice_text", "expected"),
    [
        ("a\nb\nc", "lines[0:2]", "a\nb\n"),
        ("a\nb\nc", "lines[2:3]", "c"),
        ("a\nb\n", "lines[1:2]", "b\n"),
        ("a\nb\n", "lines[1:3]", None),
        ("", "lines[0:1]", None),
        ("äöü", "chars[1:3]", "öü"),
        ("äöü", "chars[0:4]", None),
        ("äöü", "head(2)", "äö"),
        ("äöü", "head(9)", "äöü"),
        ("😀é", "tail(1)", "é"),
        ("", "head(1)", ""),
    ],
)
def test_what_a_slice_keeps(text: str, slice_text: str, expected: str | None) -> None:
    assert cut(text, slice_text) == expected


@given(st.text(max_size=60), st.integers(1, 70))
def test_head_and_tail_count_characters(text: str, count: int) -> None:
    assert cut(text, f"head({count})") == text[:count]
    assert cut(text, f"tail({count})") == text[-count:]


@given(st.text(alphabet="a\r\n\x0c\u2028\x85", max_size=40))
def test_lines_put_together_are_the_text(text: str) -> None:
    normal = lf_bytes(text.encode())
    table = LineTable(normal)
    assert b"".join(table.slice(line, line + 1) for line in range(table.count)) == normal
    assert normal.decode() == text.replace("\r\n", "\n").replace("\r", "\n")


names = st.text(
    alphabet=st.characters(exclude_categories=["Cs", "Cc", "Z"], exclude_characters='"\\'), min_size=1
)


@given(st.sets(names, max_size=20), st.sampled_from([None, "head(4000)", "lines[0:3]"]))
def test_the_symbol_hash_is_the_content_hash_of_the_list(found: set[str], bound: str | None) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        create_tables(connection)
        rows = ((f"@{name}", "SECTION", "0" * 64, bound, 0, "", 0, "default") for name in found)
        connection.executemany("INSERT INTO symbols VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        symbols = [Symbol(name, "0" * 64, bound).as_json() for name in sorted(f"@{name}" for name in found)]
        assert symbols_hash(connection) == content_hash(symbols)
