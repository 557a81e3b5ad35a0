"""One reader for good and broken JSON text alike.

Good text is read by one quick loop. Where that loop meets something odd, `recovery` reports it and
goes on as if the author had written what they most likely meant: a missing quote, comma, colon or
bracket costs one finding, not the rest of the document. It is written by hand because no library
reads broken JSON with positions at this speed: tree-sitter takes a hundred times as long once a
bracket is missing, and `json` stops at the first mistake.
"""

from __future__ import annotations

import re
from itertools import accumulate
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from cortex_planner.finding import Finding
from cortex_planner.text import rules
from cortex_planner.text.plain_lists import evenly_spaced_items
from cortex_planner.text.reading import MAX_DEPTH, Expect, Reading
from cortex_planner.text.recovery import recover
from cortex_planner.text.tree import NO_KEY, NO_PARENT, Tree

_COMMA = re.compile(r"[ \t\n\r]*,[ \t\n\r]*").match
_COLON = re.compile(r"[ \t\n\r]*:[ \t\n\r]*").match
_CLOSER = re.compile(r"[ \t\n\r]*([\]}])").match
_SPACE = re.compile(r"[ \t\n\r]*").match
_SCALAR = re.compile(
    r"(?:(-?(?:0|[1-9][0-9]{0,4299}))(?P<real>(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)|(true|false|null))"
    r"(?=[ \t\n\r,\]}:]|\Z)"
).match
_PLAIN_ITEMS = re.compile(r'(?:"[^"\\\x00-\x1f]*"[ \t\n\r]*,[ \t\n\r]*){2,}').match
_PLAIN_ITEM = re.compile(r'"[^"\\\x00-\x1f]*"').finditer
_LITERALS = {"true": True, "false": False, "null": None}
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_INFINITIES = (float("inf"), float("-inf"))


def read(text: str) -> tuple[Tree, list[Finding], bool]:
    """Return the tree of `text`, what is wrong with it as JSON, and whether its brackets balance."""
    reading = Reading(text)
    expect, position = Expect.VALUE, _begin(reading)
    while expect is not Expect.NOTHING:
        expect, position = _read_on(reading, expect, position)
        if expect is not Expect.NOTHING:
            expect, position = recover(reading, expect, position)
    _check_surrogates(reading)
    findings = sorted(reading.findings, key=lambda finding: finding.anchor.span or (0, 0))
    return Tree(reading.nodes, frozenset(reading.broken)), findings, reading.balanced


def _begin(reading: Reading) -> int:
    start = 0
    if reading.text.startswith("\ufeff"):
        start = 1
        reading.report(
            rules.JSON_ENCODING, 0, 1, problem="a byte order mark is not part of JSON", data={"remove": True}
        )
    return reading.skip(start)


def _read_on(reading: Reading, expect: Expect, position: int) -> tuple[Expect, int]:  # noqa: C901
    """Read as long as everything is as it should be.

    This is the loop that every keystroke pays for: it is one function on purpose, and works on
    local names and plain tuples. It returns what it expected and where, for `recover` to look at.
    """
    if expect >= Expect.AFTER:
        return expect, position
    text, nodes, opened = reading.text, reading.nodes, reading.open
    comma, colon, scan = _COMMA, _COLON, scanstring
    parent, container = opened[-1]
    in_object = type(container) is dict
    wants_key = expect is Expect.KEY
    token, key_start, key_end = reading.key
    value: Any
    try:
        while True:
            if wants_key:
                if text[position] != '"':
                    break
                token, key_end = scan(text, position + 1, True)
                match = colon(text, key_end)
                if match is None or token in container:
                    break
                key_start, position, wants_key = position, match.end(), False
            first = text[position]
            if first == '"' and not in_object and (after := _read_plain_items(reading, position)) > position:
                position = after
                continue
            if first == '"':
                value, end = scan(text, position + 1, True)
            elif first in "{[":
                if len(opened) > MAX_DEPTH:
                    break
                reading.key = token, key_start, key_end
                in_object = wants_key = first == "{"
                reading.enter({} if in_object else [], position)
                parent, container = opened[-1]
                position = _SPACE(text, position + 1).end()  # type: ignore[union-attr]
                if text[position] in "}]":
                    wants_key = False
                    expect, position = _close(reading, position)
                    if expect is not Expect.KEY and expect is not Expect.VALUE:
                        return expect, position
                    parent, container = opened[-1]
                    in_object = wants_key = expect is Expect.KEY
                continue
            elif (scalar := _SCALAR(text, position)) is not None:
                value, end = _scalar_value(scalar), scalar.end()
            else:
                break
            if in_object:
                nodes.append((position, end, parent, token, key_start, key_end, value, 0))
                container[token] = value
                wants_key = True
            else:
                nodes.append((position, end, parent, len(container), NO_KEY, NO_KEY, value, 0))
                container.append(value)
            match = comma(text, end)
            if match is not None and parent != NO_PARENT:
                position = match.end()
                continue
            expect, position = _close(reading, end)
            if expect is not Expect.KEY and expect is not Expect.VALUE:
                return expect, position
            parent, container = opened[-1]
            in_object = wants_key = expect is Expect.KEY
    except (ValueError, IndexError):
        pass  # an odd string, or the end of the text: `recover` looks at the same place again
    if wants_key:
        return Expect.KEY, position
    reading.key = token, key_start, key_end
    return Expect.VALUE, position


