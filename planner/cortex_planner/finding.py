"""A finding: something that a document says and that its author should know.

A *rule* is the identity of one kind of finding: its code, how grave it is, what it says and what
can be done. A *finding* is one place where a rule applies. A *fix* is one way to mend a finding,
as edits of the text. Checks return findings with a JSON pointer; only `cortex_planner.text`
knows offsets and lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Literal, Self

Span = tuple[int, int]
"""A half-open range of code-point offsets in a text."""


class Severity(StrEnum):
    """How grave a finding is: only errors refuse a plan."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"

    @property
    def rank(self) -> int:
        """Return 0 for the gravest."""
        return ("error", "warning", "hint").index(self.value)


class Part(StrEnum):
    """Which part of the place that a pointer names is meant."""

    KEY = "key"
    VALUE = "value"
    WHOLE = "whole"
    BRACE = "brace"


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a finding is: a JSON pointer, the part of it, and its span where text was read."""

    pointer: str = ""
    part: Part = Part.VALUE
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that explains a finding; `file` is None for the same document, else a path and a line."""

    message: str
    anchor: Anchor
    file: str | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Rule:
    """The identity of one kind of finding.

    `message` and `fix` are templates for `str.format`; `fix` is the title of the repair that the
    rule offers, or None where there is none to offer.
    """

    code: str
    severity: Severity
    message: str
    fix: str | None = None

    @property
    def advisory(self) -> bool:
        """Return whether a team may switch the rule off, lower it or raise it."""
        return self.severity is not Severity.ERROR

    def at(
        self,
        anchor: Anchor,
        *,
        related: tuple[Related, ...] = (),
        data: Mapping[str, Any] | None = None,
        **words: object,
    ) -> Finding:
        """Return the finding of this rule at `anchor`; `words` fill the message."""
        return Finding(
            code=self.code,
            severity=self.severity,
            message=self.message.format(**words),
            anchor=anchor,
            data=data or {},
            related=related,
        )


@dataclass(frozen=True, slots=True)
class Finding:
    """One place where a rule applies."""

    code: str
    severity: Severity
    message: str
    anchor: Anchor = field(default_factory=Anchor)
    data: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    related: tuple[Related, ...] = ()


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the text of `start:end` by `new_text`."""

    start: int
    end: int
    new_text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """One way to mend a finding. A safe fix never changes what the document means to say."""

    title: str
    safety: Literal["safe", "unsafe"]
    edits: tuple[Edit, ...]

    @classmethod
    def safe(cls, title: str, *edits: Edit) -> Self:
        """Return a fix that may be applied without asking."""
        return cls(title, "safe", edits)

    @classmethod
    def unsafe(cls, title: str, *edits: Edit) -> Self:
        """Return a fix that a person must choose."""
        return cls(title, "unsafe", edits)


def apply_edits(text: str, edits: tuple[Edit, ...]) -> str:
    """Return `text` with all `edits` made; they refer to the original and must not overlap."""
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start < at:
            msg = "edits overlap"
            raise ValueError(msg)
        parts += (text[at : edit.start], edit.new_text)
        at = edit.end
    parts.append(text[at:])
    return "".join(parts)
