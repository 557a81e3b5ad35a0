"""Semantics: what a plan request means in a world: findings, budget use, names used. Nothing is hashed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property

from cortex_planner.compiler import rules
from cortex_planner.compiler.budgets import Contribution, Usage, budget_finding, policy_findings, usage
from cortex_planner.compiler.drafts import Draft, note, read_section, read_symbol
from cortex_planner.compiler.intents import reads_the_index
from cortex_planner.compiler.judging import (
    Trouble,
    file_troubles,
    findings_at,
    repeat_findings,
    symbol_troubles,
)
from cortex_planner.compiler.request import Items, Request
from cortex_planner.compiler.weaving import INTENT_POINTER, Weaving, without_repeated_reads
from cortex_planner.compiler.world import World
from cortex_planner.config.model import Intent
from cortex_planner.finding import Anchor, Finding, Part, Severity
from cortex_planner.substrate import rules as substrate
from cortex_planner.substrate.model import NOTHING_LOOKED_UP, Section, SymbolEntry, SymbolsLookedUp

INDEX_PATH = "CORTEX/_generated"


class Semantics:
    """What a request means. `shape` are the findings about its shape, which refuse a plan as well.

    `before` is what the text meant as it was: where it named the same symbols, what reads them is the same.
    """

    def __init__(
        self, value: object, world: World, shape: list[Finding], before: Semantics | None = None
    ) -> None:
        self.world = world
        self.request = Request.of(value, shape)
        self._shape = shape
        self._before = before._last_with_reads if before is not None else None

    @cached_property
    def intent(self) -> Intent | None:
        """Return the declaration of the request's intent, or None where there is none."""
        return self.world.configuration.config.intents.get(self.request.intent)

    @cached_property
    def needs_index(self) -> bool:
        """Return whether the plan cannot be made without an index."""
        named = bool(self.request.symbols.distinct or self.request.files.distinct)
        return named or (self.intent is not None and reads_the_index(self.intent))

    @property
    def unjudged(self) -> bool:
        """Return whether an index is needed and there is none."""
        return self.needs_index and self.world.index is None

    @cached_property
    def _looked_up(self) -> SymbolsLookedUp:
        index = self.world.index
        return index.look_up(self.request.symbols.distinct) if index is not None else NOTHING_LOOKED_UP

    @property
    def entries(self) -> Mapping[str, SymbolEntry | None]:
        """Return what the index knows of the symbols that the inputs name."""
        return self._looked_up.entries

    @cached_property
    def sections(self) -> dict[str, Section | None]:
        """Return the whole-file sections of the files that the inputs name."""
        index = self.world.index
        return index.files(self.request.files.distinct) if index is not None else {}

    @cached_property
    def findings(self) -> list[Finding]:
        """Return what is wrong with the request's meaning; its shape is not judged again."""
        with self._one_generation():
            return [
                *self._index_findings(),
                *self._symbol_findings(),
                *self._file_findings(),
                *self._repeat_findings(),
                *self._intent_findings(),
                *policy_findings(self.request, self.world.configuration.config.policy),
                *self._budget_findings(),
                *self._empty_findings(),
            ]

    @cached_property
    def refusals(self) -> list[Finding]:
        """Return the errors that refuse a plan: of `cortex.toml`, of the shape, of the meaning.

        A team can raise the severity of an advisory rule; that fails a check, but refuses no plan.
        """
        everything = (*self.world.configuration.findings, *self._shape, *self.findings)
        return [finding for finding in everything if finding.severity is Severity.ERROR]

    @property
    def compiles(self) -> bool:
        """Return whether there is a plan."""
        return not self.refusals and not self.unjudged

    @cached_property
    def budgets(self) -> dict[str, Usage]:
        """Return the use of each budget by the present text, as far as it can be told."""
        with self._one_generation():
            used = {"steps": self._steps_used(), "bytes": self._bytes_used(), "symbols": self._symbols_used()}
        policy = self.world.configuration.config.policy
        return {name: usage(name, used[name], self.request, policy) for name in used}

    def contributions(self, name: str) -> list[Contribution]:
        """Return what each input uses of the budget `name`, in document order; an intent is one input."""
        if name == "steps":
            own = [Contribution(pointer, target, 1) for target, pointer in self._own_places()]
            return own + self._intent_contribution(len(self._woven_kept))
        if name == "bytes":
            return self._own_sizes() + self._intent_contribution(sum(self._woven_sizes.values()))
        own = [Contribution(place, symbol, 1) for symbol, place in self.request.symbols.first_places()]
        return own + self._intent_contribution(len(self._woven_symbols))

    @cached_property
    def drafts(self) -> list[Draft]:
        """Return the steps in order; only to be asked for where the request compiles."""
        return [*self._own_drafts(), *self._woven_kept]

    @cached_property
    def _symbol_reads(self) -> list[Draft]:
        before, self._before = self._before, None
        names_the_same = before is not None and before.request.symbols == self.request.symbols
        if before is not None and names_the_same and before._looked_up is self._looked_up:
            return before._symbol_reads
        entries, places = self.entries, self.request.symbols.first_places()
        return [read_symbol(entry, place) for name, place in places if (entry := entries[name]) is not None]

    @property
    def _last_with_reads(self) -> Semantics | None:
        """Return this one, or the one before it, whichever has its reads of symbols at hand."""
        return self if "_symbol_reads" in self.__dict__ else self._before

    def _own_drafts(self) -> Iterator[Draft]:
        yield from self._symbol_reads
        for path, pointer in self.request.files.first_places():
            if (section := self.sections[path]) is not None:
                yield read_section(section, pointer)
        for message, pointer in self.request.notes:
            yield note(message, pointer)

    def _own_places(self) -> Iterator[tuple[str, str]]:
        yield from self.request.symbols.first_places()
        yield from self.request.files.first_places()
        yield from self.request.notes

    @cached_property
    def _woven(self) -> Weaving | None:
        return Weaving(self.intent, self.request, self.world) if self.intent is not None else None

    @cached_property
    def _woven_kept(self) -> list[Draft]:
        """Return the intent's steps, without reads that the inputs ask for in the same way."""
        if self._woven is None or not self._woven.drafts:
            return []
        return without_repeated_reads(self._own_reads(), self._own_count(), self._woven.drafts)

    def _own_count(self) -> int:
        request = self.request
        return len(request.symbols.distinct) + len(request.files.distinct) + len(request.notes)

    def _own_reads(self) -> dict[tuple[str, str], int]:
        """Return the place of every read that the inputs ask for."""
        symbols = self.request.symbols.distinct
        places = {("symbol", name): place for place, name in enumerate(symbols)}
        for place, section in enumerate(self.sections.values(), start=len(symbols)):
            if section is not None:
                places["section", section.section_id] = place
        return places

    @cached_property
    def _woven_sizes(self) -> dict[tuple[str, str], int]:
        """Return the bytes that the intent reads, by what it reads, beyond what the inputs read."""
        own = self._own_reads() if self._woven_kept else {}
        targets = ((draft.read_target, draft.bytes) for draft in self._woven_kept)
        return {target: size for target, size in targets if target is not None and target not in own}

    @cached_property
    def _woven_symbols(self) -> set[str]:
        return {name for kind, name in self._woven_sizes if kind == "symbol"}

    def _steps_used(self) -> int:
        refused = self._woven.refused if self._woven is not None else 0
        return self._own_count() + len(self._woven_kept) + refused

    def _bytes_used(self) -> int:
        own = self._looked_up.bytes + sum(
            section.bytes for section in self.sections.values() if section is not None
        )
        return own + sum(self._woven_sizes.values())

    def _symbols_used(self) -> int:
        return len(self.request.symbols.distinct) + len(self._woven_symbols)

    def _own_sizes(self) -> list[Contribution]:
        sizes = []
        for name, pointer in self.request.symbols.first_places():
            entry = self.entries.get(name)
            sizes.append(Contribution(pointer, name, (entry.bytes or 0) if entry is not None else 0))
        for path, pointer in self.request.files.first_places():
            section = self.sections.get(path)
            sizes.append(Contribution(pointer, path, section.bytes if section is not None else 0))
        return sizes

    def _intent_contribution(self, used: int) -> list[Contribution]:
        return [Contribution(INTENT_POINTER, f"intent {self.request.intent}", used)] if used else []

    def _index_findings(self) -> Iterator[Finding]:
        error = self.world.index_error
        if not self.unjudged or (self.world.muted and error is None):
            return
        request = self.request
        named = [items.pointer for items in (request.symbols, request.files) if items.distinct]
        anchor = Anchor(named[0], Part.KEY) if named else Anchor(INTENT_POINTER)
        if error is not None:
            yield Finding(error.code, Severity.ERROR, error.message, anchor)
        else:
            yield substrate.INDEX_MISSING.at(anchor, path=INDEX_PATH)

    def _symbol_findings(self) -> Iterator[Finding]:
        forbidden = self.world.configuration.config.policy.forbidden_symbols
        paths = (entry.section.file_path for entry in self.entries.values() if entry is not None)
        stale = self.world.staleness(paths) if self.entries else set()
        odd: Iterable[str] = self._looked_up.odd
        if forbidden or stale:
            odd = self.request.symbols.distinct
        troubled = {
            name: troubles
            for name in odd
            if (troubles := list(symbol_troubles(name, self.entries.get(name), stale, self.world)))
        }
        yield from _at_places(troubled, self.request.symbols)

    def _file_findings(self) -> Iterator[Finding]:
        present = (path for path, section in self.sections.items() if section is not None)
        stale = self.world.staleness(present) if self.sections else set()
        troubled = {
            path: list(file_troubles(path, section, stale, self.world))
            for path, section in self.sections.items()
            if section is None or path in stale
        }
        yield from _at_places(troubled, self.request.files)

    def _repeat_findings(self) -> Iterator[Finding]:
        for items in (self.request.symbols, self.request.files):
            repeated = items.repeated
            for name, places in items.places(repeated).items() if repeated else ():
                yield from repeat_findings(places, name)

    def _intent_findings(self) -> Iterator[Finding]:
        intent, config = self.request.intent, self.world.configuration.config
        allowed = config.policy.allowed_intents
        anchor = Anchor(INTENT_POINTER)
        if intent and allowed is not None and intent not in allowed:
            yield rules.POLICY_INTENT.at(anchor, intent=intent, data={"allowed": list(allowed)})
        if intent and config.intents and self.intent is None:
            yield rules.INTENT_UNDECLARED.at(anchor, intent=intent, data={"intent": intent})
        if self._woven is not None:
            yield from {(each.code, each.message): each for each in self._woven.findings}.values()

    def _budget_findings(self) -> Iterator[Finding]:
        for name, use in self.budgets.items():
            if use.exceeded:
                yield budget_finding(use, self.request, self.contributions(name))

    def _empty_findings(self) -> Iterator[Finding]:
        if not self._shape and not self.unjudged and not self.budgets["steps"].used:
            yield rules.PLAN_EMPTY.at(Anchor("", Part.BRACE))

    def _one_generation(self) -> AbstractContextManager[None]:
        return self.world.index.snapshot() if self.world.index is not None else nullcontext()


def _at_places(troubled: dict[str, list[Trouble]], items: Items) -> Iterator[Finding]:
    """Yield the findings of all troubled items, wherever they are named."""
    if troubled:
        for name, places in items.places(troubled).items():
            yield from findings_at(troubled[name], places)
