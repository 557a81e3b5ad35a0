"""Documents to break, and every way to break them by one mark."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from cortex_planner.text import Syntax

MARKS = '",:[]{}'
_SYMBOL = re.compile(r'"(@[^"\\]*)"')

_REQUEST = {
    "run_id": "run-42",
    "request_id": "fix-login",
    "intent": "debug_function",
    "inputs": {
        "symbols": ["@DOC/README.md", "@CODE/src/app.py#main", "@CANON/A"],
        "files": ["src/app.py"],
        "notes": ["Mind the gap."],
    },
    "budgets": {"max_steps": 20, "max_bytes": 5000},
}
_PLAN = {
    "run_id": "run-42",
    "request_id": "fix-login",
    "planner_version": "1.0",
    "steps": [
        {
            "step_id": "step_0123456789abcdef",
            "ordinal": 1,
            "op": "READ_SYMBOL",
            "refs": {"symbol_id": "@DOC/README.md", "slice": "head(4000)"},
            "constraints": {},
            "expected_outputs": {},
        },
        {
            "step_id": "step_0123456789abcdee",
            "ordinal": 2,
            "op": "READ_SYMBOL",
            "refs": {"symbol_id": "@CODE/src/app.py"},
            "constraints": {"required_outputs": ["@OUT/1", "@OUT/2"]},
        },
    ],
    "plan_hash": "0" * 64,
}
BASES = {
    "request": json.dumps(_REQUEST, indent=2),
    "request-on-one-line": json.dumps(_REQUEST),
    "request-crlf": json.dumps(_REQUEST, indent=2).replace("\n", "\r\n"),
    "plan": json.dumps(_PLAN, indent=2),
}


@dataclass(frozen=True)
class Broken:
    """A text with one mark removed or added, and the symbols that this did not touch."""

    text: str
    untouched: tuple[str, ...]


def with_mark_removed(base: str) -> Iterator[Broken]:
    """Yield `base` without each of its marks."""
    for at, mark in enumerate(base):
        if mark in MARKS:
            yield Broken(base[:at] + base[at + 1 :], _outside(base, at, at + 1))


def with_mark_added(base: str, mark: str) -> Iterator[Broken]:
    """Yield `base` with `mark` put in at every place."""
    for at in range(len(base) + 1):
        yield Broken(base[:at] + mark + base[at:], _outside(base, at, at))


def strings_in(syntax: Syntax) -> set[str]:
    """Return every string of a tree, keys included: a value may have become a key, but it is there."""
    nodes = [syntax.tree.node(number) for number in range(len(syntax.tree))]
    return {str(node.token) for node in nodes} | {node.value for node in nodes if isinstance(node.value, str)}


def is_json(text: str) -> bool:
    """Return whether Python reads `text`."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _outside(base: str, start: int, end: int) -> tuple[str, ...]:
    """Return the symbols whose quotes and text do not cover the edit."""
    return tuple(match[1] for match in _SYMBOL.finditer(base) if end <= match.start() or match.end() <= start)
