"""Configuring: what can be done about the inputs of a request in `cortex.toml`: pin, bound, move to the intent.

Each change starts from what `cortex.toml` says when it is chosen, and is given out only if the file that it
makes is as sound as it was.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from cortex_planner import forms
from cortex_planner.canonical import canonical_json
from cortex_planner.compiler.sizes import counted
from cortex_planner.compiler.world import World
from cortex_planner.config.rules import CONFIG_SYNTAX
from cortex_planner.documents.analysis import analyse
from cortex_planner.errors import PlannerError
from cortex_planner.finding import Edit, Finding, Span, apply_edits
from cortex_planner.substrate.model import SymbolEntry
from cortex_planner.substrate.rules import SYMBOL_AMBIGUOUS, SYMBOL_UNBOUNDED
from cortex_planner.text.tree import Node
from cortex_server.ide.changes import Change, Present, Refactoring, Refused
from cortex_server.ide.mentions import Mention
from cortex_server.ide.subject import SubjectKind
from cortex_server.ide.view import View

_WORDS = re.compile(r"[^a-z0-9]+")
PLAN_WOULD_CHANGE = "Nothing was changed: the plan would not do the same afterwards."
Name = tuple[SubjectKind, str]
_LIST_OF = {SubjectKind.SYMBOL: "symbols", SubjectKind.FILE: "files"}


def configuring(view: View, span: Span) -> Iterator[Refactoring]:
    """Yield what can be done about the inputs that `span` touches."""
    if _can_configure(view):
        touched = _touched(view, span)
        yield from _pinning(view, touched)
        yield from _moving(view, touched)


def mending(view: View, finding: Finding) -> list[Refactoring]:
    """Return the ways to mend a finding that are edits of `cortex.toml`."""
    name = str(finding.data.get("symbol", ""))
    semantics = view.analysis.semantics
    entry = semantics.entries.get(name) if semantics is not None else None
    if entry is None or not _can_configure(view):
        return []
    if finding.code == SYMBOL_AMBIGUOUS.code:
        return [_pin(view, entry)]
    return [_bound(view, entry)] if finding.code == SYMBOL_UNBOUNDED.code else []


def _can_configure(view: View) -> bool:
    """Return whether `cortex.toml` is there to be edited, or could be made."""
    world = view.analysis.world
    findings = world.configuration.findings
    return not world.rootless and not any(each.code == CONFIG_SYNTAX.code for each in findings)


def _pinning(view: View, touched: list[Mention]) -> Iterator[Refactoring]:
    semantics = view.analysis.semantics
    names = {each.text for each in touched if each.kind is SubjectKind.SYMBOL}
    if semantics is None or len(names) != 1:
        return
    (name,) = names
    entry = semantics.entries.get(name)
    if entry is not None and name not in view.analysis.world.configuration.config.symbols.pins:
        yield _pin(view, entry)


def _pin(view: View, entry: SymbolEntry) -> Refactoring:
    title = f"Pin {entry.symbol.symbol_id} in cortex.toml"
    return Refactoring(title, "rewrite", partial(_pinned, view, entry), writes_configuration=True)


def _pinned(view: View, entry: SymbolEntry, present: Present) -> Change | Refused:
    from cortex_planner.config.writing import has_pin
    from cortex_planner.substrate.pinning import pinned
    from cortex_planner.substrate.settings import PinSetting

    name, file = entry.symbol.symbol_id, entry.section.file_path
    if has_pin(present.text, name):
        return Refused(f"Nothing was changed: {name} is already pinned in cortex.toml.")
    heading, definition = _anchor(view, entry)
    bound = entry.symbol.default_slice or forms.DEFAULT_SLICE
    pin = PinSetting(name, file, heading, definition, bound)
    return _configured(view, present.text, lambda: pinned(present.text, pin, apart=present.apart))


def _anchor(view: View, entry: SymbolEntry) -> tuple[str | None, str | None]:
    """Return the heading or the definition that a symbol names; neither for a whole file."""
    from cortex_planner.substrate.extract import language_of
    from cortex_planner.substrate.slugs import encode_name

    index, section = view.analysis.world.index, entry.section
    language = language_of(section.file_path)
    if index is None or language is None:
        return None, None
    same = [each for each in index.outline(section.file_path) if each.section_id == section.section_id]
    named = [each for each in same if entry.symbol.symbol_id.endswith(encode_name(each.anchor))]
    chosen = named or (same if section.heading_path else [])
    if not chosen:
        return None, None
    return (chosen[0].anchor, None) if language.kind == "heading" else (None, chosen[0].anchor)


def _bound(view: View, entry: SymbolEntry) -> Refactoring:
    title = f'Give {entry.symbol.symbol_id} slice = "{forms.DEFAULT_SLICE}" in cortex.toml'
    return Refactoring(title, "rewrite", partial(_bounded, view, entry), writes_configuration=True)


def _bounded(view: View, entry: SymbolEntry, present: Present) -> Change | Refused:
    from cortex_planner.config.writing import with_slice

    text = present.text
    place = _declaration(view.analysis.world.with_configuration(text), entry)
    if place is None:
        name = entry.symbol.symbol_id
        return Refused(f"Nothing was changed: nothing in cortex.toml gives {name} without a slice any more.")
    return _configured(view, text, lambda: with_slice(text, ("symbols", *place), forms.DEFAULT_SLICE))


def _declaration(world: World, entry: SymbolEntry) -> tuple[str | int, ...] | None:
    """Return where `cortex.toml` declares an unbounded symbol: as a pin, or by a rule without slice."""
    from cortex_planner.substrate.naming import names_of_rule
    from cortex_planner.substrate.settings import index_settings

    config, name, file = world.configuration.config, entry.symbol.symbol_id, entry.section.file_path
    if name in config.symbols.pins:
        return ("pins", name) if config.symbols.pins[name].slice is None else None
    outline = world.index.outline(file) if world.index is not None else []
    for place, rule in enumerate(index_settings(config).rules):
        if rule.slice is None and name in names_of_rule(rule, file, outline):
            return "rules", place
    return None


def _moving(view: View, touched: list[Mention]) -> Iterator[Refactoring]:
    """Offer to let the request's intent read the touched inputs, and those that the request repeats.

    What cannot be read is not offered, nor what the intent's own steps are repeated for.
    """
    semantics = view.analysis.semantics
    if semantics is None or view.analysis.plan is None or not semantics.request.intent.strip():
        return
    chosen = _names(touched)
    repeated = [name for name in _repeated(view) if _can_move(view, name)]
    if chosen and set(chosen) != set(repeated) and all(_can_move(view, name) for name in chosen):
        yield _move(view, chosen, chosen[0][1] if len(chosen) == 1 else counted(len(chosen), "input"))
    if repeated:
        single = f"the repeated {repeated[0][1]}"
        yield _move(view, repeated, single if len(repeated) == 1 else f"{len(repeated)} repeated inputs")


def _names(found: list[Mention]) -> list[Name]:
    return list(dict.fromkeys((each.kind, each.text) for each in found))


def _repeated(view: View) -> list[Name]:
    """Return the inputs that the request names twice or more, in the order of their first mention."""
    times = Counter((each.kind, each.text) for each in view.mentions if each.kind in _LIST_OF)
    return [name for name, count in times.items() if count > 1]


def _can_move(view: View, name: Name) -> bool:
    semantics = view.analysis.semantics
    intents = view.analysis.world.configuration.config.intents
    declared = intents.get(semantics.request.intent) if semantics is not None else None
    lists = {step.for_each for step in declared.steps} if declared is not None else set()
    return _LIST_OF[name[0]] not in lists and "{" not in name[1]


def _move(view: View, names: list[Name], what: str) -> Refactoring:
    semantics = view.analysis.semantics
    intent = semantics.request.intent if semantics is not None else ""
    title = f"Move {what} to the intent {intent} in cortex.toml"
    return Refactoring(title, "extract", partial(_moved, view, intent, names), writes_configuration=True)


def _moved(view: View, intent: str, names: list[Name], present: Present) -> Change | Refused:
    """Return the inputs as steps of the intent, which they stand before, if the plan does the same then."""
    from cortex_planner.config.writing import with_steps

    text = present.text
    world = view.analysis.world.with_configuration(text)
    declared = world.configuration.config.intents.get(intent)
    taken = {step.name for step in declared.steps} if declared is not None else set()
    steps = [_read_step(kind, name, taken) for kind, name in names]
    change = _configured(view, text, lambda: with_steps(text, intent, steps, apart=present.apart))
    if isinstance(change, Refused) or change.configuration is None:
        return change
    edits = _taken_out(view, names)
    before = _deeds(world, view, view.analysis.syntax.text)
    after_text = apply_edits(view.analysis.syntax.text, edits)
    after = _deeds(world.with_configuration(change.configuration), view, after_text)
    if before is None or before != after:
        return Refused(PLAN_WOULD_CHANGE)
    return Change(edits, change.configuration)


def _taken_out(view: View, names: list[Name]) -> tuple[Edit, ...]:
    from cortex_planner.text.edits import removals

    syntax, edits = view.analysis.syntax, []
    for kind, list_name in _LIST_OF.items():
        number = syntax.tree.find(f"/inputs/{list_name}")
        gone = {text for each, text in names if each is kind}
        if number is not None and gone:
            items = [
                child for child in syntax.tree.children(number) if _is_among(syntax.tree.node(child), gone)
            ]
            edits += removals(syntax, number, items)
    return tuple(edits)


def _deeds(world: World, view: View, text: str) -> list[str] | None:
    """Return what the plan of a text does, in whatever order; None where it has no plan."""
    analysis = view.analysis
    plan = analyse(text, analysis.kind, world, analysis.path).plan
    if plan is None:
        return None
    return sorted(
        canonical_json([draft.op, draft.refs, draft.constraints, draft.expected_outputs])
        for draft in plan.drafts
    )


def _is_among(node: Node, names: set[str]) -> bool:
    return isinstance(node.value, str) and node.value in names


def _read_step(kind: SubjectKind, name: str, taken: set[str]) -> dict[str, Any]:
    """Return the step of an intent that reads a symbol or a file, under a name of its own."""
    last = name.rpartition("#")[2].rpartition("/")[2].lower()
    step_name = base = f"read-{_WORDS.sub('-', last).strip('-')}".rstrip("-")
    number = 1
    while step_name in taken:
        number += 1
        step_name = f"{base}-{number}"
    taken.add(step_name)
    if kind is SubjectKind.SYMBOL:
        return {"name": step_name, "op": "READ_SYMBOL", "refs": {"symbol_id": name}}
    return {"name": step_name, "op": "READ_SECTION", "refs": {"file_path": name}}


def _touched(view: View, span: Span) -> list[Mention]:
    return [
        each
        for each in view.mentions
        if each.kind in _LIST_OF and each.span[0] <= span[1] and span[0] <= each.span[1]
    ]


def _configured(view: View, before: str, make: Callable[[], str]) -> Change | Refused:
    """Return the change of `cortex.toml`, unless it cannot be made, or would make a mistake."""
    try:
        after = make()
    except PlannerError as error:
        return Refused(f"{error.message}.")
    world = view.analysis.world
    known = {_words(each) for each in world.with_configuration(before).configuration.findings}
    new = [
        each for each in world.with_configuration(after).configuration.findings if _words(each) not in known
    ]
    if new:
        return Refused(f"Nothing was changed: cortex.toml would have a mistake then: {new[0].message}.")
    return Change(configuration=after)


def _words(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.message
