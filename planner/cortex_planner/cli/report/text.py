"""Findings for people: where and what, the source line with carets, and how to mend it."""

from __future__ import annotations

import os
from collections import Counter
from typing import TextIO

from cortex_planner.cli.checking import FileReport
from cortex_planner.cli.report.concise import heading
from cortex_planner.cli.report.frame import frame
from cortex_planner.compiler.sizes import counted
from cortex_planner.finding import Finding, Severity
from cortex_planner.rulebook import all_rules

_COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.HINT: "36"}


def report_text(reports: list[FileReport], stream: TextIO) -> None:
    """Write every finding with its frame and its fix, then a line of counts."""
    colour = stream.isatty() and not os.environ.get("NO_COLOR")
    for report in reports:
        lines = report.lines
        for finding in report.findings:
            span = finding.anchor.span or (0, 0)
            line, column = lines.position(span[0])
            title = heading(report.shown, line, column, finding)
            if colour:
                title = title.replace(
                    finding.code, f"\x1b[1;{_COLOURS[finding.severity]}m{finding.code}\x1b[0m", 1
                )
            stream.write(f"{title}\n")
            if report.text:
                stream.write("".join(f"{row}\n" for row in frame(lines, span)))
            stream.writelines(_helps(report, finding))
            stream.write("\n")
    stream.write(f"{_summary(reports)}\n")


def _helps(report: FileReport, finding: Finding) -> list[str]:
    """Return the ways to mend a finding; where there is no edit for it, what its rule advises."""
    fixes = report.fixes(finding)[:3]
    if fixes:
        return [f"  fix: {fix.title}{'' if fix.safety == 'safe' else ' (unsafe)'}\n" for fix in fixes]
    rule = all_rules().get(finding.code)
    advice = rule.fix if rule is not None and rule.fix is not None and "{" not in rule.fix else None
    return [f"  help: {advice}\n"] if advice is not None else []


def _summary(reports: list[FileReport]) -> str:
    counts = Counter(finding.severity for report in reports for finding in report.findings)
    if not counts:
        return f"No problems in {counted(len(reports), 'file')}."
    parts = [counted(counts[severity], severity.value) for severity in Severity if counts[severity]]
    return f"Found {', '.join(parts)} in {counted(len(reports), 'file')}."
