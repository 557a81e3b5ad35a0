"""Definition: where the thing under the cursor is written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cortex_planner.config.positions import Positions
from cortex_planner.finding import Anchor, Part, Span
from cortex_planner.substrate.presence import is_file_there
from cortex_planner.text.lines import LineIndex
from cortex_planner.text.pointer import pointer_of
from cortex_server.ide.subject import SubjectKind, subject_at
from cortex_server.ide.view import View


@dataclass(frozen=True, slots=True)
class Destination:
    """Lines of a file: from `line_start` up to, but without, `line_end`; `origin` is what was clicked."""

    path: Path
    line_start: int
    line_end: int
    origin: Span


def definition(view: View, offset: int) -> Destination | None:
    """Return where the symbol, file or intent at `offset` is written, or None."""
    subject = subject_at(view.analysis, offset)
    world = view.analysis.world
    if subject is None:
        return None
    if subject.kind is SubjectKind.INTENT and subject.text in world.configuration.config.intents:
        return _in_configuration(view, ("intents", subject.text), subject.span)
    if subject.kind is SubjectKind.SYMBOL and world.index is not None:
        entry = world.index.symbols([subject.text])[subject.text]
        if entry is not None:
            section = entry.section
            return Destination(
                world.root / section.file_path, section.line_start, section.line_end, subject.span
            )
    if subject.kind is SubjectKind.FILE and not world.rootless and is_file_there(world.root, subject.text):
        return Destination(world.root / subject.text, 0, 0, subject.span)
    return None


def _in_configuration(view: View, tokens: tuple[str, ...], origin: Span) -> Destination:
    configuration = view.analysis.world.configuration
    span = Positions(configuration.text).span(Anchor(pointer_of(tokens), Part.KEY))
    line = LineIndex.of(configuration.text).line_of(span[0])
    return Destination(configuration.path, line, line + 1, origin)
