"""Recovery: what the reader does where the text is not JSON.

Each function looks at one odd place, reports it once, and answers what to expect where, so that
whatever the author wrote after it is read as they meant it. Every step goes forward, so that no
text, however broken, is read in more than linear time.
"""

from __future__ import annotations

import re

from cortex_planner.finding import Anchor, Part, Related
from cortex_planner.text import ahead, rules
from cortex_planner.text.blank import end_before
from cortex_planner.text.brackets import items_were_members, opener_as_key, value_was_key, wrong_closer
from cortex_planner.text.loose import attached_tail, loose_number, loose_string, single_quoted, unescape
from cortex_planner.text.reading import MAX_DEPTH, Expect, Reading, Step

_BARE = re.compile(r"""[^,:\[\]{}"'\n\r]*[^,:\[\]{}"'\s]""").match
_BARE_KEY = re.compile(r"""[^,:\[\]{}"'\s/#]+""").match
_ODD_RUN = re.compile(r"[^\S \t\n\r]+|.", re.DOTALL).match
_DELIMITERS = frozenset(" \t\n\r,:]}[{/#")


def recover(reading: Reading, expect: Expect, position: int) -> Step:
    """Return what to expect where after the odd place at `position`."""
    start = reading.skip(position)
    if expect is Expect.END:
        return _after_root(reading, position, start)
    if start >= len(reading.text):
        return _text_ends(reading, expect)
    if expect is Expect.KEY:
        return _odd_key(reading, start)
    if expect is Expect.VALUE:
        return _odd_value(reading, start)
    return _odd_after(reading, position, start)


def _text_ends(reading: Reading, expect: Expect) -> Step:
    """The text ends while something is still open."""
    text = reading.text
    end = end_before(text, len(text))
    if len(reading.open) == 1:
        reading.problem("there is no JSON value here", max(0, end - 1), max(end, min(1, len(text))))
        return Expect.NOTHING, end
    if expect is Expect.VALUE and reading.in_object:
        reading.add(None, end, end, broken=True)
    closers = "".join("}" if isinstance(value, dict) else "]" for _, value in reversed(reading.open[1:]))
    opener = reading.nodes[reading.open[-1][0]][0]
    words = f"the text ends before `{closers[0]}` closes what `{text[opener : opener + 1]}` opened"
    related = (Related("opened here", Anchor(reading.pointer(), Part.BRACE, (opener, opener + 1))),)
    reading.report(rules.JSON_SYNTAX, end - 1, end, problem=words, data={"append": closers}, related=related)
    reading.balanced = False
    while len(reading.open) > 1:
        reading.leave(len(text))
    return Expect.NOTHING, len(text)


def _after_root(reading: Reading, position: int, start: int) -> Step:
    """Something stands behind the end of the document."""
    text = reading.text
    if start >= len(text):
        return Expect.NOTHING, start
    if len(reading.nodes) == 1 and isinstance(reading.nodes[0][6], str):
        if text[start] == ":":
            return value_was_key(reading)
        if text[reading.nodes[0][0] + 1] in "{[":
            return _quoted_document(reading)
    if text[start] in "]}":
        reading.problem(f"this `{text[start]}` closes nothing", start, start + 1, remove=True)
        reading.balanced = False
        return Expect.END, start + 1
    is_object = isinstance(reading.nodes[0][6], dict) and text[position - 1] == "}"
    if is_object and ahead.member_ahead(text, position):
        reading.problem("this `}` closes the document too early", position - 1, position, remove=True)
        reading.balanced = False
        reading.reopen(0)
        return (Expect.KEY, reading.skip(start + 1)) if text[start] == "," else (Expect.KEY, start)
    reading.problem("nothing may follow the end of the document", start, end_before(text, len(text)))
    return Expect.NOTHING, len(text)


def _quoted_document(reading: Reading) -> Step:
    """The document is there, but a quote stands before its first bracket."""
    _, start, _ = reading.take_back()
    reading.problem("one quote too many", start, start + 1, remove=True)
    return Expect.VALUE, start + 1


def _odd_key(reading: Reading, start: int) -> Step:
    """A key should stand at `start`."""
    first = reading.text[start]
    if first == "}":
        _report_trailing_comma(reading, start)
        return reading.leave(start + 1), start + 1
    if first == "]":
        return wrong_closer(reading, start)
    if first == ",":
        reading.problem("one comma too many", start, start + 1, remove=True)
        return Expect.KEY, start + 1
    if first in "{[":
        return opener_as_key(reading, start)
    key, end = _loose_key(reading, start)
    if key is None:
        return Expect.KEY, end
    _note_duplicate(reading, key, start, end)
    reading.key = key, start, end
    return _after_key(reading, end, reading.skip(end))


