"""Intents: the steps that `cortex.toml` gives to a request's intent. The planner itself decides nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cortex_planner.compiler import rules
from cortex_planner.compiler.model import REQUIRED_REFS, Constraints, Refs
from cortex_planner.compiler.shape import check_shape
from cortex_planner.config.model import Config, Intent, IntentStep
from cortex_planner.config.rules import CONFIG_VALUE
from cortex_planner.finding import Anchor, Finding, Part
from cortex_planner.forms import rules as spelling
from cortex_planner.text.pointer import Token, pointer_of, split_pointer

ITEM_NAMES = {"files": "file", "symbols": "symbol", "notes": "note"}
_COLLECTIONS = {name: collection for collection, name in ITEM_NAMES.items()}
_TOKEN = re.compile(r"\{(file|symbol|note|run_id|request_id|intent)\}")
_FILLED_IN = {
    "READ_SYMBOL": ("slice", "content_hash"),
    "READ_SECTION": ("section_id",),
    "PATCH_FILE": ("file_hash",),
}


def filled(value: Any, words: dict[str, str]) -> Any:
    """Return `value` with the placeholders in its strings replaced, in one pass; keys stay as they are."""
    if isinstance(value, str):
        return _TOKEN.sub(lambda match: words.get(match[1], match[0]), value)
    if isinstance(value, dict):
        return {key: filled(member, words) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [filled(item, words) for item in value]
    return value


def check_intents(config: Config) -> list[Finding]:
    """Return what is wrong with the declared intents, with pointers into `cortex.toml`."""
    return [
        finding
        for name, intent in config.intents.items()
        for finding in _check_intent(intent, ("intents", name, "steps"))
    ]


def reads_the_index(intent: Intent) -> bool:
    """Return whether an intent's steps cannot be compiled without an index."""
    return any(step.op in {"READ_SYMBOL", "READ_SECTION", "PATCH_FILE"} for step in intent.steps)


def _check_intent(intent: Intent, tokens: tuple[Token, ...]) -> Iterator[Finding]:
    seen: set[str] = set()
    names = {step.name for step in intent.steps}
    for index, step in enumerate(intent.steps):
        place = (*tokens, index)
        if step.name in seen:
            yield _bad((*place, "name"), f"two steps are called `{step.name}`")
        seen.add(step.name)
        for number, need in enumerate(step.needs):
            if need not in names:
                yield _bad((*place, "needs", number), f"`{need}` is not a step of this intent")
        yield from _check_refs(step, place)
        yield from _check_placeholders(step, place)
    circle = _circle(intent)
    if circle:
        index = next(i for i, step in enumerate(intent.steps) if step.name == circle[0])
        anchor = Anchor(pointer_of((*tokens, index, "needs")))
        yield rules.INTENT_CYCLE.at(anchor, circle=" -> ".join((*circle, circle[0])))


def _bad(tokens: tuple[Token, ...], problem: str) -> Finding:
    return CONFIG_VALUE.at(Anchor(pointer_of(tokens)), problem=problem)


def _check_refs(step: IntentStep, place: tuple[Token, ...]) -> Iterator[Finding]:
    refs = dict(step.refs)
    heading = refs.pop("heading", None) if step.op == "READ_SECTION" else None
    if heading is not None and not isinstance(heading, str):
        yield _bad((*place, "refs", "heading"), "`heading` must be a string")
    for name in _FILLED_IN.get(step.op, ()):
        if name in refs:
            written = refs.pop(name)
            if name == "slice" and isinstance(written, str) and written.upper() == "ALL":
                yield spelling.SLICE_ALL_FORBIDDEN.at(Anchor(pointer_of((*place, "refs", name))))
            else:
                yield _bad((*place, "refs", name), f"`{name}` is filled in by the planner")
    required = ("file_path",) if step.op == "READ_SECTION" else REQUIRED_REFS[step.op]
    for name in required:
        if name not in refs:
            anchor = Anchor(pointer_of((*place, "refs")), Part.KEY)
            yield CONFIG_VALUE.at(anchor, problem=f"{step.op} needs `{name}` in refs")
    for part, values, model in (("refs", refs, Refs), ("constraints", step.constraints, Constraints)):
        for finding in check_shape(values, model):
            if not _has_placeholder(values, finding):
                tokens = (*place, part, *split_pointer(finding.anchor.pointer))
                yield _bad(tokens, finding.message)


def _has_placeholder(values: dict[str, Any], finding: Finding) -> bool:
    """Return whether a value is only known once its placeholders are filled in."""
    tokens = split_pointer(finding.anchor.pointer)
    value = values.get(tokens[0]) if tokens else None
    return isinstance(value, str) and _TOKEN.search(value) is not None


def _check_placeholders(step: IntentStep, place: tuple[Token, ...]) -> Iterator[Finding]:
    own = ITEM_NAMES[step.for_each] if step.for_each is not None else None
    for part in ("refs", "constraints", "expected_outputs"):
        for tokens, text in _strings(getattr(step, part), (*place, part)):
            for name in _TOKEN.findall(text):
                if name in _COLLECTIONS and name != own:
                    anchor = Anchor(pointer_of(tokens))
                    yield rules.INTENT_PLACEHOLDER.at(anchor, name=name, wanted=_COLLECTIONS[name])


def _strings(value: Any, tokens: tuple[Token, ...]) -> Iterator[tuple[tuple[Token, ...], str]]:
    if isinstance(value, str):
        yield tokens, value
    elif isinstance(value, dict):
        for key, member in value.items():
            yield from _strings(member, (*tokens, key))
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from _strings(item, (*tokens, index))


def _circle(intent: Intent) -> list[str]:
    """Return the names of steps that need each other in a circle, or []."""
    needs = {step.name: [need for need in step.needs if need != ""] for step in intent.steps}
    done: set[str] = set()
    for start in needs:
        way: list[str] = []
        pending: list[tuple[str, bool]] = [(start, False)]
        while pending:
            name, leaving = pending.pop()
            if leaving:
                way.pop()
                done.add(name)
            elif name in way:
                return way[way.index(name) :]
            elif name in needs and name not in done:
                way.append(name)
                pending.append((name, True))
                pending.extend((need, False) for need in reversed(needs[name]))
    return []
