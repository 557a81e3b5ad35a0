"""Checking one file after another, and mending them, as values that the reporters render."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass

from cortex_planner.cli.indexing import Indexing
from cortex_planner.cli.targets import Target
from cortex_planner.compiler.world import World
from cortex_planner.documents import rules
from cortex_planner.documents.analysis import non_overlapping
from cortex_planner.documents.reading import FileText
from cortex_planner.finding import Anchor, Finding, Fix, Part, apply_edits
from cortex_planner.kinds import Kind
from cortex_planner.text.lines import LineIndex

MOST_ROUNDS = 10
_SECRET = re.compile(r"(?<=:)[^:/@\s]+(?=@)")


@dataclass(frozen=True)
class FileReport:
    """What was found in one file; `fixes` computes the ways to mend a finding when a reporter asks."""

    shown: str
    text: str
    findings: list[Finding]
    fixes: Callable[[Finding], list[Fix]]

    @property
    def lines(self) -> LineIndex:
        """Return the lines of the file."""
        return LineIndex.of(self.text)


def check_text(target: Target, file: FileText, world: World, indexing: Indexing) -> FileReport | None:
    """Return the report on one text, or None where it is no document and nobody said it was."""
    if file.finding is not None:
        return FileReport(target.shown, "", [file.finding], _no_fixes)
    kind = world.kind_of(target.path)
    if kind is None:
        return FileReport(target.shown, file.text, [kind_unknown()], _no_fixes) if target.named else None
    analysis = indexing.analysis(file.text, kind, world, target.path)
    return FileReport(target.shown, file.text, analysis.findings, analysis.fixes)


def check_configuration(world: World) -> FileReport | None:
    """Return the report on a `cortex.toml`, or None where there is nothing to say."""
    findings = world.configuration_findings
    if not findings:
        return None
    configuration = world.configuration
    text = _SECRET.sub(lambda match: "*" * len(match.group()), configuration.text)
    return FileReport(os.path.relpath(configuration.path), text, list(findings), _no_fixes)


def mended(target: Target, text: str, world: World, indexing: Indexing, *, unsafe: bool) -> str:
    """Return `text` with every fix made that can be, round by round until nothing changes."""
    kind = world.kind_of(target.path)
    if kind is None:
        return text
    for _ in range(MOST_ROUNDS):
        analysis = indexing.analysis(text, kind, world, target.path)
        wanted = [
            fix
            for finding in analysis.findings
            for fix in analysis.fixes(finding)[:1]
            if unsafe or fix.safety == "safe"
        ]
        edits = tuple(edit for fix in non_overlapping(wanted) for edit in fix.edits)
        changed = apply_edits(text, edits)
        if changed == text:
            break
        text = changed
    return text


def kind_unknown() -> Finding:
    """Return the finding about a file that was named and is no plan document."""
    anchor = Anchor("", Part.WHOLE, (0, 0))
    return rules.DOCUMENT_KIND_UNKNOWN.at(anchor, suffix=Kind.PLAN_REQUEST.suffix)


def _no_fixes(_finding: Finding) -> list[Fix]:
    return []
