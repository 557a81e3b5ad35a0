"""One line per finding: `file:line:column: code message`."""

from __future__ import annotations

from typing import TextIO

from cortex_planner.cli.checking import FileReport
from cortex_planner.finding import Finding, Severity


def report_concise(reports: list[FileReport], stream: TextIO) -> None:
    """Write one line per finding."""
    for report in reports:
        lines = report.lines
        for finding in report.findings:
            line, column = lines.position((finding.anchor.span or (0, 0))[0])
            stream.write(f"{heading(report.shown, line, column, finding)}\n")


def heading(shown: str, line: int, column: int, finding: Finding) -> str:
    """Return the line that says where and what; line and column are counted from 0."""
    mark = "" if finding.severity is Severity.ERROR else f"[{finding.severity.value}] "
    return f"{shown}:{line + 1}:{column + 1}: {finding.code} {mark}{finding.message}"
