"""Completion: what could stand at the cursor, and exactly which text it would replace.

In a string the edit starts right after the opening quote; it ends at the cursor (insert) or at the
end of the string (replace). Whatever is accepted, no quote is doubled, lost or left over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from cortex_planner.compiler.schema import subschema
from cortex_planner.compiler.sizes import human_bytes
from cortex_planner.finding import Span
from cortex_planner.kinds import Kind
from cortex_planner.substrate.model import SymbolEntry
from cortex_planner.text.place import Place, PlaceKind, place_at
from cortex_planner.text.pointer import split_pointer
from cortex_server.ide.files import file_entries
from cortex_server.ide.view import View

MOST_ITEMS = 100
_SNIPPETS = {
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
_WHOLE_REQUEST = """{
  "run_id": "${1:run-1}",
  "request_id": "$2",
  "intent": "$3",
  "inputs": {
    "symbols": ["@$4"]
  },
  "budgets": {
    "max_steps": ${5:100}
  }
}
"""
_VALUE_FOLLOWS = re.compile(r'"?[ \t\n\r]*:')
_MEMBER_FOLLOWS = re.compile(r'[ \t\n\r]*"')
_PLACE = re.compile(r"/inputs/(symbols|files)/\d+\Z")


class ItemKind(StrEnum):
    """What sort of thing an item is; editors draw an icon for it."""

    SYMBOL = "symbol"
    FILE = "file"
    FOLDER = "folder"
    KEY = "key"
    INTENT = "intent"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that could stand at the cursor; `plain` is its text for clients without snippets."""

    label: str
    kind: ItemKind
    text: str
    detail: str = ""
    plain: str | None = None
    again: bool = False
    """Whether to ask again once it is accepted, as for a folder."""


@dataclass(frozen=True, slots=True)
class Completions:
    """Items that share their edit: `insert` ends at the cursor, `replace` at the end of what is there."""

    items: list[Item]
    insert: Span
    replace: Span
    incomplete: bool = False


def complete(view: View, offset: int) -> Completions | None:
    """Return what could stand at `offset`, or None where nothing could."""
    if not view.analysis.syntax.text.strip():
        return _whole_document(view, offset)
    place = place_at(view.analysis.syntax, offset)
    if place.kind is PlaceKind.KEY:
        return _keys(view, place, offset)
    if place.kind is not PlaceKind.VALUE:
        return None
    collection = _PLACE.match(place.pointer)
    if collection is not None and collection[1] == "symbols":
        items, whole = _symbols(view, place, offset)
        return _in_string(view, place, offset, items, whole=whole)
    if collection is not None:
        return _in_string(view, place, offset, _files(view, place, offset))
    if place.pointer == "/intent":
        return _in_string(view, place, offset, list(_intents(view)))
    if place.pointer.startswith("/budgets/max_"):
        return _in_place(view, place, offset, list(_budgets(view, place)))
    return _in_string(view, place, offset, list(_enumerated(view, place)))


def _whole_document(view: View, offset: int) -> Completions | None:
    """Return a request to fill in, for a document in which nothing stands yet."""
    if view.analysis.kind is not Kind.PLAN_REQUEST:
        return None
    item = Item("plan request", ItemKind.KEY, _WHOLE_REQUEST, "a request to fill in", plain="{}")
    return Completions([item], (offset, offset), (offset, offset))


def _typed(view: View, place: Place, offset: int) -> str:
    return view.analysis.syntax.text[place.string[0] : offset] if place.string is not None else ""


def _symbols(view: View, place: Place, offset: int) -> tuple[list[Item], bool]:
    """Return the symbols that can be found at once, and whether those are all."""
    index = view.analysis.world.index
    if index is None:
        return [], True
    names, whole = index.search_at_once(_typed(view, place, offset), limit=MOST_ITEMS)
    items = [Item(name, ItemKind.SYMBOL, name, _size(entry)) for name, entry in index.symbols(names).items()]
    return items, whole


def _size(entry: SymbolEntry | None) -> str:
    return human_bytes(entry.bytes) if entry is not None and entry.bytes is not None else ""


def _files(view: View, place: Place, offset: int) -> list[Item]:
    index = view.analysis.world.index
    if index is None:
        return []
    entries = file_entries(index, _typed(view, place, offset), MOST_ITEMS)
    return [
        Item(path, ItemKind.FOLDER if path.endswith("/") else ItemKind.FILE, path, again=path.endswith("/"))
        for path in entries
    ]


def _intents(view: View) -> Iterator[Item]:
    for name, intent in view.analysis.world.configuration.config.intents.items():
        yield Item(name, ItemKind.INTENT, name, intent.description)


def _enumerated(view: View, place: Place) -> Iterator[Item]:
    schema = subschema(view.analysis.kind, _tokens(place.pointer))
    for value in schema.get("enum", ()):
        yield Item(value, ItemKind.VALUE, value)