def _loose_key(reading: Reading, start: int) -> tuple[str | None, int]:
    """Return the key that is meant at `start` and its end, or None and where to go on."""
    text, first = reading.text, reading.text[start]
    if first == '"':
        return loose_string(reading, start, as_key=True)
    if first == "'":
        quoted = single_quoted(reading, start)
        return quoted if quoted is not None else (None, _junk(reading, start))
    bare = _BARE_KEY(text, start)
    if bare is None:
        return None, _junk(reading, start)
    if text[bare.end() : bare.end() + 1] == '"':
        reading.problem("the opening quote is missing", start, bare.end(), insert='"')
        return bare.group(), bare.end() + 1
    reading.report(rules.JSON_UNQUOTED_KEY, start, bare.end(), key=bare.group(), data={"key": bare.group()})
    return bare.group(), bare.end()


def _junk(reading: Reading, start: int) -> int:
    """Report what belongs nowhere, one character or a run of odd white space; return its end."""
    run = _ODD_RUN(reading.text, start)
    assert run is not None  # noqa: S101 - the text goes on at `start`
    shown = run.group()[:1]
    words = (
        f"`{shown}` does not belong here"
        if shown.isprintable()
        else f"U+{ord(shown[0]):04X} does not belong here"
    )
    reading.problem(words, *run.span(), remove=True)
    return run.end()


def _note_duplicate(reading: Reading, key: str, start: int, end: int) -> None:
    parent, container = reading.open[-1]
    if reading.full or key not in container:
        return
    first = next(node for node in reading.nodes if node[2] == parent and node[3] == key)
    anchor = Anchor(reading.pointer(), Part.KEY, (first[4], first[5]))
    reading.report(
        rules.JSON_DUPLICATE_KEY,
        start,
        end,
        key=key,
        data={"key": key},
        related=(Related("first here", anchor),),
    )


def _after_key(reading: Reading, end: int, start: int) -> Step:
    """A colon should stand at `start`, after the key that ends at `end`."""
    text = reading.text
    following = text[start : start + 1]
    if following == ":":
        return Expect.VALUE, reading.skip(start + 1)
    stray = ahead.stray_before_colon(text, start)
    if stray is not None and (following != '"' or start == end):
        return _stray_mark(reading, start, stray.end())
    if following in {",", "]"} and items_were_members(reading, start):
        return Expect.AFTER, end
    if following in {"", ",", "}", "]"}:
        reading.problem("a colon and a value should follow this key", reading.key[1], end, insert=": ")
        reading.add(None, end, end, broken=True)
        return Expect.AFTER, end
    if following == "=":
        reading.problem("a colon should stand here", start, start + 1, replace=":")
        return Expect.VALUE, start + 1
    if ahead.member_ahead(text, start):
        reading.problem("a colon and a value should follow this key", reading.key[1], end)
        reading.add(None, end, end, broken=True)
        return Expect.KEY, start
    reading.problem("a colon is missing before this value", start, start + 1, insert=":")
    return Expect.VALUE, start


def _stray_mark(reading: Reading, start: int, following: int) -> Step:
    """A comma, a quote or a bracket stands between a key and its value, which is at `following` or after."""
    mark = reading.text[start]
    reading.problem(f"`{mark}` does not belong here", start, start + 1, remove=True)
    reading.balanced = reading.balanced and mark in ',"'
    return Expect.VALUE, reading.skip(following)


def _odd_value(reading: Reading, start: int) -> Step:
    """A value should stand at `start`."""
    first = reading.text[start]
    if first in ",]}":
        return _no_value(reading, start)
    if first == ":" or first.isspace():
        return Expect.VALUE, _junk(reading, start)
    if first in "{[" and len(reading.open) <= MAX_DEPTH:
        return Expect.VALUE, start
    if first in "{[":
        reading.report(rules.JSON_DEPTH, start, start + 1, limit=len(reading.open) - 1)
        reading.balanced = False
        while len(reading.open) > 1:
            reading.leave(start)
        return Expect.NOTHING, start
    if first == '"' and ahead.quoted_opener(reading.text, start):
        reading.problem("one quote too many", start, start + 1, remove=True)
        return Expect.VALUE, reading.skip(start + 1)
    if first == '"':
        value, end = loose_string(reading, start, as_key=False)
        return _add(reading, value, start, end)
    if first == "'" and (quoted := single_quoted(reading, start)) is not None:
        return _add(reading, quoted[0], start, quoted[1])
    return _bare_value(reading, start)


