"""Completion: what could stand at the cursor, also while the text round it is half typed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cortex_planner.compiler.schema import subschema
from cortex_planner.compiler.sizes import human_bytes
from cortex_planner.kinds import Kind
from cortex_planner.text.place import Place, PlaceKind, place_at
from cortex_server.ide.files import file_entries
from cortex_server.ide.insertion import as_strings, as_values, typed_before
from cortex_server.ide.intents import offered_intents
from cortex_server.ide.items import MOST_ITEMS, Completions, Item, ItemKind
from cortex_server.ide.keys import SNIPPETS, complete_keys
from cortex_server.ide.view import View

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
_SYMBOL = re.compile(r"/inputs/symbols/\d+\Z|/steps/\d+/refs/symbol_id\Z")
_FILE = re.compile(r"/inputs/files/\d+\Z|/steps/\d+/refs/file_path\Z")
_CONTAINER = re.compile(r"/(?:inputs|budgets|inputs/(?:symbols|files|notes))\Z")
_TAB_STOP = re.compile(r"\$\{\d:([^}]*)\}|\$\d")


def complete(view: View, offset: int) -> Completions | None:
    """Return what could stand at `offset`, or None where nothing could."""
    if not view.analysis.syntax.text.strip():
        return _whole_document(view, offset)
    place = place_at(view.analysis.syntax, offset)
    if place.kind is PlaceKind.KEY:
        return complete_keys(view, place, offset)
    if place.kind is not PlaceKind.VALUE:
        return None
    return _complete_value(view, place, offset)


def _complete_value(view: View, place: Place, offset: int) -> Completions | None:
    syntax = view.analysis.syntax
    if _SYMBOL.match(place.pointer):
        symbols, whole = _symbols(view, typed_before(syntax, place, offset))
        incomplete = not whole or len(symbols) >= MOST_ITEMS
        return _strings(view, place, offset, symbols, incomplete=incomplete)
    if _FILE.match(place.pointer):
        files = _files(view, typed_before(syntax, place, offset))
        return _strings(view, place, offset, files, incomplete=bool(files))
    if place.pointer.startswith("/budgets/max_"):
        return as_values(syntax, place, offset, list(_budgets(view, place)))
    if _CONTAINER.match(place.pointer) and place.string is None:
        return as_values(syntax, place, offset, list(_container(view, place)))
    named = _intents(view) if place.pointer == "/intent" else _enumerated(view, place)
    return _strings(view, place, offset, list(named))


def _strings(
    view: View, place: Place, offset: int, items: list[Item], *, incomplete: bool = False
) -> Completions | None:
    """Return the items as strings; None where there is nothing to offer, now or later."""
    if not items and (not incomplete or view.analysis.world.index is None):
        return None
    return as_strings(view.analysis.syntax, place, offset, items, incomplete=incomplete)


def _whole_document(view: View, offset: int) -> Completions | None:
    """Return a request to fill in, for a document in which nothing stands yet."""
    if view.analysis.kind is not Kind.PLAN_REQUEST:
        return None
    plain = _TAB_STOP.sub(r"\1", _WHOLE_REQUEST)
    item = Item("plan request", ItemKind.KEY, _WHOLE_REQUEST, "a request to fill in", plain=plain)
    return Completions([item], (offset, offset), (offset, offset))


def _symbols(view: View, typed: str) -> tuple[list[Item], bool]:
    """Return the symbols that can be found at once, and whether those are all."""
    index = view.analysis.world.index
    if index is None:
        return [], True
    names, whole = index.search_at_once(typed, limit=MOST_ITEMS)
    sizes = index.symbol_sizes(names)
    return [Item(name, ItemKind.SYMBOL, name, _size(sizes.get(name))) for name in names], whole


def _size(size: int | None) -> str:
    return human_bytes(size) if size is not None else ""


def _files(view: View, typed: str) -> list[Item]:
    index = view.analysis.world.index
    if index is None:
        return []
    return [
        Item(path, ItemKind.FOLDER if path.endswith("/") else ItemKind.FILE, path, again=path.endswith("/"))
        for path in file_entries(index, typed, MOST_ITEMS)
    ]


def _intents(view: View) -> Iterator[Item]:
    for name, description in offered_intents(view.analysis.world.configuration.config).items():
        yield Item(name, ItemKind.INTENT, name, description)


def _enumerated(view: View, place: Place) -> Iterator[Item]:
    for value in subschema(view.analysis.kind, place.pointer).get("enum", ()):
        yield Item(value, ItemKind.VALUE, value)


def _container(view: View, place: Place) -> Iterator[Item]:
    """Yield an object or a list to fill in, where its key stands without a value."""
    node = view.analysis.syntax.tree.node(place.node) if place.node is not None else None
    if view.analysis.kind is not Kind.PLAN_REQUEST or node is None or node.start != node.end:
        return
    name = place.pointer.rpartition("/")[2]
    snippet = SNIPPETS[name]
    plain = _TAB_STOP.sub(r"\1", snippet)
    label = "{}" if snippet.startswith("{") else "[]"
    yield Item(label, ItemKind.KEY, snippet, f"{name}, to fill in", plain=" ".join(plain.split()))


def _budgets(view: View, place: Place) -> Iterator[Item]:
    """Yield the default, and exactly what this plan needs."""
    semantics = view.analysis.semantics
    name = place.pointer.rpartition("max_")[2]
    if semantics is None or name not in semantics.budgets:
        return
    schema = subschema(view.analysis.kind, place.pointer)
    default = schema.get("default", 100)
    needed = max(semantics.budgets[name].used, schema.get("minimum", 0))
    if needed != default:
        yield Item(str(needed), ItemKind.VALUE, str(needed), "exactly what this plan needs")
    yield Item(str(default), ItemKind.VALUE, str(default), "the default")
