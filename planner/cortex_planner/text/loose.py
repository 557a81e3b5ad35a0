"""Loose tokens: strings and numbers that are not quite JSON, and what they mean to say."""

from __future__ import annotations

import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from cortex_planner.text import rules
from cortex_planner.text.reading import Reading

_BODY = re.compile(r'(?:[^"\\\n\r]|\\[^\n\r])*').match
_SINGLE_QUOTED = re.compile(r"'((?:[^'\\\n\r]|\\[^\n\r])*)'").match
_TAIL = " \t\n\r,]}"
_ODD_CHARACTER = re.compile(r'\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])|(\\(?:u[0-9a-fA-F]{0,3})?)|([\x00-\x1f])')
_NUMBER_LIKE = re.compile(r"[-+]?(?:\.?[0-9][0-9A-Za-z_.+-]*|NaN|nan|Infinity|inf)").fullmatch
_PLAIN_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?").fullmatch
_FLAWED_NUMBER = re.compile(r"([-+]?)0*([0-9]*)(?:\.([0-9]*))?((?:[eE][-+]?[0-9]+)?)").fullmatch
_LITERALS = {
    "True": "true",
    "TRUE": "true",
    "False": "false",
    "FALSE": "false",
    "None": "null",
    "NULL": "null",
    "nil": "null",
    "undefined": "null",
}


class LooseNumber(NamedTuple):
    """What a number of sorts means, and where it ends."""

    value: Any
    end: int


def loose_string(reading: Reading, start: int, *, as_key: bool) -> tuple[str, int]:
    """Return the string at `start` and its end; what is wrong with it is reported.

    A string ends with its line at the latest, so that one missing quote costs one line.
    """
    text = reading.text
    try:
        value, end = scanstring(text, start + 1, True)
    except ValueError:
        stop = _BODY(text, start + 1).end()  # type: ignore[union-attr]
        if text[stop : stop + 1] == '"':
            _report_odd_character(reading, start + 1, stop)
            return unescape(text[start + 1 : stop]), stop + 1
        end = _end_without_quote(text[start + 1 : stop], as_key=as_key) + start + 1
        reading.problem("the closing quote is missing", start, max(end, start + 1), insert='"')
        return unescape(text[start + 1 : end]), end
    colon = value.find(":") if as_key and _touches_text(text, end) else -1
    if colon < 0:
        return value, end
    key = value[:colon].rstrip()
    end = start + 1 + len(key)
    reading.problem("the closing quote is missing", start, end, insert='"')
    return key, end


def single_quoted(reading: Reading, start: int) -> tuple[str, int] | None:
    """Return the single-quoted string at `start` and its end, reported; None where there is none."""
    match = _SINGLE_QUOTED(reading.text, start)
    if match is None:
        return None
    reading.report(rules.JSON_SINGLE_QUOTES, *match.span())
    return unescape(match[1].replace("\\'", "'").replace('"', '\\"')), match.end()


def attached_tail(text: str, start: int, end: int) -> int | None:
    """Return where the string `start:end` should have ended if it swallowed what follows it, or None."""
    raw = text[start + 1 : end - 1]
    kept = raw.rstrip(_TAIL)
    return start + 1 + len(kept) if raw[len(kept) :].strip() else None


def loose_number(reading: Reading, bare: str, start: int) -> LooseNumber | None:
    """Return the number or literal that the unquoted text `bare` means, reported, or None."""
    if bare in _LITERALS:
        word = _LITERALS[bare]
        reading.problem(f"`{bare}` is not JSON", start, start + len(bare), replace=word)
        return LooseNumber(json.loads(word), start + len(bare))
    words = bare.split()
    if not words or _NUMBER_LIKE(words[0]) is None:
        return None
    number, end = words[0], start + len(words[0])
    if _PLAIN_NUMBER(number):
        too_long = number.lstrip("-").isdigit()
        problem = "an integer of so many digits is not read" if too_long else "the number is too large"
        reading.report(rules.JSON_NUMBER, start, end, problem=problem)
        return LooseNumber(None, end)
    plain = _plain_number(number)
    data = {"replacement": plain} if plain is not None else {}
    reading.report(rules.JSON_NUMBER, start, end, problem=f"`{number[:40]}` is not a JSON number", data=data)
    return LooseNumber(json.loads(plain) if plain is not None else None, end)


def unescape(raw: str) -> str:
    """Return what `raw`, the inside of a string, says; where its escapes are broken, as it stands."""
    try:
        value: str = scanstring(f'{raw}"', 0, False)[0]
    except ValueError:
        return raw
    return value


def _touches_text(text: str, end: int) -> bool:
    return end < len(text) and text[end] not in " \t\n\r,:]}/#"


def _end_without_quote(raw: str, *, as_key: bool) -> int:
    colon = raw.find(":") if as_key else -1
    return len(raw[:colon].rstrip()) if colon >= 0 else len(raw.rstrip(_TAIL))


def _report_odd_character(reading: Reading, start: int, end: int) -> None:
    for match in _ODD_CHARACTER.finditer(reading.text, start, end):
        if match[1] is not None:
            reading.problem("this backslash begins no escape that JSON has", *match.span(), insert="\\")
            return
        if match[2] is not None:
            escape = json.dumps(match[2])[1:-1]
            words = f"a control character in a string must be written as `{escape}`"
            reading.problem(words, *match.span(), replace=escape)
            return


def _plain_number(number: str) -> str | None:
    """Return the JSON spelling of a number that is almost one (`+1`, `01`, `.5`, `1.`, `0x1f`)."""
    try:
        if number.lower().lstrip("-+").startswith("0x"):
            return str(int(number, 16))
    except ValueError:
        return None
    match = _FLAWED_NUMBER(number.replace("_", ""))
    if match is None or len(number) > 100:
        return None
    sign, whole, fraction, exponent = match.groups()
    plain = f"{sign.strip('+')}{whole or '0'}{f'.{fraction}' if fraction else ''}{exponent}"
    return plain if _PLAIN_NUMBER(plain) else None
