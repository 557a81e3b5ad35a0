"""JavaScript: classes, functions, methods, and functions named by what they are assigned to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex_planner.substrate.extract.treesitter import Captures, Grammar, NameParts, extract_with, node_text

if TYPE_CHECKING:
    from cortex_planner.substrate.sections import Found

SHARED_QUERY = """
(function_declaration name: (_) @name) @definition
(generator_function_declaration name: (_) @name) @definition
(class_declaration name: (_) @name) @definition
(method_definition name: (_) @name) @definition
(variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function) (class)]) @definition
(variable_declarator name: (identifier) @name value: (object)) @scope
(assignment_expression left: [(identifier) (member_expression)] @name
  right: [(arrow_function) (function_expression) (generator_function) (class)]) @definition
(assignment_expression left: [(identifier) (member_expression)] @name right: (object)) @scope
(pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function)]) @definition
(pair key: (_) @name value: (object)) @scope
(export_statement "default" @name
  value: [(arrow_function) (function_expression) (generator_function) (class) (object)]) @definition
(export_statement declaration: (_) @wrapped) @wrapper
(export_statement declaration: (_ . (variable_declarator) @wrapped .)) @wrapper
"""
_QUERY = (
    SHARED_QUERY
    + """
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @definition
"""
)


def extract(text: bytes) -> list[Found]:
    """Return the classes and functions of a JavaScript file."""
    return extract_with(_GRAMMAR, text)


def spell(captures: Captures) -> NameParts:
    """Return the parts of a name: `exports.run` has two, a quoted key loses its quotes."""
    node = captures["name"][0]
    text = node_text(node)
    if node.type == "string":
        return (text[1:-1],)
    dotted = node.type in {"member_expression", "nested_identifier"} and "[" not in text and "(" not in text
    return tuple(part.strip() for part in text.split(".")) if dotted else (text,)


def _language() -> object:
    import tree_sitter_javascript

    return tree_sitter_javascript.language()


_GRAMMAR = Grammar(_language, _QUERY, spell)
