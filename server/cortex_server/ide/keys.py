"""Keys: the fields that an object still lacks, each with a value of the right type to fill in."""

from __future__ import annotations

import re
from typing import Any

from cortex_planner.compiler.schema import subschema
from cortex_planner.text.place import Place
from cortex_server.ide.insertion import as_keys
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
_MEMBER_FOLLOWS = re.compile(r'[ \t\n\r]*"')


def complete_keys(view: View, place: Place, offset: int) -> Completions | None:
    """Return the fields that the object round the cursor still lacks, the required ones first."""
    schema = subschema(view.analysis.kind, place.container)
    fields: dict[str, Any] = schema.get("properties", {})
    required = schema.get("required", [])
    lacking = sorted(
        _lacking(view, place, fields), key=lambda name: (name not in required, name == "$schema")
    )
    if not lacking:
        return None
    details = {name: _detail(name, fields[name], required) for name in lacking}
    if place.string is None:
        return _bare_keys(view, place, offset, details)
    return _quoted_keys(view, place, offset, details)


def _lacking(view: View, place: Place, fields: dict[str, Any]) -> list[str]:
    tree = view.analysis.syntax.tree
    number = tree.find(place.container)
    written = tree.node(number).value if number is not None else {}
    own = str(tree.node(place.node).token) if place.node is not None else None
    return [name for name in fields if name == own or name not in (written or {})]


def _bare_keys(view: View, place: Place, offset: int, details: dict[str, str]) -> Completions:
    """Return keys with quotes of their own: where nothing stands yet, or a word without quotes."""
    text = view.analysis.syntax.text
    start, end = place.word or (offset, offset)
    if _COLON_FOLLOWS.match(text, end):
        names = [Item(name, ItemKind.KEY, f'"{name}"', detail) for name, detail in details.items()]
        return as_keys(place, names, start, offset, end)
    comma = _comma(text, end)
    items = [
        Item(name, ItemKind.KEY, f'"{_escaped(name)}": {_value(name)}{comma}', detail, plain=f'"{name}"')
        for name, detail in details.items()
    ]
    return as_keys(place, items, start, offset, end)


def _quoted_keys(view: View, place: Place, offset: int, details: dict[str, str]) -> Completions:
    """Return keys whose opening quote is there already; the edit takes the closing one along."""
    text = view.analysis.syntax.text
    start, end = place.string or (offset, offset)
    if _COLON_FOLLOWS.match(text, end):
        names = [Item(name, ItemKind.KEY, name, detail) for name, detail in details.items()]
        return as_keys(place, names, start, offset, end)
    after = end + 1 if place.closed else end
    comma = _comma(text, after)
    items = [
        Item(name, ItemKind.KEY, f'{_escaped(name)}": {_value(name)}{comma}', detail, plain=f'{name}"')
        for name, detail in details.items()
    ]
    return as_keys(place, items, start, after, after)


def _value(name: str) -> str:
    return SNIPPETS.get(name, "$1")


def _escaped(name: str) -> str:
    return name.replace("$", "\\$")


def _comma(text: str, after: int) -> str:
    """Return the comma that is needed where another member follows."""
    return "," if _MEMBER_FOLLOWS.match(text, after) else ""


def _detail(name: str, schema: dict[str, Any], required: list[str]) -> str:
    description = str(schema.get("description", ""))
    return f"required · {description}" if name in required else description
