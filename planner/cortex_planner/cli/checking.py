"""Checking one file after another, and mending them, as values that the reporters render."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cortex_planner.compiler.world import World
from cortex_planner.config import Configuration
from cortex_planner.documents import rules
from cortex_planner.documents.analysis import analyse, non_overlapping
from cortex_planner.documents.reading import FileText, encode
from cortex_planner.finding import Anchor, Finding, Fix, Part, apply_edits
from cortex_planner.kinds import Kind
from cortex_planner.text.lines import LineIndex

MOST_ROUNDS = 10


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


def check_text(shown: str, path: Path, file: FileText, world: World, *, named: bool) -> FileReport | None:
    """Return the report on one text, or None where it is no document and nobody said it was."""
    if file.finding is not None:
        return FileReport(shown, "", [file.finding], _no_fixes)
    kind = world.kind_of(path)
    if kind is None:
        return FileReport(shown, file.text, [_kind_unknown()], _no_fixes) if named else None
    analysis = analyse(file.text, kind, world, world.relative(path))
    return FileReport(shown, file.text, analysis.findings, analysis.fixes)


def check_configuration(configuration: Configuration) -> FileReport | None:
    """Return the report on a `cortex.toml`, or None where there is nothing to say."""
    if not configuration.findings:
        return None
    shown = os.path.relpath(configuration.path)
    return FileReport(shown, configuration.text, list(configuration.findings), _no_fixes)


def mended(text: str, kind: Kind, world: World, path: str | None, *, unsafe: bool) -> str:
    """Return `text` with every fix made that can be, round by round until nothing changes."""
    for _ in range(MOST_ROUNDS):
        analysis = analyse(text, kind, world, path)
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


def write_atomically(path: Path, text: str) -> None:
    """Replace the file at `path` by `text`: all of it or nothing, with the mode that it had."""
    target = path.resolve()
    mode = target.stat().st_mode
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(encode(text))
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode & 0o7777)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _kind_unknown() -> Finding:
    anchor = Anchor("", Part.WHOLE, (0, 0))
    return rules.DOCUMENT_KIND_UNKNOWN.at(anchor, suffix=Kind.PLAN_REQUEST.suffix)


def _no_fixes(_finding: Finding) -> list[Fix]:
    return []
