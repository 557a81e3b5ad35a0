"""The driver that all tree-sitter languages share.

A language gives a grammar, a query and perhaps a function that spells names. The query's captures:

    @definition  a class or function: one section
    @scope       something that only qualifies the names inside it (a namespace, an `impl`)
    @name        the name of either, in the same pattern
    @wrapper     a node round a definition (decorators, `export`, `template<...>`): the definition that is
    @wrapped     captured with it starts where the wrapper starts
    @leading     a decorator or attribute that stands before its definition as a sibling
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from cortex_planner.substrate.sections import Found

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Query

Captures = dict[str, list["Node"]]
NameParts = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grammar:
    """What a language tells the driver. `spell` returns the parts of a name, () to leave the match out."""

    language: Callable[[], object]
    query: str
    spell: Callable[[Captures], NameParts] | None = None
    comments: frozenset[str] = frozenset({"comment", "line_comment", "block_comment"})


class _Named(NamedTuple):
    """A captured definition or scope, reduced to what nesting needs."""

    start_byte: int
    end_byte: int
    line_start: int
    line_end: int
    parts: NameParts
    is_definition: bool


def extract_with(grammar: Grammar, text: bytes) -> list[Found]:
    """Return the definitions in `text`, in document order, outer before inner."""
    from tree_sitter import QueryCursor

    parser, query = _loaded(grammar)
    tree = parser.parse(text)
    matches = [captures for _, captures in QueryCursor(query).matches(tree.root_node)]
    starts = _Starts(grammar, matches)
    return _nested([named for captures in matches if (named := _named(grammar, captures, starts))])


def node_text(node: Node) -> str:
    """Return the source text of a node."""
    return (node.text or b"").decode(errors="replace")


@lru_cache(maxsize=16)
def _loaded(grammar: Grammar) -> tuple[Parser, Query]:
    from tree_sitter import Language, Parser, Query

    language = Language(grammar.language())
    return Parser(language), Query(language, grammar.query)


def _named(grammar: Grammar, captures: Captures, starts: _Starts) -> _Named | None:
    """Return what a match names, or None where it is only about decorators."""
    is_definition = "definition" in captures
    if not is_definition and "scope" not in captures:
        return None
    parts = grammar.spell(captures) if grammar.spell else _written_name(captures)
    if not parts:
        return None
    node = captures["definition" if is_definition else "scope"][0]
    return _Named(
        node.start_byte, node.end_byte, starts.line_of(node), _line_after(node), parts, is_definition
    )


def _written_name(captures: Captures) -> NameParts:
    names = captures.get("name")
    return (node_text(names[0]),) if names else ()


def _line_after(node: Node) -> int:
    """Return the line after the node's last; a node that ends at a line's start does not touch it."""
    row, column = node.end_point
    return max(row if column == 0 else row + 1, node.start_point[0] + 1)


class _Starts:
    """Where definitions start, decorators and attributes included."""

    def __init__(self, grammar: Grammar, matches: Sequence[Captures]) -> None:
        self._comments = grammar.comments
        self._leading = {node.id for captures in matches for node in captures.get("leading", ())}
        self._wrappers = {
            _extent(captures["wrapped"][0]): captures["wrapper"][0]
            for captures in matches
            if "wrapped" in captures
        }

    def line_of(self, node: Node) -> int:
        """Return the line on which the definition at `node` starts."""
        while self._wrappers and (wrapper := self._wrappers.get(_extent(node))) is not None:
            node = wrapper
        return self._first_leading(node) if self._leading else node.start_point[0]

    def _first_leading(self, node: Node) -> int:
        """Return the line of the first decorator or attribute before `node`, looking past comments."""
        first = node.start_point[0]
        sibling = node.prev_named_sibling
        while sibling is not None and (sibling.id in self._leading or sibling.type in self._comments):
            if sibling.id in self._leading:
                first = sibling.start_point[0]
            sibling = sibling.prev_named_sibling
        return first


def _extent(node: Node) -> tuple[int, int, str]:
    return node.start_byte, node.end_byte, node.type


def _nested(named: Sequence[_Named]) -> list[Found]:
    """Turn nodes into qualified names: what encloses a definition comes before its own name."""
    found: list[Found] = []
    enclosing: list[tuple[_Named, NameParts]] = []
    for item in sorted(named, key=lambda item: (item.start_byte, -item.end_byte)):
        while enclosing and not _encloses(enclosing[-1][0], item):
            enclosing.pop()
        path = (*enclosing[-1][1], *item.parts) if enclosing else item.parts
        enclosing.append((item, path))
        if item.is_definition:
            found.append(Found(path, item.line_start, item.line_end))
    return found


def _encloses(outer: _Named, inner: _Named) -> bool:
    """Return whether one node lies inside another; two names of one node are siblings."""
    same = outer.start_byte == inner.start_byte and outer.end_byte == inner.end_byte
    return outer.end_byte > inner.start_byte and not same
