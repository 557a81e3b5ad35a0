"""Repairs of plan requests and plans, keyed on code and data."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cortex_planner import forms
from cortex_planner.compiler import rules
from cortex_planner.compiler.model import DEFAULT_MAX_STEPS
from cortex_planner.compiler.policy import ceiling
from cortex_planner.compiler.schema import field_names
from cortex_planner.compiler.weaving import INTENT_POINTER
from cortex_planner.compiler.world import World
from cortex_planner.finding import Edit, Finding, Fix
from cortex_planner.forms import rules as spelling
from cortex_planner.kinds import Kind
from cortex_planner.substrate.rules import FILE_MISSING, SYMBOL_UNKNOWN
from cortex_planner.text.edits import insertion, removal
from cortex_planner.text.syntax import Syntax
from cortex_planner.text.tree import Node

if TYPE_CHECKING:
    from cortex_planner.substrate import IndexReader

_MOST_DIGITS = 18
_STARTERS: dict[str, str] = {
    "run_id": '"run-1"',
    "request_id": '"request-1"',
    "intent": '"describe_what_to_do"',
    "budgets": f'{{"max_steps": {DEFAULT_MAX_STEPS}}}',
    "max_steps": str(DEFAULT_MAX_STEPS),
}


@dataclass(frozen=True)
class _Repair:
    """A finding, the node that it is about, and where both stand."""

    finding: Finding
    syntax: Syntax
    number: int
    kind: Kind
    world: World

    @property
    def node(self) -> Node:
        return self.syntax.tree.node(self.number)

    @property
    def data(self) -> Mapping[str, Any]:
        return self.finding.data

    def written(self, new_text: str) -> Edit:
        """Return the edit that writes `new_text` in place of the node's value."""
        return Edit(*self.node.span, new_text)


def fixes_for(finding: Finding, syntax: Syntax, kind: Kind, world: World) -> list[Fix]:
    """Return the ways to mend a finding about a plan request or a plan; the likeliest first."""
    make = _FIXES.get(finding.code)
    number = syntax.tree.find(finding.anchor.pointer)
    return make(_Repair(finding, syntax, number, kind, world)) if make and number is not None else []


def _add_field(repair: _Repair) -> list[Fix]:
    field = repair.data["field"]
    if field not in _STARTERS or not isinstance(repair.node.value, dict):
        return []
    edit = insertion(repair.syntax, repair.number, f'"{field}": {_STARTERS[field]}')
    return [Fix.unsafe(f"Add `{field}`", edit)]


def _rename_or_remove(repair: _Repair) -> list[Fix]:
    field, node, tree = repair.data["field"], repair.node, repair.syntax.tree
    siblings = tree.node(node.parent).value
    known = [name for name in field_names(repair.kind, tree.pointer(node.parent)) if name not in siblings]
    fixes = [
        Fix.unsafe(f"Rename to `{name}`", Edit(*(node.key_span or node.span), json.dumps(name)))
        for name in get_close_matches(field, known, n=1)
    ]
    return [*fixes, Fix.unsafe(f"Remove `{field}`", removal(repair.syntax, repair.number))]


def _other_type(repair: _Repair) -> list[Fix]:
    if "symbol_id" in repair.data:
        return _plain_symbol(repair)
    node, wanted = repair.node, repair.data["wanted"]
    text = repair.syntax.text[node.start : node.end]
    if wanted == "an integer" and isinstance(node.value, str) and _is_integer(node.value):
        return [Fix.unsafe(f"Write {int(node.value)}", repair.written(str(int(node.value))))]
    if wanted == "an array" and isinstance(node.value, str):
        return [Fix.unsafe("Put it in an array", repair.written(f"[{text}]"))]
    if wanted == "a string" and isinstance(node.value, int | float):
        return [Fix.unsafe(f'Write "{text}"', repair.written(f'"{text}"'))]
    return []


def _is_integer(text: str) -> bool:
    return text.isascii() and text.removeprefix("-").isdigit() and len(text) <= _MOST_DIGITS


def _replacement(repair: _Repair) -> list[Fix]:
    replacement = repair.data.get("replacement")
    if replacement is None:
        return []
    if isinstance(repair.node.value, str):
        written = json.dumps(replacement, ensure_ascii=False)
        return [Fix.safe(f"Write it as {written}", repair.written(written))]
    return [Fix.safe(f"Write {replacement}", repair.written(replacement))]


