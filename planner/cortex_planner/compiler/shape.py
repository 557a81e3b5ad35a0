"""Shape: whether a document has the fields, types and spellings of its kind.

pydantic finds what does not fit; here its errors become findings with our own codes and words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from cortex_planner import forms
from cortex_planner.compiler import rules
from cortex_planner.compiler.model import REFS_MISSING
from cortex_planner.compiler.paths import respelled
from cortex_planner.finding import Anchor, Finding, Part, Rule
from cortex_planner.forms import rules as spelling
from cortex_planner.substrate.rules import FILE_OUTSIDE_ROOT
from cortex_planner.text.pointer import pointer_of
from cortex_planner.text.rules import JSON_ENCODING

Location = tuple[str | int, ...]

_WANTED = {
    "string_type": "a string",
    "int_type": "an integer",
    "list_type": "an array",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}
_LONGEST_SHOWN = 60
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def check_shape(value: object, model: type[BaseModel], root: str | None = None) -> list[Finding]:
    """Return what does not fit `model` in `value`; `root` is the folder that paths start from, if known."""
    try:
        model.__pydantic_validator__.validate_python(value)
    except ValidationError as error:
        details = error.errors(include_url=False)
    except AttributeError:  # the model has not been built yet; building it is what the plain call does
        model.model_rebuild()
        return check_shape(value, model, root)
    else:
        return []
    findings = [finding for detail in details for finding in _findings_of(detail, root)]
    odd = [finding for finding in findings if finding.code == JSON_ENCODING.code]
    readable = _without_odd_keys(value) if odd else value
    if readable == value:
        return findings
    return odd + [finding for finding in check_shape(readable, model, root) if finding not in odd]


def _without_odd_keys(value: object) -> object:
    """Return a value without the members whose key is no text: one of them hides all other mistakes from the model."""
    if isinstance(value, list):
        return [_without_odd_keys(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: _without_odd_keys(item) for key, item in value.items() if not _is_odd(key)}


def _is_odd(key: object) -> bool:
    return isinstance(key, str) and not key.isascii() and _SURROGATE.search(key) is not None


def _findings_of(detail: ErrorDetails, root: str | None) -> list[Finding]:
    location, given = detail["loc"], detail["input"]
    context: Mapping[str, Any] = detail.get("ctx", {})
    if detail["type"] == REFS_MISSING:
        inside = location if context["names"] == ["refs"] else (*location, "refs")
        return [_missing(inside, name) for name in context["names"]]
    if detail["type"] == "missing":
        return [_missing(location[:-1], str(location[-1]))]
    if asks_for_everything(given, location):
        return [_at(spelling.SLICE_ALL_FORBIDDEN, location, data=_symbol_data(given))]
    if detail["type"] == "string_unicode":
        return [_at(JSON_ENCODING, location, problem="half a surrogate pair is not a character")]
    if detail["type"] == "extra_forbidden":
        field = str(location[-1])
        return [
            rules.FIELD_UNKNOWN.at(Anchor(pointer_of(location), Part.KEY), field=field, data={"field": field})
        ]
    if detail["type"] == "string_pattern_mismatch":
        return [_misspelled(location, given, context["pattern"], root)]
    return [_wrong_value(detail["type"], location, given, context)]


def _missing(location: Location, field: str) -> Finding:
    has_key = bool(location) and isinstance(location[-1], str)
    anchor = Anchor(pointer_of(location), Part.KEY if has_key else Part.BRACE)
    return rules.FIELD_MISSING.at(anchor, field=field, data={"field": field})


def _at(rule: Rule, location: Location, *, data: Mapping[str, Any] | None = None, **words: Any) -> Finding:
    return rule.at(Anchor(pointer_of(location)), data=data, field=_name(location), **words)


def _name(location: Location) -> str:
    """Return how a message names a place: `symbols[2]`, `run_id`."""
    name = ""
    for token in reversed(location):
        if isinstance(token, str):
            return f"{token}{name}"
        name = f"[{token}]{name}"
    return f"document{name}"


def _wrong_value(kind: str, location: Location, given: object, context: Mapping[str, Any]) -> Finding:
    if kind == "greater_than_equal":
        return _at(
            rules.VALUE_RANGE,
            location,
            wanted=f"at least {context['ge']}",
            given=given,
            data={"least": context["ge"]},
        )
    if kind == "literal_error":
        return _at(
            rules.VALUE_RANGE, location, wanted=context["expected"].replace("'", ""), given=shown(given)
        )
    if isinstance(given, dict) and "slice" in given and kind == "string_type":
        return _at(rules.SLICE_NOT_ALLOWED, location, data=_symbol_data(given))
    if kind == "int_type" and isinstance(given, float) and given.is_integer():
        return _at(rules.INTEGER_AS_FLOAT, location, data={"replacement": str(int(given))})
    wanted = _WANTED.get(kind, "something else")
    return _at(
        rules.FIELD_TYPE,
        location,
        wanted=wanted,
        given=type_name(given),
        data={"wanted": wanted} | _symbol_data(given),
    )


@lru_cache(maxsize=10_000)
def _misspelled(location: Location, given: str, pattern: str, root: str | None) -> Finding:
    """Return the finding about a string that is not spelled as it should be.

    Remembered, because such findings come by the hundred, and at every keystroke the same ones.
    """
    make = _SPELLINGS.get(pattern)
    if make is not None:
        return make(location, given, root)
    wanted = "`step_` and 16 hex digits" if pattern == forms.STEP_ID_PATTERN else "64 hex digits"
    return _at(rules.VALUE_RANGE, location, wanted=wanted, given=shown(given))


def _blank(location: Location, _given: str, _root: str | None) -> Finding:
    return _at(rules.FIELD_BLANK, location)


def _symbol(location: Location, given: str, _root: str | None) -> Finding:
    return _at(spelling.SYMBOL_FORM, location, given=shown(given))


def _slice(location: Location, given: str, _root: str | None) -> Finding:
    rule = spelling.SLICE_ALL_FORBIDDEN if forms.forbids_slice(given) else spelling.SLICE_FORM
    return _at(rule, location, given=shown(given))


def _path(location: Location, given: str, root: str | None) -> Finding:
    spelled = respelled(given, root)
    if spelled is None:
        return _at(FILE_OUTSIDE_ROOT, location, file=shown(given))
    data = {"replacement": spelled} if spelled else {}
    return _at(spelling.FILE_PATH_FORM, location, given=shown(given), data=data)


_SPELLINGS: dict[str, Callable[[Location, str, str | None], Finding]] = {
    forms.NOT_BLANK_PATTERN: _blank,
    forms.SYMBOL_PATTERN: _symbol,
    forms.SLICE_PATTERN: _slice,
    forms.PATH_PATTERN: _path,
}


def asks_for_everything(given: object, location: Location) -> bool:
    """Return whether a refused value asks for the slice `ALL`, itself or anywhere inside."""
    if location and location[-1] == "slice" and isinstance(given, str):
        return forms.forbids_slice(given)
    if not isinstance(given, dict | list):
        return False
    pending: list[object] = [given]
    while pending:
        item = pending.pop()
        if isinstance(item, dict):
            wanted = item.get("slice")
            if isinstance(wanted, str) and forms.forbids_slice(wanted):
                return True
            pending.extend(item.values())
        elif isinstance(item, list):
            pending.extend(item)
    return False


def _symbol_data(given: object) -> dict[str, str]:
    symbol = given.get("symbol_id") if isinstance(given, dict) else None
    return {"symbol_id": symbol} if isinstance(symbol, str) and forms.is_symbol_id(symbol) else {}


def shown(value: object) -> str:
    """Return a value as a message shows it: short, and on one line."""
    text = value if isinstance(value, str) else repr(value)
    if not text.isprintable():
        text = "".join(
            character if character.isprintable() else f"\\u{ord(character):04x}" for character in text
        )
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


def type_name(value: object) -> str:
    """Return the JSON type of a value, with its article."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    names = {str: "a string", int: "a number", float: "a number", list: "an array", dict: "an object"}
    return names.get(type(value), type(value).__name__)
