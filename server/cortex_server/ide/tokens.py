"""Semantic tokens: what each name in a document is, and whether it is there, so that editors can colour it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from cortex_planner.finding import Span
from cortex_planner.kinds import Kind
from cortex_planner.substrate.model import Section, SymbolEntry
from cortex_server.ide.legend import EXCEEDED, RESOLVED, UNBOUNDED, UNKNOWN
from cortex_server.ide.mentions import Mention, inside
from cortex_server.ide.subject import SubjectKind
from cortex_server.ide.view import View

_LINE_END = re.compile(r"[\r\n]")
_TYPE_OF = {
    SubjectKind.SYMBOL: "symbol",
    SubjectKind.FILE: "file",
    SubjectKind.STEP: "stepId",
    SubjectKind.BUDGET: "budget",
    SubjectKind.INTENT: "intent",
}


class Token(NamedTuple):
    """A piece of one line; `kind` is a type of the legend, `modifier` one of its modifiers or empty."""

    start: int
    end: int
    kind: str
    modifier: str


def tokens(view: View, visible: Span | None = None) -> list[Token]:
    """Return the tokens in document order, all of them or those that touch `visible`; none overlap."""
    text, known = view.analysis.syntax.text, _Known(view)
    first, last = visible if visible is not None else (0, len(text))
    found: list[Token] = []
    reached = 0
    for mention in view.mentions:
        start, end = inside(mention.span, text)
        if end < first or last < start or not reached <= start < end:
            continue
        if _LINE_END.search(text, start, end) is None:
            found.append(Token(start, end, _TYPE_OF[mention.kind], known.modifier(mention)))
            reached = end
    return found


class _Known:
    """What the index and the configuration know of the names of one document, asked for at once."""

    def __init__(self, view: View) -> None:
        analysis = view.analysis
        self._semantics = analysis.semantics
        self._intents = analysis.world.configuration.config.intents
        self._is_request = analysis.kind is Kind.PLAN_REQUEST
        self._symbols: Mapping[str, SymbolEntry | None] = {}
        self._files: Mapping[str, Section | None] = {}
        index = analysis.world.index
        if self._semantics is not None:
            self._symbols, self._files = self._semantics.entries, self._semantics.sections
        elif index is not None:
            self._symbols = index.symbols(view.named(SubjectKind.SYMBOL))
            self._files = index.files(view.named(SubjectKind.FILE))

    def modifier(self, mention: Mention) -> str:
        """Return what is known of a name; nothing where nobody can say."""
        if mention.kind is SubjectKind.SYMBOL:
            return self._of_symbol(mention.text)
        if mention.kind is SubjectKind.FILE:
            return self._of_file(mention.text)
        if mention.kind is SubjectKind.BUDGET:
            use = self._semantics.budgets.get(mention.text[4:]) if self._semantics is not None else None
            return EXCEEDED if use is not None and use.exceeded else ""
        return RESOLVED if mention.kind is SubjectKind.INTENT and mention.text in self._intents else ""

    def _of_symbol(self, name: str) -> str:
        if name not in self._symbols:
            return ""
        entry = self._symbols[name]
        if entry is None:
            return UNKNOWN
        return UNBOUNDED if entry.unbounded else RESOLVED

    def _of_file(self, path: str) -> str:
        """Return whether a file is there; a plan may also write one that is not there yet."""
        if self._files.get(path) is not None:
            return RESOLVED
        return UNKNOWN if self._is_request and path in self._files else ""
