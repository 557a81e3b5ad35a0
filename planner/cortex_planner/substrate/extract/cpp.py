"""C++: what C has, and classes, methods inside and outside of them, templates; namespaces qualify names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cortex_planner.substrate.extract.c import SHARED_QUERY
from cortex_planner.substrate.extract.treesitter import Captures, Grammar, NameParts, extract_with, node_text

if TYPE_CHECKING:
    from tree_sitter import Node

    from cortex_planner.substrate.sections import Found

_QUERY = (
    SHARED_QUERY
    + """
(class_specifier name: (_) @name body: (_)) @definition
(concept_definition name: (_) @name) @definition
(namespace_definition name: (_) @name) @scope
(template_declaration (_) @wrapped .) @wrapper
"""
)
_TEMPLATE_ARGUMENTS = re.compile(r"<[^<>]*>")
_SPACES = re.compile(r"\s+")


def extract(text: bytes) -> list[Found]:
    """Return the functions and types of a C++ file."""
    return extract_with(_GRAMMAR, text)


def _spell(captures: Captures) -> NameParts:
    if "name" in captures:
        return _parts(node_text(captures["name"][0]))
    node: Node = captures["declarator"][0]
    while (inner := _inner_declarator(node)) is not None:
        node = inner
    if node.type == "operator_cast":
        return _parts(node_text(node).partition("(")[0])
    return _parts(node_text(node))


def _inner_declarator(node: Node) -> Node | None:
    """Return the declarator inside a declarator; a reference's has no field name."""
    if node.type == "operator_cast":
        return None
    inner = node.child_by_field_name("declarator")
    if inner is None and node.type == "reference_declarator":
        return node.named_children[-1] if node.named_children else None
    return inner


def _parts(text: str) -> NameParts:
    """Return the parts of a qualified name, without template arguments: `a::X<int>::g` is a, X, g."""
    head, operator, tail = text.partition("operator")
    if not operator or head[-1:].isalnum() or tail[:1].isalnum() or tail[:1] == "_":
        head, operator, tail = text, "", ""
    while (shorter := _TEMPLATE_ARGUMENTS.sub("", head)) != head:
        head = shorter
    parts = [part.strip() for part in head.split("::")]
    parts[-1] += operator + tail
    return tuple(_SPACES.sub(" ", part) for part in parts if part)


def _language() -> object:
    import tree_sitter_cpp

    return tree_sitter_cpp.language()


_GRAMMAR = Grammar(_language, _QUERY, _spell)