def _budgets(view: View, place: Place) -> Iterator[Item]:
    """Yield the default, and exactly what this plan needs."""
    semantics = view.analysis.semantics
    name = place.pointer.rpartition("max_")[2]
    if semantics is None or name not in semantics.budgets:
        return
    schema = subschema(view.analysis.kind, _tokens(place.pointer))
    default = schema.get("default", 100)
    needed = max(semantics.budgets[name].used, schema.get("minimum", 0))
    if needed != default:
        yield Item(str(needed), ItemKind.VALUE, str(needed), "exactly what this plan needs")
    yield Item(str(default), ItemKind.VALUE, str(default), "the default")


def _in_string(
    view: View, place: Place, offset: int, items: list[Item], *, whole: bool = True
) -> Completions | None:
    """Return items that are strings: inside the quotes that are there, or with quotes of their own."""
    if not items and whole:
        return None
    incomplete = not whole or len(items) >= MOST_ITEMS or any(item.kind is ItemKind.FILE for item in items)
    if place.string is None:
        quoted = [_with_text(item, json.dumps(item.text, ensure_ascii=False)) for item in items]
        return _in_place(view, place, offset, quoted, incomplete=incomplete)
    start, end = place.string
    if place.closed:
        inside = [_with_text(item, _json_inside(item.text)) for item in items]
        return Completions(inside, (start, offset), (start, end), incomplete)
    closed = [_with_text(item, f'{_json_inside(item.text)}"') for item in items]
    return Completions(closed, (start, max(end, offset)), (start, max(end, offset)), incomplete)


def _json_inside(text: str) -> str:
    """Return `text` as it stands between the quotes of a JSON string."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _in_place(
    view: View, place: Place, offset: int, items: list[Item], *, incomplete: bool = False
) -> Completions | None:
    """Return items that stand for themselves: in place of the value at the cursor, or between values."""
    if not items:
        return None
    node = view.analysis.syntax.tree.node(place.node) if place.node is not None else None
    on_scalar = (
        node is not None and node.start <= offset <= node.end and not isinstance(node.value, dict | list)
    )
    if node is None or not on_scalar or node.start == node.end:
        return Completions(items, (offset, offset), (offset, offset), incomplete)
    return Completions(items, (node.start, offset), node.span, incomplete)


def _with_text(item: Item, text: str) -> Item:
    return Item(item.label, item.kind, text, item.detail, item.plain, item.again)


def _keys(view: View, place: Place, offset: int) -> Completions | None:
    """Return the fields that the object round the cursor still lacks, the required ones first."""
    syntax, kind = view.analysis.syntax, view.analysis.kind
    schema = subschema(kind, _tokens(place.container))
    fields: dict[str, Any] = schema.get("properties", {})
    number = syntax.tree.find(place.container)
    written = syntax.tree.node(number).value if number is not None else {}
    own = str(syntax.tree.node(place.node).token) if place.node is not None else None
    required = schema.get("required", [])
    lacking = [name for name in fields if name == own or name not in (written or {})]
    lacking.sort(key=lambda name: (name not in required, name == "$schema"))
    if not lacking:
        return None
    if place.string is None:
        items = [_key_item(view, name, fields[name], offset, required) for name in lacking]
        return Completions(items, (offset, offset), (offset, offset))
    start, end = place.string
    if _VALUE_FOLLOWS.match(syntax.text, end):
        items = [
            Item(name, ItemKind.KEY, name, _key_detail(name, fields[name], required)) for name in lacking
        ]
        return Completions(items, (start, offset), (start, end))
    after = end + 1 if place.closed else end
    items = [_open_key_item(view, name, fields[name], after, required) for name in lacking]
    return Completions(items, (start, after), (start, after))


def _key_item(view: View, name: str, schema: dict[str, Any], after: int, required: list[str]) -> Item:
    comma = _comma(view, after)
    snippet = f'"{_escaped(name)}": {_SNIPPETS.get(name, "$1")}{comma}'
    detail = _key_detail(name, schema, required)
    return Item(name, ItemKind.KEY, snippet, detail, plain=f'"{name}"')


def _open_key_item(view: View, name: str, schema: dict[str, Any], after: int, required: list[str]) -> Item:
    """Return a key whose opening quote is there already; its edit takes the closing one along."""
    snippet = f'{_escaped(name)}": {_SNIPPETS.get(name, "$1")}{_comma(view, after)}'
    return Item(name, ItemKind.KEY, snippet, _key_detail(name, schema, required), plain=f'{name}"')


def _escaped(name: str) -> str:
    return name.replace("$", "\\$")


def _comma(view: View, after: int) -> str:
    """Return the comma that is needed where another member follows."""
    return "," if _MEMBER_FOLLOWS.match(view.analysis.syntax.text, after) else ""


def _key_detail(name: str, schema: dict[str, Any], required: list[str]) -> str:
    description = str(schema.get("description", ""))
    return f"required · {description}" if name in required else description


def _tokens(pointer: str) -> list[str | int]:
    return [int(token) if token.isdigit() else token for token in split_pointer(pointer)]
