"""Rust: functions, structs, enums, unions, traits, with their attributes; `impl` and `mod` qualify names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cortex_planner.substrate.extract.treesitter import Captures, Grammar, NameParts, extract_with, node_text

if TYPE_CHECKING:
    from cortex_planner.substrate.sections import Found

_QUERY = """
(function_item name: (_) @name) @definition
(function_signature_item name: (_) @name) @definition
(struct_item name: (_) @name) @definition
(enum_item name: (_) @name) @definition
(union_item name: (_) @name) @definition
(trait_item name: (_) @name) @definition
(impl_item type: (_) @name) @scope
(mod_item name: (_) @name body: (_)) @scope
(attribute_item) @leading
"""
_TYPE_ARGUMENTS = re.compile(r"<.*\Z", re.DOTALL)


def extract(text: bytes) -> list[Found]:
    """Return the functions and types of a Rust file."""
    return extract_with(_GRAMMAR, text)


def _spell(captures: Captures) -> NameParts:
    """Return a name without type arguments, and of a path only its end: `impl T for m::A<X>` means `A`."""
    name = _TYPE_ARGUMENTS.sub("", node_text(captures["name"][0])) or node_text(captures["name"][0])
    return (name.rpartition("::")[2].strip(),)


def _language() -> object:
    import tree_sitter_rust

    return tree_sitter_rust.language()


_GRAMMAR = Grammar(_language, _QUERY, _spell)
