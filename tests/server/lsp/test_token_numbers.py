"""The numbers of semantic tokens say the same in each encoding, on good and broken text."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from server.lsp.editor_client import width

from cortex_planner.compiler.world import World
from cortex_planner.documents.analysis import analyse
from cortex_planner.kinds import Kind
from cortex_planner.text.lines import Encoding
from cortex_server.ide.tokens import tokens
from cortex_server.ide.view import View
from cortex_server.lsp.semantic_tokens import encoded

NAMES = st.text(
    alphabet="@ab/\N{PARTY POPPER}\N{LATIN SMALL LETTER E WITH ACUTE}\N{LINE SEPARATOR}", max_size=6
)
REQUESTS = st.builds(
    lambda symbols, files, intent, indent: json.dumps(
        {"intent": intent, "inputs": {"symbols": symbols, "files": files}, "budgets": {"max_steps": 9}},
        ensure_ascii=False,
        indent=indent,
    ),
    st.lists(NAMES, max_size=4),
    st.lists(NAMES, max_size=4),
    NAMES,
    st.sampled_from([None, 2]),
)
TEXTS = REQUESTS | st.builds(
    lambda text, cut, size: text[:cut] + text[cut + size :], REQUESTS, st.integers(0, 120), st.integers(1, 4)
)


@given(TEXTS)
def test_every_encoding_marks_the_same_text(text: str) -> None:
    view = View(analyse(text, Kind.PLAN_REQUEST, World.nowhere(Path("/"))))
    found, lines = tokens(view), view.analysis.syntax.lines
    wanted = [text[each.start : each.end] for each in found]
    for encoding in Encoding:
        assert marked(encoded(found, lines, encoding), text, encoding.value) == wanted


def marked(data: list[int], text: str, encoding: str) -> list[str]:
    """Return the texts that the numbers mark, counted the slow and plain way."""
    words, line, column = [], 0, 0
    for at in range(0, len(data), 5):
        down, right, length = data[at : at + 3]
        line, column = line + down, right + (column if down == 0 else 0)
        row = text.split("\n")[line]
        start = next(place for place in range(len(row) + 1) if width(row[:place], encoding) == column)
        stop = next(place for place in range(len(row) + 1) if width(row[start:place], encoding) == length)
        words.append(row[start:stop])
    return words
