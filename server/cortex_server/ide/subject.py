"""The subject: what the cursor is on: a symbol, a file, the intent, a budget, a field, a step."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from cortex_planner import forms
from cortex_planner.documents.analysis import Analysis
from cortex_planner.finding import Span
from cortex_planner.kinds import Kind
from cortex_planner.text.tree import Node

_ITEM = re.compile(r"/inputs/(symbols|files|notes)/\d+\Z")
_STEP = re.compile(r"/steps/(\d+)/step_id\Z")


class SubjectKind(StrEnum):
    """What sort of thing the cursor is on."""

    SYMBOL = "symbol"
    FILE = "file"
    NOTE = "note"
    INTENT = "intent"
    BUDGET = "budget"
    STEP = "step"
    FIELD = "field"


@dataclass(frozen=True, slots=True)
class Subject:
    """What the cursor is on; `text` is its name, `pointer` and `span` its place."""

    kind: SubjectKind
    text: str
    pointer: str
    span: Span


def subject_at(analysis: Analysis, offset: int) -> Subject | None:
    """Return what stands at `offset`, also while the text is broken elsewhere; None where nothing does."""
    tree = analysis.syntax.tree
    number = tree.at(offset)
    if number is None:
        return None
    node = tree.node(number)
    pointer = tree.pointer(number)
    if node.key_span is not None and node.key_span[0] <= offset <= node.key_span[1] and offset < node.start:
        return _of_key(node, pointer)
    if not node.start <= offset <= node.end or isinstance(node.value, dict | list):
        return None
    return _of_value(node, pointer) or _of_output(analysis, node, pointer)


def _of_key(node: Node, pointer: str) -> Subject:
    span = node.key_span or node.span
    name = str(node.token)
    if forms.is_symbol_id(name):
        return Subject(SubjectKind.SYMBOL, name, pointer, span)
    if pointer.startswith("/budgets/"):
        return Subject(SubjectKind.BUDGET, name, pointer, span)
    return Subject(SubjectKind.FIELD, name, pointer, span)


def _of_value(node: Node, pointer: str) -> Subject | None:
    if pointer.startswith("/budgets/"):
        return Subject(SubjectKind.BUDGET, str(node.token), pointer, node.span)
    if not isinstance(node.value, str):
        return None
    kind = _string_kind(node.value, pointer)
    return Subject(kind, node.value, pointer, node.span) if kind is not None else None


def _of_output(analysis: Analysis, node: Node, pointer: str) -> Subject | None:
    """Return the field of a value that a plan output has as it was compiled: its ordinal, op, hash."""
    if analysis.kind is not Kind.PLAN_OUTPUT or not isinstance(node.token, str):
        return None
    return Subject(SubjectKind.FIELD, node.token, pointer, node.span)


def _string_kind(value: str, pointer: str) -> SubjectKind | None:
    """Return what a string names: by its form where that says it, otherwise by its place."""
    item = _ITEM.match(pointer)
    if forms.is_symbol_id(value) and (item is None or item[1] != "notes"):
        return SubjectKind.SYMBOL
    if item is not None:
        return SubjectKind.FILE if item[1] == "files" else SubjectKind.NOTE if item[1] == "notes" else None
    if pointer.endswith("/refs/file_path"):
        return SubjectKind.FILE
    if _STEP.match(pointer):
        return SubjectKind.STEP
    return SubjectKind.INTENT if pointer == "/intent" else None
