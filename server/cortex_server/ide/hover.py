"""Hover: what the thing under the cursor is, in Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cortex_planner.compiler.budgets import Contribution, amount
from cortex_planner.compiler.schema import subschema
from cortex_planner.compiler.semantics import Semantics
from cortex_planner.compiler.sizes import human_bytes
from cortex_planner.errors import PlannerError
from cortex_planner.finding import Part, Span
from cortex_planner.kinds import Kind
from cortex_planner.substrate.model import Section, SymbolEntry
from cortex_planner.text.pointer import split_pointer
from cortex_server.ide.markdown import code, longest_run, prose, shortened
from cortex_server.ide.subject import Subject, SubjectKind, subject_at
from cortex_server.ide.summary import summary
from cortex_server.ide.view import View

MOST_LINES = 12
BYTES_PER_TOKEN = 4
_MOST_CONTRIBUTORS = 5
_NOTES = "/inputs/notes/"
_SUMMARISED = frozenset({"/run_id", "/inputs"})
_LANGUAGES = {"md": "markdown", "py": "python", "js": "javascript", "ts": "typescript", "rs": "rust"}


@dataclass(frozen=True, slots=True)
class Hover:
    """Markdown about what stands at `span`."""

    markdown: str
    span: Span


def hover(view: View, offset: int) -> Hover | None:
    """Return what to show for `offset`, or None where there is nothing to say."""
    subject = subject_at(view.analysis, offset)
    if subject is None:
        return _whole(view, offset)
    markdown = _ABOUT[subject.kind](view, subject)
    return Hover(markdown, subject.span) if markdown else None


def _whole(view: View, offset: int) -> Hover | None:
    """Return the summary of the document, where the cursor is on its first brace."""
    tree = view.analysis.syntax.tree
    brace = tree.span(0, Part.BRACE) if len(tree) else (0, 0)
    if not brace[0] <= offset < brace[1] or not (markdown := summary(view)):
        return None
    return Hover(markdown, brace)


def describe_symbol(view: View, name: str) -> str:
    """Return what a symbol is: its file, lines, slice and size, and the first lines of its text."""
    index = view.analysis.world.index
    entry = index.symbols([name])[name] if index is not None else None
    if index is None:
        return f"**{code(name)}**\n\n{_nothing_known(view)}"
    if entry is None:
        return f"**{code(name)}** is not in the index."
    section = entry.section
    lines = f"lines {section.line_start + 1}–{section.line_end}"
    bounded = code(entry.symbol.default_slice or "no slice")
    facts = f"{code(section.file_path)} · {lines} · {bounded} · {_size(entry)}"
    return f"**{code(name)}**\n\n{facts}{_step_line(view, name)}\n\n{_excerpt(view, entry)}"


def _nothing_known(view: View) -> str:
    if view.analysis.world.rootless:
        return "This document lies in no repository, so nothing is known of it."
    return "There is no index yet, so nothing is known of it."


def _size(entry: SymbolEntry) -> str:
    if entry.bytes is None:
        return "unbounded" if entry.unbounded else "out of range"
    if entry.cut:
        return f"{human_bytes(entry.bytes)} of {human_bytes(entry.section.bytes)}"
    return human_bytes(entry.bytes)


def _excerpt(view: View, entry: SymbolEntry) -> str:
    """Return the first lines of a symbol's text, from disk."""
    from cortex_planner.substrate.indexer import section_text
    from cortex_planner.substrate.slices import apply_slice, require_slice

    index = view.analysis.world.index
    if index is None or entry.symbol.default_slice is None:
        return ""
    try:
        text = section_text(view.analysis.world.root, index, entry.section)
    except PlannerError as error:
        return prose(error.message)
    bounded = apply_slice(text, require_slice(entry.symbol.default_slice))
    return _fenced((bounded or b"").decode(), entry.section.file_path)


def _fenced(text: str, path: str) -> str:
    lines = text.split("\n")
    shown = "\n".join(lines[:MOST_LINES]).rstrip()
    fence = "`" * max(3, longest_run(shown) + 1)
    more = f"\n… {len(lines) - MOST_LINES} more lines" if len(lines) > MOST_LINES else ""
    suffix = path.rpartition(".")[2]
    return f"{fence}{_LANGUAGES.get(suffix, suffix)}\n{shown}\n{fence}{more}"


def _step_line(view: View, target: str) -> str:
    plan = view.plan
    if plan is None:
        return ""
    place = next((place for place, draft in enumerate(plan.drafts) if draft.target == target), None)
    if place is None:
        return ""
    stale = " (stale)" if view.stale else ""
    return f"\n\nstep {place + 1} · `{plan.step_id(place)}` · {plan.drafts[place].op}{stale}"


