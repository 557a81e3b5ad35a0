"""From our values to LSP's. Bulk results are plain dicts: lsprotocol's objects are slow by the thousand."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cortex_planner.finding import Edit, Finding, Related, Severity, Span
from cortex_planner.rulebook import page_path
from cortex_planner.text.lines import Encoding, LineIndex
from cortex_server.lsp.client import Client
from cortex_server.lsp.store import OpenDocument
from cortex_server.lsp.uris import uri_of

_SEVERITIES = {Severity.ERROR: 1, Severity.WARNING: 2, Severity.HINT: 4}
SOURCE = "cortex"
_UNNECESSARY = frozenset({"input-repeated", "plan-empty"})
"""Findings about what could be left out; editors grey it."""


def position_of(offset: int, lines: LineIndex, encoding: Encoding) -> dict[str, int]:
    """Return the LSP position of an offset."""
    line, column = lines.position(offset, encoding)
    return {"line": line, "character": column}


def range_of(span: Span, lines: LineIndex, encoding: Encoding) -> dict[str, Any]:
    """Return the LSP range of a span."""
    line, column, end_line, end_column = lines.ends(span[0], span[1], encoding)
    return {
        "start": {"line": line, "character": column},
        "end": {"line": end_line, "character": end_column},
    }


def ranges_of(spans: Iterable[Span], lines: LineIndex, encoding: Encoding) -> list[dict[str, Any]]:
    """Return the LSP ranges of many spans."""
    starts, ranges = lines.starts, []
    simple, last_line = encoding is Encoding.UTF32 or lines.text.isascii(), len(lines.starts) - 1
    for start, end in spans:
        line = bisect_right(starts, start) - 1
        if simple and (line == last_line or end < starts[line + 1]):
            begin = starts[line]
            first, last = {"line": line, "character": start - begin}, {"line": line, "character": end - begin}
            ranges.append({"start": first, "end": last})
        else:
            ranges.append(range_of((start, end), lines, encoding))
    return ranges


def text_edits(edits: Iterable[Edit], lines: LineIndex, encoding: Encoding) -> list[dict[str, Any]]:
    """Return edits as LSP wants them."""
    return [
        {"range": range_of((edit.start, edit.end), lines, encoding), "newText": edit.new_text}
        for edit in edits
    ]


class FileEdits(NamedTuple):
    """Edits of one file; `version` is that of the open document they are for, None where it is not open."""

    uri: str
    version: int | None
    edits: list[dict[str, Any]]

    @classmethod
    def of(cls, document: OpenDocument, edits: Iterable[Edit], encoding: Encoding) -> FileEdits:
        """Return the edits of an open document."""
        return cls(document.uri, document.version, text_edits(edits, document.lines, encoding))

    @property
    def versioned(self) -> dict[str, Any]:
        """Return the edits with the version that they are for."""
        return {"textDocument": {"uri": self.uri, "version": self.version}, "edits": self.edits}


def workspace_edit(files: Iterable[FileEdits], client: Client) -> dict[str, Any]:
    """Return edits as a change of the workspace, with versions where the client takes them."""
    if client.takes_versioned_edits:
        return {"documentChanges": [each.versioned for each in files]}
    return {"changes": {each.uri: each.edits for each in files}}


def diagnostic_of(finding: Finding, uri: str, lines: LineIndex, encoding: Encoding) -> dict[str, Any]:
    """Return the LSP diagnostic of a finding."""
    diagnostic = {
        "range": range_of(finding.anchor.span or (0, 0), lines, encoding),
        "severity": _SEVERITIES[finding.severity],
        "code": finding.code,
        "codeDescription": {"href": _page_uri(finding.code)},
        "source": SOURCE,
        "message": finding.message,
        "data": {"pointer": finding.anchor.pointer, **finding.data},
    }
    if finding.code in _UNNECESSARY:
        diagnostic["tags"] = [1]
    if finding.related:
        diagnostic["relatedInformation"] = [_related(each, uri, lines, encoding) for each in finding.related]
    return diagnostic


def _related(related: Related, uri: str, lines: LineIndex, encoding: Encoding) -> dict[str, Any]:
    if related.file is None:
        place = {"uri": uri, "range": range_of(related.anchor.span or (0, 0), lines, encoding)}
    else:
        start = {"line": related.line, "character": 0}
        place = {"uri": uri_of(Path(related.file)), "range": {"start": start, "end": start}}
    return {"location": place, "message": related.message}


@cache
def _page_uri(code: str) -> str:
    return uri_of(page_path(code))
