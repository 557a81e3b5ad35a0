"""What the cursor stands in; `$0` is the cursor."""

from __future__ import annotations

import pytest

from cortex_planner.text import Syntax
from cortex_planner.text.place import Place, PlaceKind, place_at

KEY, VALUE, AFTER, OUTSIDE = PlaceKind.KEY, PlaceKind.VALUE, PlaceKind.AFTER, PlaceKind.OUTSIDE


def place(fixture: str) -> tuple[Place, str]:
    """Return the place at `$0`, and the text inside the string that the cursor is in."""
    offset = fixture.index("$0")
    text = fixture.replace("$0", "")
    found = place_at(Syntax(text), offset)
    return found, text[slice(*found.string)] if found.string is not None else ""


@pytest.mark.parametrize(
    ("fixture", "kind", "pointer", "inside"),
    [
        ('{"ru$0n": 1}', KEY, "/run", "run"),
        ('{"$0"}', KEY, "/", ""),
        ('{"$0', KEY, "/", ""),
        ("{$0}", KEY, "", ""),
        ('{"a": 1, $0}', KEY, "", ""),
        ('{"a": 1,\n  $0\n}', KEY, "", ""),
        ('{"a": $0}', VALUE, "/a", ""),
        ('{"a": "x$0y"}', VALUE, "/a", "xy"),
        ('{"a": "$0"}', VALUE, "/a", ""),
        ('{"a": "@DO$0', VALUE, "/a", "@DO"),
        ('{"a": ["$0"]}', VALUE, "/a/0", ""),
        ('{"a": ["x", "$0"]}', VALUE, "/a/1", ""),
        ('{"a": ["x", $0]}', VALUE, "/a/1", ""),
        ('{"a": [$0]}', VALUE, "/a/0", ""),
        ('{"a": 1$02}', VALUE, "/a", ""),
        ('{"a": "x"$0}', AFTER, "/a", ""),
        ('{"a": 1}$0', OUTSIDE, "", ""),
        ("$0", VALUE, "", ""),
        ('{"a": {"b": $0}}', VALUE, "/a/b", ""),
        ('{"a": ["@A$0, "b"]}', VALUE, "/a/0", "@A"),
    ],
)
def test_the_place_is_known_also_while_the_text_is_half_typed(
    fixture: str, kind: PlaceKind, pointer: str, inside: str
) -> None:
    found, text = place(fixture)
    assert (found.kind, found.pointer, text) == (kind, pointer, inside)


@pytest.mark.parametrize(("fixture", "closed"), [('["a$0"]', True), ('["a$0', False), ('["a$0\n]', False)])
def test_it_is_known_whether_the_string_has_its_closing_quote(fixture: str, closed: bool) -> None:
    assert place(fixture)[0].closed is closed


def test_the_container_is_the_object_or_list_round_the_place() -> None:
    assert place('{"inputs": {"symbols": ["$0"]}}')[0].container == "/inputs/symbols"
    assert place('{"inputs": {"sy$0": []}}')[0].container == "/inputs"
