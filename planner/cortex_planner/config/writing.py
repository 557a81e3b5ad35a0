"""Writing into `cortex.toml`: a pin, a slice, or steps of an intent, with everything else left as it is.

New lines are put where they belong, in the text itself: behind what is written there, before the comments
that belong to what follows. What comes out is read again, and must say exactly what was wanted.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cortex_planner.config.load import CONFIG_NAME
from cortex_planner.errors import error_for
from cortex_planner.text.pointer import Token, pointer_of

if TYPE_CHECKING:
    from cortex_planner.config.positions import Positions

Step = dict[str, Any]
Tables = dict[str, Any]
_REST_OF_LINE = re.compile(r"[^\r\n]*(?:\r?\n)?")
_COMMENTS_ABOVE = re.compile(r"(?:^[ \t]*#[^\n]*\n)*[ \t]*\Z", re.MULTILINE)
_HEADER_NEXT = re.compile(r"(?:[ \t]*#[^\n]*\n)*[ \t]*\[")
_OPENED = re.compile(r"\[[ \t\r\n]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+\Z")
_PINS = ("symbols", "pins")


def with_pin(text: str, name: str, pin: dict[str, str], *, apart: bool = False) -> str:
    """Return the text once it has a pin, or once the pin of that name is this one.

    `apart` makes no table that a second such change of the same text would make again.
    """

    def wanted(tables: Tables) -> None:
        tables.setdefault("symbols", {}).setdefault("pins", {})[name] = pin

    return _written(text, wanted, lambda positions: _pin_ways(text, positions, name, pin, apart=apart))


def has_pin(text: str, name: str) -> bool:
    """Return whether the text has a pin of that name, be it right or wrong."""
    try:
        return name in _read(text)["symbols"]["pins"]
    except (tomllib.TOMLDecodeError, RecursionError, KeyError, TypeError):
        return False


def with_slice(text: str, place: tuple[Token, ...], slice_text: str) -> str:
    """Return the text once the pin or the rule at `place` (`symbols`, `pins`, a name) has a slice.

    It is put right behind the member that every pin or rule has, so that no comment moves.
    """

    def wanted(tables: Tables) -> None:
        value: Any = tables
        for token in place:
            value = value[token]
        value["slice"] = slice_text

    return _written(text, wanted, lambda positions: _slice_ways(text, positions, place, slice_text))


def with_steps(text: str, intent: str, steps: Sequence[Step], *, apart: bool = False) -> str:
    """Return the text once an intent has some steps before its own; an intent that is not there yet is made.

    `apart` makes no table that a second such change of the same text would make again.
    """

    def wanted(tables: Tables) -> None:
        intents = tables.setdefault("intents", {})
        declared = intents.setdefault(intent, {} if apart else {"description": ""})
        declared["steps"] = [*steps, *declared.get("steps", [])]

    return _written(text, wanted, lambda positions: _step_ways(text, positions, intent, steps))


def _written(text: str, change: Callable[[Tables], None], ways: Callable[[Positions], Iterator[str]]) -> str:
    """Return the first way to write a change that says what is wanted; raise where there is none."""
    from cortex_planner.config.positions import Positions

    try:
        wanted = _read(text)
        change(wanted)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        msg = f"{CONFIG_NAME} cannot be read, so nothing was written: {error}"
        raise error_for("config-syntax", msg) from error
    except (AttributeError, KeyError, IndexError, TypeError) as error:
        raise _unwritable() from error
    for way in ways(Positions(text)):
        after = way.replace("\r\n", "\n").replace("\n", "\r\n") if "\r\n" in text else way
        if _says(after, wanted):
            return after
    raise _unwritable()


def _unwritable() -> Exception:
    msg = f"{CONFIG_NAME} is written in a way that cannot be added to, so nothing was written"
    return error_for("config-value", msg)


def _says(text: str, wanted: Tables) -> bool:
    try:
        return _read(text) == wanted
    except tomllib.TOMLDecodeError:
        return False


def _read(text: str) -> Tables:
    return tomllib.loads(text.replace("\r\n", "\n"))


def _pin_ways(
    text: str, positions: Positions, name: str, pin: dict[str, str], *, apart: bool
) -> Iterator[str]:
    value = _inline(pin)
    replaced = positions.value(pointer_of((*_PINS, name)))
    if replaced is not None:
        yield text[: replaced[0]] + value + text[replaced[1] :]
    line = f"{_quoted(name)} = {value}"
    table = positions.table(pointer_of(_PINS))
    if table is not None:
        yield _below(text, table[1], line)
    pins = positions.value(pointer_of(_PINS))
    if pins is not None:
        yield _in_braces(text, pins, line)
    symbols = positions.value("/symbols")
    if symbols is not None:
        yield _in_braces(text, symbols, f"pins = {{ {line} }}")
        yield _in_braces(text, symbols, f"pins.{line}")
    yield from _beside_dotted_pins(text, positions, line)
    if apart:
        yield _appended(text, _table(f"[symbols.pins.{_quoted(name)}]", pin))
    yield _appended(text, f"[symbols.pins]\n{line}")
    yield from _replaced_table(text, name, pin)


def _beside_dotted_pins(text: str, positions: Positions, line: str) -> Iterator[str]:
    """Yield the text with the line below a pin of dotted keys, and under as many of them as that pin has."""
    for name in reversed(_read(text).get("symbols", {}).get("pins", {})):
        pointer = pointer_of((*_PINS, name))
        key, end = positions.key(pointer), positions.end(pointer)
        if key is not None and end is not None:
            yield _below(text, end, f"{text[text.rfind(chr(10), 0, key[0]) + 1 : key[0]]}{line}")


def _replaced_table(text: str, name: str, pin: dict[str, str]) -> Iterator[str]:
    """Yield the text with a pin that has a table or dotted keys of its own written anew."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
        pins: Any = document["symbols"]["pins"]
        for key in [key for key in pins[name] if key not in pin]:
            del pins[name][key]
        for key, value in pin.items():
            pins[name][key] = value
    except (TOMLKitError, KeyError, TypeError):
        return
    yield tomlkit.dumps(document)


