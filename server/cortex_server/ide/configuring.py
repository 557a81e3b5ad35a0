"""Configuring: what can be done about the inputs of a request in `cortex.toml`: pin, bound, move to the intent."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from cortex_planner import forms
from cortex_planner.compiler.sizes import counted
from cortex_planner.config.rules import CONFIG_SYNTAX
from cortex_planner.errors import PlannerError
from cortex_planner.finding import Edit, Finding, Span
from cortex_planner.substrate.model import SymbolEntry
from cortex_planner.substrate.rules import SYMBOL_AMBIGUOUS, SYMBOL_UNBOUNDED
from cortex_planner.text.tree import Node
from cortex_server.ide.changes import Change, Refactoring
from cortex_server.ide.mentions import Mention
from cortex_server.ide.subject import SubjectKind
from cortex_server.ide.view import View

_WORDS = re.compile(r"[^a-z0-9]+")
_LISTS = ((SubjectKind.SYMBOL, "/inputs/symbols"), (SubjectKind.FILE, "/inputs/files"))


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
    return Refactoring(title, "rewrite", lambda: _pinned(view, entry), writes_configuration=True)


def _pinned(view: View, entry: SymbolEntry) -> Change | None:
    from cortex_planner.substrate.pinning import pinned
    from cortex_planner.substrate.settings import PinSetting

    name, file = entry.symbol.symbol_id, entry.section.file_path
    heading, definition = _anchor(view, entry)
    bound = entry.symbol.default_slice or forms.DEFAULT_SLICE
    pin = PinSetting(name, file, heading, definition, bound)
    return _configured(lambda: pinned(view.analysis.world.configuration.text, pin))


def _anchor(view: View, entry: SymbolEntry) -> tuple[str | None, str | None]:
    """Return the heading or the definition that a symbol names; neither for a whole file."""
    from cortex_planner.substrate.extract import language_of
    from cortex_planner.substrate.slugs import encode_name

    index, section = view.analysis.world.index, entry.section
    language = language_of(section.file_path)
    if index is None or language is None or not section.heading_path:
        return None, None
    same = [each for each in index.outline(section.file_path) if each.section_id == section.section_id]
    named = [each for each in same if entry.symbol.symbol_id.endswith(f"#{encode_name(each.anchor)}")]
    if not same:
        return None, None
    anchor = (named or same)[0].anchor
    return (anchor, None) if language.kind == "heading" else (None, anchor)


def _bound(view: View, entry: SymbolEntry) -> Refactoring:
    title = f'Give {entry.symbol.symbol_id} slice = "{forms.DEFAULT_SLICE}" in cortex.toml'
    return Refactoring(title, "rewrite", lambda: _bounded(view, entry), writes_configuration=True)


def _bounded(view: View, entry: SymbolEntry) -> Change | None:
    from cortex_planner.config.writing import with_slice

    place = _declaration(view, entry)
    if place is None:
        return None
    text = view.analysis.world.configuration.text
    return _configured(lambda: with_slice(text, ("symbols", *place), forms.DEFAULT_SLICE))


def _declaration(view: View, entry: SymbolEntry) -> tuple[str | int, ...] | None:
    """Return where `cortex.toml` declares an unbounded symbol: as a pin, or by a rule without slice."""
    from cortex_planner.substrate.naming import patterns

    symbols, name = view.analysis.world.configuration.config.symbols, entry.symbol.symbol_id
    if name in symbols.pins:
        return "pins", name
    for place, rule in enumerate(symbols.rules):
        fits = name.startswith(rule.name.partition("{")[0])
        if rule.slice is None and fits and patterns(rule.files).match_file(entry.section.file_path):
            return "rules", place
    return None


def _moving(view: View, touched: list[Mention]) -> Iterator[Refactoring]:
    """Offer to let the request's intent read the touched inputs, so that other requests need not name them."""
    semantics = view.analysis.semantics
    if semantics is None or not semantics.request.intent.strip() or not touched:
        return
    names = list(dict.fromkeys((each.kind, each.text) for each in touched))
    what = names[0][1] if len(names) == 1 else counted(len(names), "input")
    title = f"Move {what} to the intent {semantics.request.intent} in cortex.toml"
    yield Refactoring(
        title,
        "extract",
        lambda: _moved(view, semantics.request.intent, names),
        writes_configuration=True,
    )


def _moved(view: View, intent: str, names: list[tuple[SubjectKind, str]]) -> Change | None:
    from cortex_planner.config.writing import with_steps
    from cortex_planner.text.edits import removals

    configuration, syntax = view.analysis.world.configuration, view.analysis.syntax
    declared = configuration.config.intents.get(intent)
    taken = {step.name for step in declared.steps} if declared is not None else set()
    steps = [_read_step(kind, text, taken) for kind, text in names]
    edits: list[Edit] = []
    for kind, pointer in _LISTS:
        number = syntax.tree.find(pointer)
        gone = {text for each, text in names if each is kind}
        if number is not None and gone:
            items = [
                child for child in syntax.tree.children(number) if _is_among(syntax.tree.node(child), gone)
            ]
            edits += removals(syntax, number, items)
    change = _configured(lambda: with_steps(configuration.text, intent, steps))
    return Change(tuple(edits), change.configuration) if change is not None else None


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
        if each.kind in (SubjectKind.SYMBOL, SubjectKind.FILE)
        and each.span[0] <= span[1]
        and span[0] <= each.span[1]
    ]


def _configured(make: Callable[[], str]) -> Change | None:
    """Return the change of `cortex.toml`; None where it is written in a way that cannot be added to."""
    from tomlkit.exceptions import TOMLKitError

    try:
        return Change(configuration=make())
    except (PlannerError, TOMLKitError, KeyError, TypeError):
        return None
