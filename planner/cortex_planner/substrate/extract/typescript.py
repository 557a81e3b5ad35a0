"""TypeScript: what JavaScript has, and interfaces, enums, abstract classes and namespaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex_planner.substrate.extract.javascript import SHARED_QUERY, spell
from cortex_planner.substrate.extract.treesitter import Grammar, extract_with

if TYPE_CHECKING:
    from cortex_planner.substrate.sections import Found

_QUERY = (
    SHARED_QUERY
    + """
(abstract_class_declaration name: (_) @name) @definition
(interface_declaration name: (_) @name) @definition
(enum_declaration name: (_) @name) @definition
(abstract_method_signature name: (_) @name) @definition
(interface_body (method_signature name: (_) @name) @definition)
(ambient_declaration (function_signature name: (_) @name) @definition)
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @definition
(internal_module name: (_) @name) @scope
(module name: (_) @name) @scope
(ambient_declaration (_) @wrapped) @wrapper
(decorator) @leading
"""
)


def extract(text: bytes) -> list[Found]:
    """Return the classes and functions of a TypeScript file."""
    return extract_with(_TYPESCRIPT, text)


def extract_tsx(text: bytes) -> list[Found]:
    """Return the classes and functions of a TypeScript file with JSX."""
    return extract_with(_TSX, text)


def _typescript() -> object:
    import tree_sitter_typescript

    return tree_sitter_typescript.language_typescript()


def _tsx() -> object:
    import tree_sitter_typescript

    return tree_sitter_typescript.language_tsx()


_TYPESCRIPT = Grammar(_typescript, _QUERY, spell)
_TSX = Grammar(_tsx, _QUERY, spell)
