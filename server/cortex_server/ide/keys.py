"""Keys: the fields that an object still lacks, each with a value of the right type to fill in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from cortex_planner.compiler.model import REQUIRED_REFS
from cortex_planner.compiler.schema import subschema
from cortex_planner.text.place import Place
from cortex_planner.text.pointer import join_pointer
from cortex_server.ide.insertion import as_keys, word_at
from cortex_server.ide.items import Completions, Item, ItemKind
from cortex_server.ide.view import View

SNIPPETS = {
    "run_id": '"$1"',
    "request_id": '"$1"',
    "intent": '"$1"',
    "inputs": "{\n\t$1\n}",
    "symbols": '["@$1"]',
    "files": '["$1"]',
    "notes": '["$1"]',
    "budgets": '{"max_steps": ${1:100}}',
    "max_steps": "${1:100}",
    "max_bytes": "${1:10000000}",
    "max_symbols": "${1:100}",
}
_COLON_FOLLOWS = re.compile(r'"?[ \t\n\r]*:')
_VALUE_FOLLOWS = re.compile(r"[ \t\n\r]*[{\[\d-]")
_BY_TYPE = {"string": '"$1"', "array": "[$1]", "object": "{$1}", "integer": "${1:1}", "boolean": "${1:true}"}
_MEMBER_FOLLOWS = re.compile(r'[ \t\n\r]*["\w$]')


def complete_keys(view: View, place: Place, offset: int) -> Completions | None:
    """Return the fields that the object round the cursor still lacks, the required ones first."""
    kind = view.analysis.kind
    schema = subschema(kind, place.container)
    fields = {
        name: subschema(kind, join_pointer(place.container, name)) for name in schema.get("properties", {})
    }
    required = _required_refs(view, place) or schema.get("required", [])
    lacking = sorted(
        _lacking(view, place, fields), key=lambda name: (name not in required, name == "$schema")
    )
    if not lacking:
        return None
    choices = [
        _Choice(name, _detail(name, fields[name], required), _value(name, fields[name])) for name in lacking
    ]
    if place.string is None:
        return _bare_keys(view, place, offset, choices)
    return _quoted_keys(view, place, offset, choices)


class _Choice(NamedTuple):
    """A field that could stand here, and the snippet of a value for it."""

    name: str
    detail: str
    value: str


def _required_refs(view: View, place: Place) -> Sequence[str]:
    """Return which refs a step must have, by what it does; nothing elsewhere."""
    step, _, name = place.container.rpartition("/")
    number = view.analysis.syntax.tree.find(f"{step}/op") if name == "refs" else None
    return (
        REQUIRED_REFS.get(str(view.analysis.syntax.tree.node(number).value), ()) if number is not None else ()
    )


def _lacking(view: View, place: Place, fields: dict[str, Any]) -> list[str]:
    tree = view.analysis.syntax.tree
    number = tree.find(place.container)
    written = tree.node(number).value if number is not None else {}
    own = str(tree.node(place.node).token) if place.node is not None else None
    return [name for name in fields if name == own or name not in (written or {})]


def _bare_keys(view: View, place: Place, offset: int, choices: list[_Choice]) -> Completions:
    """Return keys with quotes of their own: where nothing stands yet, or a word without its opening quote."""
    syntax = view.analysis.syntax
    start, end = word_at(syntax, place) or (offset, offset)
    return as_keys(place, _members('"', choices, syntax.text, end), start, end, end)


def _quoted_keys(view: View, place: Place, offset: int, choices: list[_Choice]) -> Completions:
    """Return keys whose opening quote is there already; without a colon, the edit takes the closing one along."""
    text = view.analysis.syntax.text
    start, end = place.string or (offset, offset)
    if place.closed and _COLON_FOLLOWS.match(text, end):
        names = [Item(each.name, ItemKind.KEY, each.name, each.detail) for each in choices]
        return as_keys(place, names, start, offset, end)
    close = end + 1 if place.closed else end
    return as_keys(place, _members("", choices, text, close), start, close, close)


def _members(opening: str, choices: list[_Choice], text: str, end: int) -> list[Item]:
    """Return keys from their opening quote on, each with the rest of its member as far as that is not there."""
    after = _after(text, end)
    return [
        Item(
            each.name,
            ItemKind.KEY,
            f'{opening}{_escaped(each.name)}"{_member(text, end, each.value) if after is None else after}',
            each.detail,
            plain=f'{opening}{each.name}"{after or ""}',
        )
        for each in choices
    ]


def _after(text: str, end: int) -> str | None:
    """Return what a key needs behind it where its colon or its value is there already; None where neither is."""
    if _COLON_FOLLOWS.match(text, end):
        return ""
    return ":" if _VALUE_FOLLOWS.match(text, end) else None


def _member(text: str, end: int, value: str) -> str:
    """Return the rest of a whole member, with the comma that is needed where another one follows."""
    return f": {value}{',' if _MEMBER_FOLLOWS.match(text, end) else ''}"


def _value(name: str, schema: dict[str, Any]) -> str:
    """Return a snippet of the type that a field wants."""
    return SNIPPETS.get(name) or _BY_TYPE.get(str(schema.get("type", "string")), "$1")


def _escaped(name: str) -> str:
    return name.replace("$", "\\$")


def _detail(name: str, schema: dict[str, Any], required: Sequence[str]) -> str:
    description = str(schema.get("description", ""))
    return f"required · {description}" if name in required else description
