"""Highlights: the other places of a document that name what the cursor is on, and the steps that do it."""

from __future__ import annotations

from typing import NamedTuple

from cortex_planner.finding import Span
from cortex_server.ide.mentions import Mention, inside
from cortex_server.ide.subject import SubjectKind
from cortex_server.ide.view import View

_SHOWN = (SubjectKind.SYMBOL, SubjectKind.FILE, SubjectKind.STEP)


class Highlight(NamedTuple):
    """A place to mark; `is_step` where it is the id of a step rather than what the step works on."""

    span: Span
    is_step: bool


def highlights(view: View, offset: int) -> list[Highlight]:
    """Return every mention of the symbol or file at `offset` with its step, or what the step there works on."""
    here = next((each for each in view.mentions if each.span[0] <= offset <= each.span[1]), None)
    if here is None or here.kind not in _SHOWN:
        return []
    if here.kind is SubjectKind.STEP:
        shown = [each for each in view.mentions if each.step == here.step]
    else:
        same = {each for each in view.mentions if (each.kind, each.text) == (here.kind, here.text)}
        steps = {each.step for each in same} - {None}
        shown = [each for each in view.mentions if each in same or (_is_step(each) and each.step in steps)]
    text = view.analysis.syntax.text
    return [Highlight(inside(each.span, text), _is_step(each)) for each in shown]


def _is_step(mention: Mention) -> bool:
    return mention.kind is SubjectKind.STEP
