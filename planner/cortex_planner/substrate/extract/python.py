"""Python: classes and functions, with their decorators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex_planner.substrate.extract.treesitter import Grammar, extract_with

if TYPE_CHECKING:
    from cortex_planner.substrate.sections import Found

_QUERY = """
(function_definition name: (identifier) @name) @definition
(class_definition name: (identifier) @name) @definition
(decorated_definition definition: (_) @wrapped) @wrapper
"""


def extract(text: bytes) -> list[Found]:
    """Return the classes and functions of a Python file."""
    return extract_with(_GRAMMAR, text)


def _language() -> object:
    import tree_sitter_python

    return tree_sitter_python.language()


_GRAMMAR = Grammar(_language, _QUERY)
