"""Lenses: the plan's numbers over the document, and what its inputs read."""

from __future__ import annotations

from dataclasses import dataclass

from cortex_planner.compiler.preview import usage_line
from cortex_planner.compiler.sizes import counted, human_bytes
from cortex_planner.config.load import is_too_wide
from cortex_planner.finding import Part, Span
from cortex_server.ide.view import View

COMPILE = "cortex.compilePlan"
REINDEX = "cortex.reindex"
HASH_DIGITS = 8
ROOTLESS = "in no repository · symbols and files are not checked"
TOO_WIDE = "a whole home folder or disk is never indexed · symbols and files are not checked"


@dataclass(frozen=True, slots=True)
class Lens:
    """A line of text over `span`, and the command that a click runs."""

    span: Span
    title: str
    command: str


def lenses(view: View) -> list[Lens]:
    """Return the lenses of a plan request; other kinds have none."""
    semantics = view.analysis.semantics
    tree = view.analysis.syntax.tree
    if semantics is None or (not len(tree) and view.plan is None):
        return []
    top = tree.span(0, Part.BRACE) if len(tree) else (0, 0)
    found = [Lens(top, document_title(view), COMPILE)]
    if semantics.unjudged:
        return [*found, Lens(top, *_missing_index(view))]
    inputs = tree.find("/inputs")
    if inputs is not None and semantics.needs_index:
        found.append(Lens(tree.span(inputs, Part.KEY), _inputs_title(view), COMPILE))
    return found


def _missing_index(view: View) -> tuple[str, str]:
    """Return what to say where nothing can be looked up, and the command for it."""
    world = view.analysis.world
    if world.rootless:
        return ROOTLESS, COMPILE
    return (TOO_WIDE, COMPILE) if is_too_wide(world.root) else ("no index · Build index", REINDEX)


def document_title(view: View) -> str:
    """Return the plan in one line: `5 of 20 steps · 12.4 KB of 10 MB · 3 of 100 symbols · plan 9f2c61d0`."""
    semantics, plan = view.analysis.semantics, view.plan
    if semantics is None:
        return ""
    title = usage_line(semantics)
    if plan is not None:
        title += f" · plan {plan.hash[:HASH_DIGITS]}"
    return f"{title} (stale)" if view.stale else title


def _inputs_title(view: View) -> str:
    semantics = view.analysis.semantics
    if semantics is None:
        return ""
    request = semantics.request
    parts = [counted(len(request.symbols.distinct), "symbol"), counted(len(request.files.distinct), "file")]
    return f"reads {', '.join(parts)} · {human_bytes(semantics.budgets['bytes'].used)}"
