"""Reporters: findings as somebody wants to read them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from cortex_planner.cli.checking import FileReport
from cortex_planner.cli.report.concise import report_concise
from cortex_planner.cli.report.github import report_github
from cortex_planner.cli.report.json import report_json
from cortex_planner.cli.report.sarif import report_sarif
from cortex_planner.cli.report.text import report_text

Reporter = Callable[[list[FileReport], TextIO], None]

REPORTERS: dict[str, Reporter] = {
    "concise": report_concise,
    "github": report_github,
    "json": report_json,
    "sarif": report_sarif,
    "text": report_text,
}
