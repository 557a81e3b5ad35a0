"""Go: functions, methods (named after their receiver's type) and named types."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cortex_planner.substrate.extract.treesitter import Captures, Grammar, NameParts, extract_with, node_text

if TYPE_CHECKING:
    from cortex_planner.substrate.sections import Found

_QUERY = """
(function_declaration name: (_) @name) @definition
(method_declaration receiver: (parameter_list) @receiver name: (_) @name) @definition
(type_spec name: (_) @name) @definition
(type_declaration . (type_spec) @wrapped .) @wrapper
"""
_RECEIVER_TYPE = re.compile(r"(\w+)\s*(?:\[[^\]]*\]\s*)?,?\s*\)\s*\Z")


def extract(text: bytes) -> list[Found]:
    """Return the functions, methods and types of a Go file."""
    return extract_with(_GRAMMAR, text)


def _spell(captures: Captures) -> NameParts:
    name = node_text(captures["name"][0])
    receiver = captures.get("receiver")
    match = _RECEIVER_TYPE.search(node_text(receiver[0])) if receiver else None
    return (match[1], name) if match else (name,)


def _language() -> object:
    import tree_sitter_go

    return tree_sitter_go.language()


_GRAMMAR = Grammar(_language, _QUERY, _spell)
