"""Findings as GitHub workflow commands, which appear on the lines of a pull request."""

from __future__ import annotations

from typing import TextIO

from cortex_planner.cli.checking import FileReport
from cortex_planner.cli.report.json import finding_range
from cortex_planner.finding import Severity

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "notice"}


def report_github(reports: list[FileReport], stream: TextIO) -> None:
    """Write one workflow command per finding."""
    for report in reports:
        lines = report.lines
        for finding in report.findings:
            place = finding_range(finding, lines)
            properties = {
                "file": report.shown,
                "line": place["line"],
                "endLine": place["end_line"],
                "col": place["column"],
                "endColumn": place["end_column"],
                "title": finding.code,
            }
            written = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
            stream.write(f"::{_COMMANDS[finding.severity]} {written}::{_text(finding.message)}\n")


def _text(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _text(text).replace(":", "%3A").replace(",", "%2C")