def _read_plain_items(reading: Reading, position: int) -> int:
    """Read the strings of a list from `position` on, as far as nothing is odd; long lists are mostly that."""
    parent, container = reading.open[-1]
    if parent == NO_PARENT:
        return position
    text = reading.text
    values, gap = evenly_spaced_items(text, position) if not container else ([], "")
    if values:
        sizes = (len(value) + 2 + len(gap) for value in values)
        starts = list(accumulate(sizes, initial=position))
        spans = [(start, start + len(value) + 2) for start, value in zip(starts, values, strict=False)]
        end = starts[-1]
    elif (run := _PLAIN_ITEMS(text, position)) is not None:
        end = run.end()
        spans = [match.span() for match in _PLAIN_ITEM(text, position, end)]
        values = [text[start + 1 : stop - 1] for start, stop in spans]
    else:
        return position
    reading.nodes += [
        (start, stop, parent, place, NO_KEY, NO_KEY, value, 0)
        for place, ((start, stop), value) in enumerate(zip(spans, values, strict=True), start=len(container))
    ]
    container += values
    return end


def _close(reading: Reading, position: int) -> tuple[Expect, int]:
    """Close containers as long as their brackets follow; return what is expected after them."""
    text, opened = reading.text, reading.open
    while len(opened) > 1:
        match = _CLOSER(text, position)
        if match is None or (match[1] == "}") is not reading.in_object:
            return Expect.AFTER, position
        position = match.end()
        reading.leave(position)
        match = _COMMA(text, position)
        if match is not None and len(opened) > 1:
            return reading.next_expected, match.end()
    return Expect.END, position


def _scalar_value(match: re.Match[str]) -> Any:
    integer, real, literal = match.groups()
    if literal:
        return _LITERALS[literal]
    if not real:
        return int(integer)
    value = float(match.group())
    if value in _INFINITIES:
        raise ValueError
    return value


def _check_surrogates(reading: Reading) -> None:
    """Report characters that no UTF-8 text can hold, as they stand or as escapes."""
    for match in () if reading.text.isascii() else _SURROGATE.finditer(reading.text):
        escaped_byte = "\udc80" <= match.group() <= "\udcff"
        problem = "this byte is not UTF-8" if escaped_byte else "half a surrogate pair is not a character"
        reading.report(rules.JSON_ENCODING, *match.span(), problem=problem)
    if "\\u" not in reading.text or _SURROGATE_ESCAPE.search(reading.text) is None:
        return
    for start, end, _, token, key_start, key_end, value, _ in reading.nodes:
        for text, span in ((token, (key_start, key_end)), (value, (start, end))):
            if (
                isinstance(text, str)
                and _SURROGATE.search(text)
                and not _SURROGATE.search(reading.text, *span)
            ):
                problem = "a `\\u` escape for half a surrogate pair is not a character"
                reading.report(rules.JSON_ENCODING, *span, problem=problem)
