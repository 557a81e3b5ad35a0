"""C: function definitions, and structs, unions and enums with a body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex_planner.substrate.extract.treesitter import Captures, Grammar, NameParts, extract_with, node_text

if TYPE_CHECKING:
    from tree_sitter import Node

    from cortex_planner.substrate.sections import Found

SHARED_QUERY = """
(function_definition declarator: (_) @declarator) @definition
(struct_specifier name: (_) @name body: (_)) @definition
(union_specifier name: (_) @name body: (_)) @definition
(enum_specifier name: (_) @name body: (_)) @definition
(type_definition type: (struct_specifier !name body: (_)) declarator: (type_identifier) @name) @definition
(type_definition type: (union_specifier !name body: (_)) declarator: (type_identifier) @name) @definition
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @name) @definition
(type_definition type: (_) @wrapped) @wrapper
"""


def extract(text: bytes) -> list[Found]:
    """Return the functions and types of a C file."""
    return extract_with(_GRAMMAR, text)


def spell(captures: Captures) -> NameParts:
    """Return the name of a type, or of a function dug out of its declarator (`*f(int)`)."""
    if "name" in captures:
        return (node_text(captures["name"][0]),)
    node: Node | None = captures["declarator"][0]
    while node is not None and (inner := node.child_by_field_name("declarator")) is not None:
        node = inner
    return (node_text(node),) if node is not None and node.type == "identifier" else ()


def _language() -> object:
    import tree_sitter_c

    return tree_sitter_c.language()


_GRAMMAR = Grammar(_language, SHARED_QUERY, spell)
