"""Ten thousand edits, one by one: the text and its findings are those of the whole text, in every encoding."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from lsprotocol import types

from cortex_planner.compiler.world import World
from cortex_planner.documents.analysis import Analysis
from cortex_planner.kinds import Kind
from cortex_planner.text import Syntax
from cortex_planner.text.lines import Encoding, LineIndex
from cortex_server.lsp.store import OpenDocument

EDITS = 3400
START = '{\r\n  "run_id": "🎉\u2028é",\r\n  "inputs": {"notes": ["👩\u200d💻", "x"]},\r  "budgets": {"max_steps": 1}\n}'
PIECES = [
    "🎉",
    "\u2028",
    "\r\n",
    "\r",
    "\n",
    '"',
    ",",
    "{",
    "}",
    "[",
    "]",
    ":",
    "a",
    "é",
    "\\",
    "",
    "",
    "",
    '"x": 1,',
]


def random_change(
    chance: random.Random, text: str, encoding: Encoding
) -> tuple[types.TextDocumentContentChangePartial, str]:
    """Return an edit as a client would send it, and the text that it makes."""
    start = chance.randint(0, len(text))
    end = min(len(text), start + chance.choice([0, 0, 1, 1, 2, 5]))
    if text[start - 1 : start + 1] == "\r\n" or text[end - 1 : end + 1] == "\r\n":
        return random_change(chance, text, encoding)
    lines, new = LineIndex.of(text), chance.choice(PIECES)
    edges = [types.Position(*lines.position(offset, encoding)) for offset in (start, end)]
    change = types.TextDocumentContentChangePartial(range=types.Range(*edges), text=new)
    return change, text[:start] + new + text[end:]


def findings(text: str, lines: LineIndex | None, world: World) -> object:
    return Analysis(Syntax(text, lines), Kind.PLAN_REQUEST, world).findings


@pytest.mark.parametrize("encoding", Encoding)
def test_edits_one_by_one_give_the_text_and_findings_of_the_whole(encoding: Encoding, tmp_path: Path) -> None:
    chance = random.Random(f"edits in {encoding}")
    world = World.nowhere(tmp_path)
    document = OpenDocument("file:///x", None, "json", 0, LineIndex.of(START))
    for version in range(EDITS):
        change: types.TextDocumentContentChangeEvent
        change, expected = random_change(chance, document.text, encoding)
        if not 20 <= len(expected) <= 400:
            expected = START
            change = types.TextDocumentContentChangeWholeDocument(text=START)
        document = document.changed(version, [change], encoding)
        assert document.text == expected
        assert document.lines == LineIndex.of(expected)
        assert findings(document.text, document.lines, world) == findings(expected, None, world)


def test_several_changes_in_one_message_follow_one_another() -> None:
    document = OpenDocument("file:///x", None, "json", 0, LineIndex.of("ab"))
    at = types.Range(types.Position(0, 1), types.Position(0, 1))
    changes = [types.TextDocumentContentChangePartial(range=at, text=mark) for mark in ("1", "2")]
    changed = document.changed(1, list(changes), Encoding.UTF16)
    assert (changed.text, changed.version, document.text) == ("a21b", 1, "ab")


def test_a_range_that_is_the_wrong_way_round_is_taken_the_right_way() -> None:
    document = OpenDocument("file:///x", None, "json", 0, LineIndex.of("abcd"))
    backwards = types.Range(types.Position(0, 3), types.Position(0, 1))
    change = types.TextDocumentContentChangePartial(range=backwards, text="-")
    assert document.changed(1, [change], Encoding.UTF16).text == "a-d"
