"""Repairs of JSON text. Each is keyed on its rule's code and on the finding's data, never on its message."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from cortex_planner.finding import Edit, Finding, Fix
from cortex_planner.text import rules
from cortex_planner.text.blank import end_before
from cortex_planner.text.edits import removal
from cortex_planner.text.loose import unescape
from cortex_planner.text.syntax import Syntax


def fixes_for(finding: Finding, syntax: Syntax) -> list[Fix]:
    """Return the ways to mend a finding about JSON text."""
    make = _FIXES.get(finding.code)
    fix = make(finding, syntax) if make is not None and finding.anchor.span is not None else None
    if fix is None:
        return []
    return [fix if syntax.balanced else replace(fix, safety="unsafe")]


def _span(finding: Finding) -> tuple[int, int]:
    assert finding.anchor.span is not None  # noqa: S101 - `fixes_for` has looked
    return finding.anchor.span


def _remove_comment(finding: Finding, syntax: Syntax) -> Fix:
    start, end = _span(finding)
    line = syntax.lines.line_of(start)
    line_start, line_end = syntax.lines.starts[line], syntax.lines.line_end(line)
    if end == line_end:
        start = line_start + len(syntax.text[line_start:start].rstrip())
    return Fix.safe("Remove the comment", Edit(start, end, ""))


def _remove(title: str) -> Callable[[Finding, Syntax], Fix]:
    def fix(finding: Finding, _syntax: Syntax) -> Fix:
        start, end = _span(finding)
        return Fix.safe(title, Edit(start, end, ""))

    return fix


def _double_quotes(finding: Finding, syntax: Syntax) -> Fix:
    start, end = _span(finding)
    inside = syntax.text[start + 1 : end - 1]
    value = unescape(inside.replace("\\'", "'").replace('"', '\\"'))
    return Fix.safe("Use double quotes", Edit(start, end, json.dumps(value, ensure_ascii=False)))


def _quote_key(finding: Finding, _syntax: Syntax) -> Fix:
    start, end = _span(finding)
    quoted = json.dumps(finding.data["key"], ensure_ascii=False)
    return Fix.safe(f"Write {quoted}", Edit(start, end, quoted))


def _plain_number(finding: Finding, syntax: Syntax) -> Fix | None:
    start, end = _span(finding)
    replacement = finding.data.get("replacement")
    if replacement is not None:
        return Fix.safe(f"Write {replacement}", Edit(start, end, replacement))
    if any(word in syntax.text[start:end].lower() for word in ("nan", "inf")):
        return Fix.unsafe("Write null", Edit(start, end, "null"))
    return None


def _remove_mark(finding: Finding, _syntax: Syntax) -> Fix | None:
    start, end = _span(finding)
    return (
        Fix.safe("Remove the byte order mark", Edit(start, end, "")) if finding.data.get("remove") else None
    )


def _remove_earlier(finding: Finding, syntax: Syntax) -> Fix | None:
    """Remove the earlier of two equal keys: the last is the one that counts, so nothing else changes.

    Where brackets do not pair, two objects may have run into one, and neither key is too many.
    """
    span = finding.related[0].anchor.span if finding.related and syntax.balanced else None
    number = syntax.tree.at(span[0] + 1) if span is not None else None
    if number is None:
        return None
    return Fix.safe(f"Remove the earlier `{finding.data['key']}`", removal(syntax, number))


def _syntax_repair(finding: Finding, syntax: Syntax) -> Fix | None:
    """Return the repair that the reader noted; where it guesses at structure, a person must choose it."""
    start, end = _span(finding)
    data, text = finding.data, syntax.text
    if data.get("remove"):
        return Fix.unsafe(f"Remove `{text[start:end]}`", Edit(start, end, ""))
    if "replace" in data:
        return Fix.safe(f"Write {data['replace']}", Edit(start, end, data["replace"]))
    if "append" in data:
        return Fix.unsafe(f"Add `{data['append']}` at the end", Edit(end, end, data["append"]))
    if data.get("quote"):
        quoted = json.dumps(text[start:end], ensure_ascii=False)
        return Fix.unsafe(f"Write {quoted[:40]}", Edit(start, end, quoted))
    return _insertion(data.get("insert"), start, end, syntax)


def _insertion(inserted: str | None, start: int, end: int, syntax: Syntax) -> Fix | None:
    if inserted is None:
        return None
    text = syntax.text
    if inserted in {",", ":"}:
        before = end_before(text, start)
        title = "Add the comma" if inserted == "," else "Add the colon"
        edit = Edit(before, before, inserted)
        return Fix.safe(title, edit) if syntax.balanced else Fix.unsafe(title, edit)
    if inserted == "\\":
        return Fix.unsafe("Write the backslash as \\\\", Edit(start, start, "\\"))
    if inserted == '"':
        at = end if text[start : start + 1] == '"' else start
        return Fix.unsafe("Add the quote", Edit(at, at, '"'))
    return Fix.unsafe(f"Add `{inserted}`", Edit(start, start, inserted)) if inserted in "{[" else None


_FIXES: dict[str, Callable[[Finding, Syntax], Fix | None]] = {
    rules.JSON_SYNTAX.code: _syntax_repair,
    rules.JSON_COMMENT.code: _remove_comment,
    rules.JSON_TRAILING_COMMA.code: _remove("Remove the comma"),
    rules.JSON_SINGLE_QUOTES.code: _double_quotes,
    rules.JSON_UNQUOTED_KEY.code: _quote_key,
    rules.JSON_NUMBER.code: _plain_number,
    rules.JSON_ENCODING.code: _remove_mark,
    rules.JSON_DUPLICATE_KEY.code: _remove_earlier,
}
