"""The rules of JSON text: what makes it something else than JSON, whatever it wants to say."""

from __future__ import annotations

from cortex_planner.finding import Rule, Severity

JSON_SYNTAX = Rule("json-syntax", Severity.ERROR, "{problem}", "{repair}")
JSON_COMMENT = Rule("json-comment", Severity.ERROR, "JSON has no comments", "Remove the comment")
JSON_TRAILING_COMMA = Rule(
    "json-trailing-comma", Severity.ERROR, "a comma before `{closer}` is not JSON", "Remove the comma"
)
JSON_SINGLE_QUOTES = Rule(
    "json-single-quotes", Severity.ERROR, "strings stand in double quotes", "Use double quotes"
)
JSON_UNQUOTED_KEY = Rule(
    "json-unquoted-key", Severity.ERROR, "the key `{key}` must stand in double quotes", 'Write "{key}"'
)
JSON_NUMBER = Rule("json-number", Severity.ERROR, "{problem}", "Write {replacement}")
JSON_ENCODING = Rule("json-encoding", Severity.ERROR, "{problem}", "Remove the {mark}")
JSON_DEPTH = Rule("json-depth", Severity.ERROR, "nested deeper than {limit} levels; nothing below is read")
JSON_DUPLICATE_KEY = Rule(
    "json-duplicate-key",
    Severity.ERROR,
    "the key `{key}` is already there; only the last one would count",
    "Remove the earlier `{key}`",
)

RULES = (
    JSON_SYNTAX,
    JSON_COMMENT,
    JSON_TRAILING_COMMA,
    JSON_SINGLE_QUOTES,
    JSON_UNQUOTED_KEY,
    JSON_NUMBER,
    JSON_ENCODING,
    JSON_DEPTH,
    JSON_DUPLICATE_KEY,
)