def _no_value(reading: Reading, start: int) -> Step:
    """A comma or a closing bracket stands where a value should."""
    text, first = reading.text, reading.text[start]
    if len(reading.open) == 1:
        reading.balanced = False
        return Expect.VALUE, _junk(reading, start)
    if (
        reading.in_object
        and ahead.value_ahead_on_line(text, start + 1)
        and not ahead.member_ahead(text, start + 1)
    ):
        return _stray_mark(reading, start, start + 1)
    if reading.in_object:
        _, key_start, key_end = reading.key
        reading.problem("a value should follow this key", key_start, key_end)
        reading.add(None, start, start, broken=True)
        return Expect.AFTER, end_before(text, start)
    if first == ",":
        reading.problem("one comma too many", start, start + 1, remove=True)
        return Expect.VALUE, start + 1
    if first == "]":
        _report_trailing_comma(reading, start)
        return reading.leave(start + 1), start + 1
    if ahead.value_ahead(text, start + 1) and not ahead.member_ahead(text, start + 1):
        return _stray_mark(reading, start, start + 1)
    return wrong_closer(reading, start)


def _report_trailing_comma(reading: Reading, closer: int) -> None:
    at = end_before(reading.text, closer) - 1
    if reading.text[at] == ",":
        reading.report(rules.JSON_TRAILING_COMMA, at, at + 1, closer=reading.text[closer])


def _bare_value(reading: Reading, start: int) -> Step:
    """Text without quotes stands where a value should: a number of sorts, or a string of sorts."""
    text = reading.text
    bare = _BARE(text, start)
    if bare is None:
        return Expect.VALUE, _junk(reading, start)
    if text[bare.end() : bare.end() + 1] == '"':
        reading.problem("the opening quote is missing", start, bare.end(), insert='"')
        return _add(reading, unescape(bare.group()), start, bare.end() + 1)
    number = loose_number(reading, bare.group(), start)
    if number is not None:
        return _add(reading, number.value, start, number.end, broken=True)
    reading.problem(f"`{bare.group()[:40]}` must stand in double quotes", start, bare.end(), quote=True)
    return _add(reading, bare.group(), start, bare.end(), broken=True)


def _add(reading: Reading, value: object, start: int, end: int, *, broken: bool = False) -> Step:
    reading.add(value, start, end, broken=broken)
    return (Expect.AFTER if len(reading.open) > 1 else Expect.END), end


def _odd_after(reading: Reading, position: int, start: int) -> Step:
    """A comma or a closing bracket should stand at `start`, after the value that ends at `position`."""
    first = reading.text[start]
    if first == ",":
        return reading.next_expected, reading.skip(start + 1)
    if first == "}" and reading.open[-1][1] == []:
        return _no_value(reading, start)
    if first in "]}":
        if (first == "}") is reading.in_object:
            return reading.leave(start + 1), start + 1
        return wrong_closer(reading, start)
    last_is_string = isinstance(reading.nodes[-1][6], str) and reading.nodes[-1][1] == position
    if first == ":" and last_is_string and not ahead.end_ahead(reading.text, start + 1):
        return value_was_key(reading)
    if start == position and last_is_string and first not in _DELIMITERS:
        return _text_touches_string(reading, position)
    if first in "\"'{[" or first.isalnum() or first in "@-+._$":
        reading.problem("a comma is missing before this", start, start + 1, insert=",")
        return reading.next_expected, start
    return Expect.AFTER, _junk(reading, start)


def _text_touches_string(reading: Reading, position: int) -> Step:
    """Text follows a string without a gap: one quote is missing, or one is too many."""
    text, start = reading.text, reading.nodes[-1][0]
    closed = position - start >= len('""') and text[position - 1] == '"'
    inside = text[start + 1 : position - 1].strip() if closed else None
    if inside in {"{", "["}:
        reading.problem("one quote too many", start, start + 1, remove=True)
        reading.take_back()
        return Expect.VALUE, reading.skip(start + 1)
    cut = attached_tail(text, start, position)
    if cut is not None:
        reading.problem("the closing quote is missing", start, cut, insert='"')
        reading.replace_last(unescape(text[start + 1 : cut]), start, cut)
        return Expect.AFTER, cut
    if text[position] == '"' and (position + 1 >= len(text) or text[position + 1] in _DELIMITERS):
        reading.problem("one quote too many", position, position + 1, remove=True)
        return Expect.AFTER, position + 1
    if inside == "":
        reading.problem("one quote too many", start, start + 1, remove=True)
        reading.take_back()
        value, end = loose_string(reading, position - 1, as_key=False)
        return _add(reading, value, position - 1, end)
    reading.problem("a comma is missing before this", position, position + 1, insert=",")
    return reading.next_expected, position