def _as_symbol(repair: _Repair) -> list[Fix]:
    value = repair.node.value
    candidate = "@" + "".join(value.split()).lstrip("@") if isinstance(value, str) else ""
    return [_write_string(repair, candidate)] if forms.is_symbol_id(candidate) else []


def _plain_symbol(repair: _Repair) -> list[Fix]:
    symbol = repair.data.get("symbol_id")
    written = json.dumps(symbol, ensure_ascii=False)
    return [Fix.unsafe("Write the symbol alone", repair.written(written))] if symbol is not None else []


def _write_string(repair: _Repair, text: str) -> Fix:
    return Fix.unsafe(f"Write {text}", repair.written(json.dumps(text, ensure_ascii=False)))


def _known_symbol(repair: _Repair) -> list[Fix]:
    if repair.finding.anchor.pointer == INTENT_POINTER or repair.world.index is None:
        return []
    names = _suggested_symbols(repair.world.index, repair.world.index.generation, repair.data["symbol"])
    return [_write_string(repair, name) for name in names]


@lru_cache(maxsize=512)
def _suggested_symbols(index: IndexReader, _generation: int, name: str) -> tuple[str, ...]:
    return tuple(index.suggest(name, limit=3))


def _known_file(repair: _Repair) -> list[Fix]:
    index = repair.world.index
    if repair.finding.anchor.pointer == INTENT_POINTER or index is None:
        return []
    wanted = repair.data["file"]
    candidates = [
        name.partition("/")[2].partition("#")[0]
        for prefix in ("@CODE", "@DOC", "@FILE")
        for name in _suggested_symbols(index, index.generation, f"{prefix}/{wanted}")
    ]
    there = [path for path, section in index.files(candidates).items() if section is not None]
    return [_write_string(repair, path) for path in get_close_matches(wanted, there, n=3, cutoff=0.5)]


def _raise_budget(repair: _Repair) -> list[Fix]:
    field, used = repair.data["field"], repair.data["used"]
    highest = ceiling(repair.world.configuration.config.policy, field.removeprefix("max_"))
    if highest is not None and used > highest:
        return []
    title = f"Raise {field} to {used:,}"
    if isinstance(repair.node.value, dict):
        return [Fix.unsafe(title, insertion(repair.syntax, repair.number, f'"{field}": {used}'))]
    return [Fix.unsafe(title, repair.written(str(used)))]


def _lower_budget(repair: _Repair) -> list[Fix]:
    highest = repair.data["ceiling"]
    return [Fix.safe(f"Lower it to {highest:,}", repair.written(str(highest)))]


def _remove_repeat(repair: _Repair) -> list[Fix]:
    return [Fix.safe("Remove the repeat", removal(repair.syntax, repair.number))]


def _declared_intent(repair: _Repair) -> list[Fix]:
    declared = list(repair.world.configuration.config.intents)
    return [_write_string(repair, name) for name in get_close_matches(repair.data["intent"], declared, n=2)]


_FIXES: dict[str, Callable[[_Repair], list[Fix]]] = {
    rules.FIELD_MISSING.code: _add_field,
    rules.FIELD_UNKNOWN.code: _rename_or_remove,
    rules.FIELD_TYPE.code: _other_type,
    rules.INTEGER_AS_FLOAT.code: _replacement,
    rules.SLICE_NOT_ALLOWED.code: _plain_symbol,
    rules.BUDGET_STEPS.code: _raise_budget,
    rules.BUDGET_BYTES.code: _raise_budget,
    rules.BUDGET_SYMBOLS.code: _raise_budget,
    rules.POLICY_BUDGET.code: _lower_budget,
    rules.INPUT_REPEATED.code: _remove_repeat,
    rules.INTENT_UNDECLARED.code: _declared_intent,
    spelling.FILE_PATH_FORM.code: _replacement,
    spelling.SYMBOL_FORM.code: _as_symbol,
    spelling.SLICE_ALL_FORBIDDEN.code: _plain_symbol,
    SYMBOL_UNKNOWN.code: _known_symbol,
    FILE_MISSING.code: _known_file,
}
