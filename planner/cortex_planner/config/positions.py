"""Where things stand in a `cortex.toml`: spans of keys and values by JSON pointer, from a TOML grammar.

`tomllib` gives values without positions, so the text is parsed a second time, and only when there
is something to report.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import tree_sitter_toml
from tree_sitter import Language, Node, Parser

from cortex_planner.finding import Anchor, Part, Span
from cortex_planner.text.pointer import pointer_of

Tokens = tuple[str | int, ...]


class Positions:
    """The spans of every key and value of a TOML text."""

    def __init__(self, text: str) -> None:
        self._data = text.encode("utf-8", "surrogatepass")
        self._ascii = text.isascii()
        self._keys: dict[str, Span] = {}
        self._values: dict[str, Span] = {}
        self._tables: dict[str, Span] = {}
        tree = Parser(Language(tree_sitter_toml.language())).parse(self._data)
        self._read_document(tree.root_node)

    def span(self, anchor: Anchor) -> Span:
        """Return where an anchor is; where its place is not written, the nearest place above it."""
        if anchor.span is not None:
            return anchor.span
        pointer = anchor.pointer
        first, second = (
            (self._values, self._keys)
            if anchor.part in (Part.VALUE, Part.BRACE)
            else (self._keys, self._values)
        )
        while pointer:
            span = first.get(pointer) or second.get(pointer)
            if span is not None:
                return span
            pointer = pointer.rpartition("/")[0]
            first, second = self._keys, self._values
        return 0, min(1, len(self._data))

    def key(self, pointer: str) -> Span | None:
        """Return where the key at `pointer` is written, or None where it is not."""
        return self._keys.get(pointer)

    def value(self, pointer: str) -> Span | None:
        """Return where the value at `pointer` is written behind its key, or None where it is not."""
        return self._values.get(pointer)

    def end(self, pointer: str) -> int | None:
        """Return where the last of the values at and below `pointer` ends, or None where none is written."""
        below = f"{pointer}/"
        ends = (span[1] for each, span in self._values.items() if f"{each}/".startswith(below))
        return max(ends, default=None)

    def table(self, pointer: str) -> Span | None:
        """Return where a table with a header of its own stands, up to the end of its last member, or None."""
        return self._tables.get(pointer)

    def _read_document(self, document: Node) -> None:
        counts: dict[Tokens, int] = {}
        for child in document.named_children:
            if child.type == "pair":
                self._read_pair(child, (), counts)
            elif child.type in {"table", "table_array_element"}:
                self._read_table(child, counts)

    def _read_table(self, table: Node, counts: dict[Tokens, int]) -> None:
        header = table.named_children[0]
        tokens = self._note_key(header, (), counts)
        if table.type == "table_array_element":
            index = counts.get(tokens, 0)
            counts[tokens] = index + 1
            tokens = (*tokens, index)
            self._keys[pointer_of(tokens)] = self._span(header)
        last = header
        for child in table.named_children[1:]:
            if child.type == "pair":
                self._read_pair(child, tokens, counts)
                last = child
        self._tables[pointer_of(tokens)] = self._span(table)[0], self._span(last)[1]

    def _read_pair(self, pair: Node, prefix: Tokens, counts: dict[Tokens, int]) -> None:
        key, *rest = [child for child in pair.named_children if child.type != "comment"]
        tokens = self._note_key(key, prefix, counts)
        if rest:
            self._read_value(rest[0], tokens, counts)

    def _read_value(self, value: Node, tokens: Tokens, counts: dict[Tokens, int]) -> None:
        self._values[pointer_of(tokens)] = self._span(value)
        if value.type == "inline_table":
            for child in value.named_children:
                if child.type == "pair":
                    self._read_pair(child, tokens, counts)
        elif value.type == "array":
            items = [child for child in value.named_children if child.type != "comment"]
            for index, item in enumerate(items):
                self._read_value(item, (*tokens, index), counts)

    def _note_key(self, key: Node, prefix: Tokens, counts: dict[Tokens, int]) -> Tokens:
        """Note a key, dotted or not, below `prefix`; a name of an array of tables means its last table."""
        tokens = prefix
        for part in self._key_parts(key):
            if tokens in counts:
                tokens = (*tokens, counts[tokens] - 1)
            tokens = (*tokens, self._key_text(part))
            self._keys.setdefault(pointer_of(tokens), self._span(part))
        return tokens

    def _key_parts(self, key: Node) -> Iterator[Node]:
        if key.type == "dotted_key":
            for child in key.named_children:
                yield from self._key_parts(child)
        else:
            yield key

    def _key_text(self, key: Node) -> str:
        text = self._data[key.start_byte : key.end_byte].decode("utf-8", "replace")
        if key.type != "quoted_key":
            return text
        try:
            return next(iter(tomllib.loads(f"{text} = 0")))
        except tomllib.TOMLDecodeError:
            return text[1:-1]

    def _span(self, node: Node) -> Span:
        start, end = node.start_byte, node.end_byte
        if self._ascii:
            return start, end
        before = len(self._data[:start].decode("utf-8", "replace"))
        return before, before + len(self._data[start:end].decode("utf-8", "replace"))
