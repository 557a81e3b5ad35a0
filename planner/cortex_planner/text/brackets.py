"""Brackets that do not pair: which of them is missing, and which is one too many.

Part of `recovery`, and like it: each function looks at one odd place, reports it once, and answers
what to expect where.
"""

from __future__ import annotations

from cortex_planner.finding import Anchor, Part, Related
from cortex_planner.text import ahead, rules
from cortex_planner.text.reading import Expect, Reading, Step


def wrong_closer(reading: Reading, start: int) -> Step:
    """A bracket closes something else than what is open."""
    closer = reading.text[start]
    reading.balanced = False
    wanted = dict if closer == "}" else list
    encloses = any(isinstance(value, wanted) for _, value in reading.open[1:])
    if not encloses or _is_stray(reading, closer, start + 1):
        reading.problem(f"this `{closer}` closes nothing", start, start + 1, remove=True)
        return Expect.AFTER, start + 1
    missing = "]" if closer == "}" else "}"
    opener = reading.nodes[reading.open[-1][0]][0]
    related = (Related("opened here", Anchor(reading.pointer(), Part.BRACE, (opener, opener + 1))),)
    words = f"a `{missing}` is missing before this `{closer}`"
    reading.report(
        rules.JSON_SYNTAX, start, start + 1, problem=words, data={"insert": missing}, related=related
    )
    while not isinstance(reading.open[-1][1], wanted):
        reading.leave(start)
    return reading.leave(start + 1), start + 1


def _is_stray(reading: Reading, closer: str, position: int) -> bool:
    """Return whether a wrong closing bracket is one too many, rather than the right one missing before it."""
    if (ahead.item_ahead if closer == "}" else ahead.member_ahead)(reading.text, position):
        return True
    containers = [value for _, value in reading.open[1:]]
    if not ahead.closers_fit(containers, reading.text, position):
        return False
    while isinstance(containers.pop(), dict) is not (closer == "}"):
        pass
    return not ahead.closers_fit(containers, reading.text, position)


def opener_as_key(reading: Reading, start: int) -> Step:
    """A bracket opens where a key should stand: the brace before it, or a closing one, is too many."""
    number, container = reading.open[-1]
    reading.balanced = False
    if not container and number == len(reading.nodes) - 1:
        opener = reading.undo_enter()
        reading.problem("one `{` too many", opener, opener + 1, remove=True)
        return Expect.VALUE, start
    if _reopen_list(reading):
        return Expect.VALUE, start
    reading.problem(f"a key should stand here, not `{reading.text[start]}`", start, start + 1)
    return Expect.KEY, start + 1


def _reopen_list(reading: Reading) -> bool:
    """Go on in the list that was closed just now; answer whether there is one."""
    number = reading.last_member()
    if number is None or not isinstance(reading.nodes[number][6], list):
        return False
    end = reading.nodes[number][1]
    reading.problem("this `]` closes the list too early", end - 1, end, remove=True)
    reading.balanced = False
    reading.reopen(number)
    return True


def items_were_members(reading: Reading, position: int) -> bool:
    """Read strings without values as items, where a list lacks its bracket or was closed too early."""
    parent, container = reading.open[-1]
    item, item_start, item_end = reading.key
    if reading.full or ahead.item_ahead(reading.text, position) is None:
        return False
    if _reopen_list(reading) or _brace_for_bracket(reading):
        reading.add(item, item_start, item_end)
        return True
    if reading.nodes[-1][2] != parent or not container:
        return False
    key, key_start, key_end = reading.nodes[-1][3:6]
    value, start, end = reading.take_back()
    reading.problem("a `[` is missing before this", start, start + 1, insert="[")
    reading.balanced = False
    reading.key = key, key_start, key_end
    reading.enter([], start)
    reading.add(value, start, end)
    reading.add(item, item_start, item_end)
    return True


def _brace_for_bracket(reading: Reading) -> bool:
    """Take back the brace opened just now, where items follow it; answer whether there is one."""
    number, container = reading.open[-1]
    if container or number != len(reading.nodes) - 1:
        return False
    start = reading.undo_enter()
    reading.balanced = False
    if reading.in_object or len(reading.open) == 1:
        reading.problem("`[` should stand here, for items follow", start, start + 1)
        reading.enter([], start)
    else:
        reading.problem("one `{` too many", start, start + 1, remove=True)
    return True


def value_was_key(reading: Reading) -> Step:
    """A colon follows a string that was read as a value: a bracket, or the value before it, is missing."""
    if len(reading.open) > 1 and reading.in_object:
        return _value_was_next_key(reading)
    _, start, _ = reading.take_back()
    if _lacks_brace(reading, start):
        reading.problem("a `{` is missing before this", start, start + 1, insert="{")
        reading.enter({}, start)
    else:
        reading.problem("a `]` is missing before this", start, start + 1, insert="]")
        while not reading.in_object:
            reading.leave(start)
    reading.balanced = False
    return Expect.KEY, start


def _lacks_brace(reading: Reading, start: int) -> bool:
    """Return whether the key at `start`, which stands in a list, is the first of an object without its brace.

    It is where objects stand before it, or where it opens the list and stands deeper than the list's own key,
    or where no object is open at all; otherwise the list lacks its end.
    """
    number, container = reading.open[-1]
    if not any(isinstance(value, dict) for _, value in reading.open):
        return True
    if container:
        return isinstance(container[-1], dict)
    node = reading.nodes[number]
    return ahead.column(reading.text, start) > ahead.column(
        reading.text, node[4] if node[4] >= 0 else node[0]
    )


def _value_was_next_key(reading: Reading) -> Step:
    key, key_start, key_end = reading.nodes[-1][3:6]
    _, start, _ = reading.take_back()
    reading.key = key, key_start, key_end
    if "\n" in reading.text[key_end:start] or "\r" in reading.text[key_end:start]:
        reading.problem("a value should follow this key", key_start, key_end)
        reading.add(None, key_end, key_end, broken=True)
        return Expect.KEY, start
    reading.problem("a `{` is missing before this", start, start + 1, insert="{")
    reading.balanced = False
    reading.enter({}, start)
    return Expect.KEY, start
