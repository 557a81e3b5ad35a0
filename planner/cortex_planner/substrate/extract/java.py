"""Java: classes, interfaces, enums, records, annotation types, methods and constructors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex_planner.substrate.extract.treesitter import Grammar, extract_with

if TYPE_CHECKING:
    from cortex_planner.substrate.sections import Found

_QUERY = """
(class_declaration name: (_) @name) @definition
(interface_declaration name: (_) @name) @definition
(enum_declaration name: (_) @name) @definition
(record_declaration name: (_) @name) @definition
(annotation_type_declaration name: (_) @name) @definition
(method_declaration name: (_) @name) @definition
(constructor_declaration name: (_) @name) @definition
(compact_constructor_declaration name: (_) @name) @definition
"""


def extract(text: bytes) -> list[Found]:
    """Return the types and methods of a Java file."""
    return extract_with(_GRAMMAR, text)


def _language() -> object:
    import tree_sitter_java

    return tree_sitter_java.language()


_GRAMMAR = Grammar(_language, _QUERY)
