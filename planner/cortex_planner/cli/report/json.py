"""Findings for programs: one JSON object, lines and columns from 1, columns in code points."""

from __future__ import annotations

import json
from typing import Any, TextIO

from cortex_planner.cli.checking import FileReport
from cortex_planner.finding import Edit, Finding
from cortex_planner.text.lines import LineIndex

SCHEMA_VERSION = 1


def report_json(reports: list[FileReport], stream: TextIO) -> None:
    """Write all findings as one JSON object."""
    findings = []
    for report in reports:
        lines = report.lines
        findings += [_described(report, finding, lines) for finding in report.findings]
    json.dump({"schema_version": SCHEMA_VERSION, "findings": findings}, stream, indent=2)
    stream.write("\n")


def _described(report: FileReport, finding: Finding, lines: LineIndex) -> dict[str, Any]:
    return {
        "file": report.shown,
        "code": finding.code,
        "severity": finding.severity.value,
        "message": finding.message,
        **finding_range(finding, lines),
        "pointer": finding.anchor.pointer,
        "data": dict(finding.data),
        "fixes": [
            {
                "title": fix.title,
                "safety": fix.safety,
                "edits": [_edit(edit, lines) for edit in fix.edits],
            }
            for fix in report.fixes(finding)
        ],
    }


def finding_range(finding: Finding, lines: LineIndex) -> dict[str, int]:
    """Return where a finding is: lines and columns from 1, ends exclusive."""
    return _range(*(finding.anchor.span or (0, 0)), lines)


def _edit(edit: Edit, lines: LineIndex) -> dict[str, Any]:
    return {
        **_range(edit.start, edit.end, lines),
        "start": edit.start,
        "end": edit.end,
        "new_text": edit.new_text,
    }


def _range(start: int, end: int, lines: LineIndex) -> dict[str, int]:
    first, last = lines.position(start), lines.position(end)
    return {
        "line": first.line + 1,
        "column": first.column + 1,
        "end_line": last.line + 1,
        "end_column": last.column + 1,
    }
