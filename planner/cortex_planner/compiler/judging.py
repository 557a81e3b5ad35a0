"""Judging names: whether the symbols and files that a plan names are there, bounded, current and allowed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from cortex_planner.compiler import rules
from cortex_planner.compiler.sizes import human_bytes
from cortex_planner.compiler.world import World
from cortex_planner.finding import Anchor, Finding, Related, Rule
from cortex_planner.substrate import rules as substrate
from cortex_planner.substrate.model import Section, SymbolEntry
from cortex_planner.substrate.presence import Presence, presence


class Trouble(NamedTuple):
    """A rule, the words of its message, and its data; it becomes a finding at every place that has it."""

    rule: Rule
    words: dict[str, Any]
    data: dict[str, Any]
    related: tuple[Related, ...] = ()


def findings_at(troubles: Iterable[Trouble], pointers: Iterable[str]) -> Iterator[Finding]:
    """Yield a finding for each trouble at each place."""
    places = list(pointers)
    for rule, words, data, related in troubles:
        for pointer in places:
            yield rule.at(Anchor(pointer), data=data, related=related, **words)


def symbol_troubles(name: str, entry: SymbolEntry | None, stale: set[str], world: World) -> Iterator[Trouble]:
    """Yield what is wrong with using a symbol."""
    data = {"symbol": name}
    for prefix in world.configuration.config.policy.forbidden_symbols:
        if name.startswith(prefix):
            yield Trouble(rules.POLICY_SYMBOL, {"symbol": name, "prefix": prefix}, data)
            break
    if world.index is None:
        return
    if entry is None:
        yield Trouble(substrate.SYMBOL_UNKNOWN, {"symbol": name}, data)
        return
    section = (_section_of(name, entry, world),)
    if entry.section.file_path in stale:
        yield _stale(entry.section.file_path)._replace(related=section)
    if entry.unbounded:
        yield Trouble(substrate.SYMBOL_UNBOUNDED, {"symbol": name}, data, section)
    elif entry.out_of_range:
        words = {"slice": entry.symbol.default_slice, "target": name}
        yield Trouble(substrate.SLICE_OUT_OF_RANGE, words, data, section)
    if entry.ambiguous:
        words = {"symbol": name, "file": entry.section.file_path}
        yield Trouble(substrate.SYMBOL_AMBIGUOUS, words, data, section)
    if entry.cut:
        sizes = {"bytes": human_bytes(entry.bytes or 0), "total": human_bytes(entry.section.bytes)}
        words = {"symbol": name, "slice": entry.symbol.default_slice, **sizes}
        yield Trouble(substrate.SYMBOL_CUT, words, data, section)


def _section_of(name: str, entry: SymbolEntry, world: World) -> Related:
    path = world.root / entry.section.file_path
    return Related(f"{name} is this", Anchor(), path.as_posix(), entry.section.line_start)


def file_troubles(path: str, section: Section | None, stale: set[str], world: World) -> Iterator[Trouble]:
    """Yield what is wrong with reading a file whole."""
    if world.index is None:
        return
    data = {"file": path}
    if section is not None:
        if path in stale:
            yield _stale(path)
        return
    found = presence(world.root, path)
    if found is Presence.OUTSIDE:
        yield Trouble(substrate.FILE_OUTSIDE_ROOT, {"file": path}, data)
    elif found is Presence.FOLDER:
        yield Trouble(substrate.FILE_IS_FOLDER, {"file": path}, data)
    elif found is Presence.MISSING:
        yield Trouble(substrate.FILE_MISSING, {"file": path}, data)
    else:
        reason = world.index.why_not_indexed(path) or _why_not_indexed(path, world)
        yield Trouble(substrate.FILE_NOT_INDEXED, {"file": path, "reason": reason}, data)


def _why_not_indexed(path: str, world: World) -> str:
    if world.kind_of(world.root / path) is not None:
        return "plan documents are indexed only where [index] include names them"
    return "git ignores it, it lies in a repository of its own, or it is newer than the index"


def _stale(path: str) -> Trouble:
    return Trouble(substrate.SECTION_STALE, {"file": path}, {"file": path})


def repeat_findings(places: list[str], name: str) -> Iterator[Finding]:
    """Yield a finding for every mention of an input after the first."""
    first = Related("named first here", Anchor(places[0]))
    for pointer in places[1:]:
        yield rules.INPUT_REPEATED.at(
            Anchor(pointer), given=name, related=(first,), data={"first": places[0]}
        )
