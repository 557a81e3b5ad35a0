"""Repairs of plan requests and plans, keyed on code and data."""

from __future__ import annotations

import json
from collections.abc import Callable
from difflib import get_close_matches

from cortex_planner import forms
from cortex_planner.compiler import rules
from cortex_planner.compiler.model import DEFAULT_MAX_STEPS
from cortex_planner.compiler.schema import field_names
from cortex_planner.finding import Edit, Finding, Fix
from cortex_planner.forms import rules as spelling
from cortex_planner.kinds import Kind
from cortex_planner.text.edits import insertion, removal
from cortex_planner.text.syntax import Syntax

_STARTERS: dict[str, str] = {
    "run_id": '"run-1"',
    "request_id": '"request-1"',
    "intent": '"describe_what_to_do"',
    "budgets": f'{{"max_steps": {DEFAULT_MAX_STEPS}}}',
    "max_steps": str(DEFAULT_MAX_STEPS),
}


def fixes_for(finding: Finding, syntax: Syntax, kind: Kind) -> list[Fix]:
    """Return the ways to mend a finding about a plan request or a plan; the likeliest first."""
    make = _FIXES.get(finding.code)
    number = syntax.tree.find(finding.anchor.pointer)
    return make(finding, syntax, number, kind) if make is not None and number is not None else []


def _add_field(finding: Finding, syntax: Syntax, number: int, _kind: Kind) -> list[Fix]:
    field = finding.data["field"]
    if field not in _STARTERS or not isinstance(syntax.tree.node(number).value, dict):
        return []
    edit = insertion(syntax, number, f'"{field}": {_STARTERS[field]}')
    return [Fix.unsafe(f"Add `{field}`", edit)]


def _rename_or_remove(finding: Finding, syntax: Syntax, number: int, kind: Kind) -> list[Fix]:
    field = finding.data["field"]
    node = syntax.tree.node(number)
    siblings = syntax.tree.node(node.parent).value
    known = [name for name in field_names(kind, syntax.tree.tokens(node.parent)) if name not in siblings]
    fixes = [
        Fix.unsafe(f"Rename to `{name}`", Edit(*(node.key_span or node.span), json.dumps(name)))
        for name in get_close_matches(field, known, n=1)
    ]
    return [*fixes, Fix.unsafe(f"Remove `{field}`", removal(syntax, number))]


def _other_type(finding: Finding, syntax: Syntax, number: int, kind: Kind) -> list[Fix]:
    if "symbol_id" in finding.data:
        return _plain_symbol(finding, syntax, number, kind)
    node, wanted = syntax.tree.node(number), finding.data["wanted"]
    text = syntax.text[node.start : node.end]
    if wanted == "an integer" and isinstance(node.value, str) and _is_integer(node.value):
        return [Fix.unsafe(f"Write {int(node.value)}", Edit(*node.span, str(int(node.value))))]
    if wanted == "an array" and isinstance(node.value, str):
        return [Fix.unsafe("Put it in an array", Edit(*node.span, f"[{text}]"))]
    if wanted == "a string" and isinstance(node.value, int | float):
        return [Fix.unsafe(f'Write "{text}"', Edit(*node.span, f'"{text}"'))]
    return []


def _is_integer(text: str) -> bool:
    return text.isascii() and text.lstrip("-").isdigit() and len(text) <= len("9" * 18)


def _replacement(finding: Finding, syntax: Syntax, number: int, _kind: Kind) -> list[Fix]:
    replacement = finding.data.get("replacement")
    if replacement is None:
        return []
    node = syntax.tree.node(number)
    written = json.dumps(replacement, ensure_ascii=False) if isinstance(node.value, str) else replacement
    title = f"Write it as {written}" if isinstance(node.value, str) else f"Write {written}"
    return [Fix.safe(title, Edit(*node.span, written))]


def _as_symbol(_finding: Finding, syntax: Syntax, number: int, _kind: Kind) -> list[Fix]:
    node = syntax.tree.node(number)
    candidate = "@" + "".join(node.value.split()).lstrip("@") if isinstance(node.value, str) else ""
    if not forms.is_symbol_id(candidate):
        return []
    return [Fix.unsafe(f"Write {candidate}", Edit(*node.span, json.dumps(candidate, ensure_ascii=False)))]


def _plain_symbol(finding: Finding, syntax: Syntax, number: int, _kind: Kind) -> list[Fix]:
    symbol = finding.data.get("symbol_id")
    if symbol is None:
        return []
    written = json.dumps(symbol, ensure_ascii=False)
    return [Fix.unsafe("Write the symbol alone", Edit(*syntax.tree.node(number).span, written))]


_FIXES: dict[str, Callable[[Finding, Syntax, int, Kind], list[Fix]]] = {
    rules.FIELD_MISSING.code: _add_field,
    rules.FIELD_UNKNOWN.code: _rename_or_remove,
    rules.FIELD_TYPE.code: _other_type,
    rules.INTEGER_AS_FLOAT.code: _replacement,
    spelling.FILE_PATH_FORM.code: _replacement,
    spelling.SYMBOL_FORM.code: _as_symbol,
    spelling.SLICE_ALL_FORBIDDEN.code: _plain_symbol,
    rules.SLICE_NOT_ALLOWED.code: _plain_symbol,
}
