"""SQL: CREATE TABLE, VIEW, FUNCTION, PROCEDURE and TRIGGER."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cortex_planner.substrate.extract.sql_statements import create_statements
from cortex_planner.substrate.extract.treesitter import Captures, Grammar, NameParts, extract_with, node_text
from cortex_planner.substrate.sections import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

_CREATE = re.compile(rb"\bCREATE\b", re.IGNORECASE)
_QUERY = """
[(create_table) (create_view) (create_materialized_view) (create_function) (create_trigger)] @definition
"""


def extract(text: bytes) -> list[Found]:
    """Return the tables, views and routines of an SQL file."""
    parsed = extract_with(_GRAMMAR, text)
    if len(parsed) == len(_CREATE.findall(text)):
        return parsed
    known = {(item.line_start, item.path) for item in parsed}
    missed = [item for item in _scanned(text) if (item.line_start, item.path) not in known]
    return sorted([*parsed, *missed], key=lambda item: (item.line_start, -item.line_end))


def _scanned(text: bytes) -> Iterator[Found]:
    """Yield the statements that the scanner finds."""
    decoded = text.decode()
    line, at = 0, 0
    for statement in create_statements(decoded):
        line += decoded.count("\n", at, statement.start)
        at = statement.start
        end = line + decoded.count("\n", at, statement.end) + 1
        yield Found(_parts(statement.name), line, end)


def _parts(name: str) -> NameParts:
    return tuple(part.strip().strip('"`[]') for part in name.split("."))


def _spell(captures: Captures) -> NameParts:
    """Return the name that follows CREATE: the first thing that the statement refers to."""
    for child in captures["definition"][0].named_children:
        if child.type == "object_reference":
            return _parts(node_text(child))
    return ()


def _language() -> object:
    import tree_sitter_sql

    return tree_sitter_sql.language()


_GRAMMAR = Grammar(_language, _QUERY, _spell)