def _symbol(view: View, subject: Subject) -> str:
    return describe_symbol(view, subject.text)


def _file(view: View, subject: Subject) -> str:
    index = view.analysis.world.index
    if index is None:
        return f"**{code(subject.text)}**\n\n{_nothing_known(view)}"
    section = index.files([subject.text])[subject.text]
    if section is None:
        return f"**{code(subject.text)}** is not in the index."
    return f"**{code(subject.text)}**\n\n{_file_facts(section)}{_step_line(view, subject.text)}"


def _file_facts(section: Section) -> str:
    return f"{section.line_end:,} lines · {human_bytes(section.bytes)}"


def _note(view: View, subject: Subject) -> str:
    return _step_line(view, subject.text).strip()


def _intent(view: View, subject: Subject) -> str:
    intent = view.analysis.world.configuration.config.intents.get(subject.text)
    field = _field_text(view.analysis.kind, subject.pointer)
    if intent is None:
        return field
    steps = "\n".join(f"- {code(step.name)} · {step.op}" for step in intent.steps)
    title = f"**{code(subject.text)}** — {prose(intent.description or 'no description')}"
    return f"{title}\n\n{steps or 'adds no steps'}\n\n{field}"


def _budget(view: View, subject: Subject) -> str:
    semantics = view.analysis.semantics
    name = subject.text.removeprefix("max_")
    if semantics is None or name not in semantics.budgets:
        return _field_text(view.analysis.kind, subject.pointer)
    use = semantics.budgets[name]
    share = f" ({use.used / use.limit:.0%})" if use.limit else ""
    parts = [f"**{amount(name, use.used)}** of {amount(name, use.limit)} used{share}"]
    if name == "bytes":
        parts.append(f"about {use.used // BYTES_PER_TOKEN:,} tokens (an estimate: bytes / {BYTES_PER_TOKEN})")
    parts += [_contributors(semantics, name), _field_text(view.analysis.kind, subject.pointer)]
    return "\n\n".join(part for part in parts if part)


def _contributors(semantics: Semantics, name: str) -> str:
    """Return what uses most of a budget, as a list."""
    using = [each for each in semantics.contributions(name) if each.used]
    largest = sorted(using, key=lambda each: -each.used)[:_MOST_CONTRIBUTORS]
    lines = [f"- {_contributor(each)}: {amount(name, each.used)}" for each in largest]
    more = len(using) - len(largest)
    return "\n".join([*lines, *([f"- … and {more} more"] if more else [])])


def _contributor(contribution: Contribution) -> str:
    """Return what uses a budget: a name, or the beginning of a note."""
    target = contribution.target
    return code(shortened(target) if contribution.pointer.startswith(_NOTES) else target)


def _field(view: View, subject: Subject) -> str:
    text = _field_text(view.analysis.kind, subject.pointer)
    return f"{text}\n\n{summary(view)}" if subject.pointer in _SUMMARISED else text


def _step(view: View, subject: Subject) -> str:
    place = int(split_pointer(subject.pointer)[1])
    step = view.analysis.syntax.value["steps"][place]
    refs = step.get("refs") if isinstance(step, dict) else None
    said = (refs if isinstance(refs, dict) else {}).items()
    rows = [f"- {prose(key)}: {code(_ref(key, value))}" for key, value in said]
    return "\n".join(
        [f"**{code(subject.text)}** · step {place + 1} · {prose(str(step.get('op')))}", "", *rows]
    )


def _ref(key: str, value: object) -> str:
    """Return what a step refers to: a name as it is, the beginning of anything else."""
    return value if isinstance(value, str) and key != "message" else shortened(str(value))


def _field_text(kind: Kind, pointer: str) -> str:
    schema = subschema(kind, pointer)
    facts = [schema.get("description", ""), *_constraints(schema)]
    return "\n\n".join(fact for fact in facts if fact)


def _constraints(schema: dict[str, Any]) -> list[str]:
    facts = []
    if "default" in schema and schema["default"] not in ([], {}):
        facts.append(f"Default: `{schema['default']:,}`" if isinstance(schema["default"], int) else "")
    if "minimum" in schema:
        facts.append(f"At least {schema['minimum']}.")
    if "enum" in schema:
        facts.append("One of " + ", ".join(f"`{value}`" for value in schema["enum"]) + ".")
    return facts


_ABOUT = {
    SubjectKind.SYMBOL: _symbol,
    SubjectKind.FILE: _file,
    SubjectKind.NOTE: _note,
    SubjectKind.INTENT: _intent,
    SubjectKind.BUDGET: _budget,
    SubjectKind.STEP: _step,
    SubjectKind.FIELD: _field,
}
