"""Findings as SARIF 2.1.0, which code scanning services read."""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import Any, TextIO
from urllib.parse import quote

from cortex_planner import __version__
from cortex_planner.cli.checking import FileReport
from cortex_planner.cli.report.json import finding_range
from cortex_planner.finding import Finding, Severity
from cortex_planner.rulebook import all_rules
from cortex_planner.text.lines import LineIndex

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "note"}


def report_sarif(reports: list[FileReport], stream: TextIO) -> None:
    """Write all findings as one SARIF log."""
    used = sorted({finding.code for report in reports for finding in report.findings})
    driver = {"name": "cortex", "version": __version__, "rules": [_rule(code) for code in used]}
    results = []
    for report in reports:
        lines = report.lines
        results += [_result(report, finding, lines, used) for finding in report.findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    json.dump({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, stream, indent=2)
    stream.write("\n")


def _rule(code: str) -> dict[str, Any]:
    rule = all_rules()[code]
    return {
        "id": code,
        "shortDescription": {"text": rule.message},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(report: FileReport, finding: Finding, lines: LineIndex, used: list[str]) -> dict[str, Any]:
    place = finding_range(finding, lines)
    region = {
        "startLine": place["line"],
        "startColumn": place["column"],
        "endLine": place["end_line"],
        "endColumn": place["end_column"],
    }
    location = {"artifactLocation": {"uri": _address(report.shown)}, "region": region}
    return {
        "ruleId": finding.code,
        "ruleIndex": used.index(finding.code),
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": location}],
    }


def _address(shown: str) -> str:
    return quote(PurePath(shown).as_posix())
