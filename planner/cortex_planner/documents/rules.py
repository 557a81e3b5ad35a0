"""The rules of documents as files: whether they can be read at all, and as what."""

from __future__ import annotations

from cortex_planner.finding import Rule, Severity

DOCUMENT_KIND_UNKNOWN = Rule(
    "document-kind-unknown",
    Severity.ERROR,
    "its name does not say what kind of plan document this is; call it `NAME{suffix}`, "
    "or map it in `[documents]` of cortex.toml",
)
DOCUMENT_UNREADABLE = Rule("document-unreadable", Severity.ERROR, "the file cannot be read: {problem}")
DOCUMENT_TOO_LARGE = Rule(
    "document-too-large",
    Severity.ERROR,
    "the document has {size}; over {limit} only its syntax is checked",
)

RULES = (DOCUMENT_KIND_UNKNOWN, DOCUMENT_UNREADABLE, DOCUMENT_TOO_LARGE)