def _slice_ways(text: str, positions: Positions, place: tuple[Token, ...], slice_text: str) -> Iterator[str]:
    member = "name" if "rules" in place else "file"
    pointer = pointer_of((*place, member))
    key, value = positions.key(pointer), positions.value(pointer)
    if key is None or value is None:
        return
    added = f"slice = {_quoted(slice_text)}"
    yield f"{text[: value[1]]}, {added}{text[value[1] :]}"
    before_key = text[text.rfind("\n", 0, key[0]) + 1 : key[0]]
    yield _below(text, value[1], f"{before_key}{added}")


def _step_ways(text: str, positions: Positions, intent: str, steps: Sequence[Step]) -> Iterator[str]:
    pointer = pointer_of(("intents", intent))
    name = intent if _BARE_KEY.match(intent) else _quoted(intent)
    tables = "\n\n".join(_table(f"[[intents.{name}.steps]]", step) for step in steps)
    first = positions.table(f"{pointer}/steps/0")
    if first is not None:
        yield _above(text, first[0], tables)
    items = positions.value(f"{pointer}/steps")
    if items is not None:
        yield _in_brackets(text, items[0], [_inline(step) for step in steps])
    table = positions.table(pointer)
    if table is not None:
        yield _below(text, table[1], f"\n{tables}")
    whole = positions.value(pointer)
    if whole is not None:
        yield _in_braces(text, whole, f"steps = [{', '.join(map(_inline, steps))}]")
    intents = positions.value("/intents")
    if intents is not None:
        yield _in_braces(text, intents, f"{name}.steps = [{', '.join(map(_inline, steps))}]")
    made = f'description = "", steps = [{", ".join(map(_inline, steps))}]'
    if intents is not None:
        yield _in_braces(text, intents, f"{name} = {{ {made} }}")
    yield _appended(text, f'[intents.{name}]\ndescription = ""\n\n{tables}')
    yield _appended(text, tables)


def _below(text: str, end: int, lines: str) -> str:
    """Return the text with lines below the line that holds `end`, and a blank line before a header that follows."""
    rest = _REST_OF_LINE.match(text, end)
    place = rest.end() if rest is not None else len(text)
    gap = "" if text[:place].endswith("\n") else "\n"
    after = text[place:]
    last = "\n\n" if _HEADER_NEXT.match(after) else "\n"
    return f"{text[:place]}{gap}{lines}{last}{after}"


def _above(text: str, start: int, lines: str) -> str:
    """Return the text with lines above a header and the comments that belong to it."""
    comments = _COMMENTS_ABOVE.search(text[:start])
    place = comments.start() if comments is not None else start
    before = text[:place]
    gap = "" if not before or before.replace("\r", "").endswith("\n\n") else "\n"
    return f"{before}{gap}{lines}\n\n{text[place:]}"


def _appended(text: str, lines: str) -> str:
    if not text.strip():
        return f"{text}{lines}\n"
    return f"{text}{'' if text.endswith(chr(10)) else chr(10)}\n{lines}\n"


def _in_brackets(text: str, start: int, items: list[str]) -> str:
    """Return the text with items at the front of a list, spaced as its own are."""
    opened = _OPENED.match(text, start)
    place = opened.end() if opened is not None else start + 1
    gap = text[start + 1 : place]
    between = f",{gap or ' '}"
    closing = text[place : place + 1] == "]"
    return f"{text[:place]}{between.join(items)}{'' if closing else between}{text[place:]}"


def _in_braces(text: str, span: tuple[int, int], member: str) -> str:
    """Return the text with a member at the end of an inline table."""
    inside = text[span[0] + 1 : span[1] - 1].rstrip()
    return f"{text[: span[0]]}{{{inside + ',' if inside else ''} {member} }}{text[span[1] :]}"


def _table(header: str, members: Step) -> str:
    return "\n".join([header, *(f"{key} = {_value(value)}" for key, value in members.items())])


def _inline(members: dict[str, Any]) -> str:
    return f"{{ {', '.join(f'{key} = {_value(value)}' for key, value in members.items())} }}"


def _value(value: str | dict[str, Any]) -> str:
    return _inline(value) if isinstance(value, dict) else _quoted(value)


def _quoted(text: str) -> str:
    """Return a string as TOML writes it, which is as JSON does but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
