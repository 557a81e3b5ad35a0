"""Open documents: their text as the client has it, edit by edit.

It takes the place of pygls' own store, whose lines also end at U+2028 and the like, so that an
edit after such a character would land in the wrong place.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types

from cortex_planner.text.lines import Encoding, LineIndex, Position
from cortex_server.lsp.uris import normal_uri, path_of


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """One version of an open document."""

    uri: str
    path: Path | None
    language_id: str
    version: int
    lines: LineIndex

    @property
    def text(self) -> str:
        """Return the whole text."""
        return self.lines.text

    def changed(
        self, version: int, changes: list[types.TextDocumentContentChangeEvent], encoding: Encoding
    ) -> OpenDocument:
        """Return the document after `changes`, each of which applies to what the one before it made."""
        lines = self.lines
        for change in changes:
            lines = _changed(lines, change, encoding)
        return OpenDocument(self.uri, self.path, self.language_id, version, lines)


class DocumentStore:
    """The documents that the client has open, by their URI, however it spells that."""

    def __init__(self) -> None:
        self._documents: dict[str, OpenDocument] = {}

    def get(self, uri: str | None) -> OpenDocument | None:
        """Return an open document, or None."""
        return self._documents.get(normal_uri(uri)) if uri else None

    def all(self) -> list[OpenDocument]:
        """Return every open document."""
        return list(self._documents.values())

    def open(self, item: types.TextDocumentItem) -> OpenDocument:
        """Note that a document was opened."""
        document = OpenDocument(
            item.uri, path_of(item.uri), item.language_id, item.version, LineIndex.of(item.text)
        )
        self._documents[normal_uri(item.uri)] = document
        return document

    def change(self, params: types.DidChangeTextDocumentParams, encoding: Encoding) -> OpenDocument | None:
        """Make the client's edits; None where the document is not open."""
        before = self.get(params.text_document.uri)
        if before is None:
            return None
        after = before.changed(params.text_document.version, list(params.content_changes), encoding)
        self._documents[normal_uri(before.uri)] = after
        return after

    def close(self, uri: str) -> None:
        """Forget a document."""
        self._documents.pop(normal_uri(uri), None)


def _changed(lines: LineIndex, change: types.TextDocumentContentChangeEvent, encoding: Encoding) -> LineIndex:
    if not isinstance(change, types.TextDocumentContentChangePartial):
        return LineIndex.of(change.text)
    start = lines.offset(Position(change.range.start.line, change.range.start.character), encoding)
    end = lines.offset(Position(change.range.end.line, change.range.end.character), encoding)
    return lines.edited(min(start, end), max(start, end), change.text)
