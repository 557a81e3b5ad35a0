"""Weaving: an intent's declared steps, filled in for one request, in an order that respects their needs."""

from __future__ import annotations

import heapq
from typing import Any

from cortex_planner import forms
from cortex_planner.canonical import canonical_json
from cortex_planner.compiler import rules
from cortex_planner.compiler.drafts import READS, Draft, read_section, read_symbol
from cortex_planner.compiler.intents import ITEM_NAMES, filled
from cortex_planner.compiler.judging import file_troubles, findings_at, symbol_troubles
from cortex_planner.compiler.model import REQUIRED_REFS
from cortex_planner.compiler.paths import respelled
from cortex_planner.compiler.policy import is_writable
from cortex_planner.compiler.request import Request
from cortex_planner.compiler.sizes import counted
from cortex_planner.compiler.world import World
from cortex_planner.config.model import Intent, IntentStep
from cortex_planner.finding import Anchor, Finding
from cortex_planner.forms import rules as spelling
from cortex_planner.substrate import rules as substrate
from cortex_planner.substrate.model import Section
from cortex_planner.substrate.presence import Presence, landing, presence

INTENT_POINTER = "/intent"

_Instance = tuple[int, int]
"""A declared step for one item: (index of the declaration, index of the item)."""

_ALL = -1


class Weaving:
    """The drafts of an intent's steps, and what is wrong with them; `needs` count from the first of them."""

    def __init__(self, intent: Intent, request: Request, world: World) -> None:
        self._intent = intent
        self._request = request
        self._world = world
        self.findings: list[Finding] = []
        self.drafts: list[Draft] = []
        self.refused = 0
        items = [self._items(step) for step in intent.steps]
        placed: dict[_Instance, int] = {}
        for instance in _in_order(intent, list(map(len, items))):
            draft = self._draft(intent.steps[instance[0]], items[instance[0]][instance[1]])
            if draft is None:
                self.refused += 1
            else:
                needs = _places(_needs(intent, instance), placed)
                placed[instance] = len(self.drafts)
                self.drafts.append(draft._replace(needs=needs))

    def _items(self, step: IntentStep) -> list[dict[str, str]]:
        """Return the words that fill the step's placeholders, once per item that it is repeated for."""
        request = self._request
        words = {"run_id": request.run_id, "request_id": request.request_id, "intent": request.intent}
        if step.for_each is None:
            return [words]
        items = {
            "symbols": request.symbols.distinct,
            "files": request.files.distinct,
            "notes": [text for text, _ in request.notes],
        }[step.for_each]
        return [{**words, ITEM_NAMES[step.for_each]: item} for item in items]

    def _draft(self, step: IntentStep, words: dict[str, str]) -> Draft | None:
        refs = filled(step.refs, words)
        made = self._made(step.op, refs)
        if made is None:
            return None
        return made._replace(
            constraints=filled(step.constraints, words), expected_outputs=filled(step.expected_outputs, words)
        )

    def _made(self, op: str, refs: dict[str, Any]) -> Draft | None:
        if any(name not in refs for name in REQUIRED_REFS[op] if name != "section_id"):
            return None  # `cortex.toml` has a finding for it, which refuses the plan
        if op == "READ_SYMBOL":
            return self._symbol(refs["symbol_id"])
        if op in {"RUN_TEST", "NOTE"}:
            return Draft(op, refs, INTENT_POINTER, str(refs.get("test_name", refs.get("message"))))
        path = refs.get("file_path")
        if not isinstance(path, str) or not self._is_well_formed(path):
            return None
        if op == "READ_SECTION":
            return self._section(path, refs.get("heading"))
        if not self._may_write(path):
            return None
        return self._patch(refs, path) if op == "PATCH_FILE" else Draft(op, refs, INTENT_POINTER, path)

    def _may_write(self, path: str) -> bool:
        """Judge a write by where it would land: a link must not lead past the policy."""
        root = self._world.root
        target = landing(root, path)
        if target is None:
            self._report(substrate.FILE_OUTSIDE_ROOT, {"file": path}, file=path)
        elif presence(root, path) is Presence.FOLDER:
            self._report(substrate.FILE_IS_FOLDER, {"file": path}, file=path)
        elif not all(is_writable(each, self._world.configuration.config.policy) for each in (path, target)):
            self._report(rules.POLICY_WRITABLE, {"file": path}, file=path)
        else:
            return True
        return False

    def _is_well_formed(self, path: str) -> bool:
        if forms.is_relative_path(path):
            return True
        inside = respelled(path, self._world.root.as_posix())
        if inside is None:
            self._report(substrate.FILE_OUTSIDE_ROOT, {"file": path}, file=path)
        else:
            self._report(spelling.FILE_PATH_FORM, {"file": path}, given=path)
        return False

    def _symbol(self, name: str) -> Draft | None:
        if not forms.is_symbol_id(name):
            self._report(spelling.SYMBOL_FORM, {"symbol": name}, given=name)
            return None
        index = self._world.index
        entry = index.symbols([name])[name] if index is not None else None
        stale = self._world.staleness([entry.section.file_path]) if entry is not None else set()
        self.findings += findings_at(symbol_troubles(name, entry, stale, self._world), [INTENT_POINTER])
        return read_symbol(entry, INTENT_POINTER) if entry is not None else None

    def _whole_file(self, path: str) -> Section | None:
        index = self._world.index
        section = index.files([path])[path] if index is not None else None
        stale = self._world.staleness([path]) if section is not None else set()
        self.findings += findings_at(file_troubles(path, section, stale, self._world), [INTENT_POINTER])
        return section

    def _section(self, path: str, heading: str | None) -> Draft | None:
        section = self._whole_file(path)
        if section is None or heading is None or self._world.index is None:
            return read_section(section, INTENT_POINTER) if section is not None else None
        inside = self._world.index.heading(path, heading)
        if inside is None:
            self._report(substrate.SECTION_UNKNOWN, {"file": path}, section=f"{path}#{heading}")
            return None
        return read_section(inside, INTENT_POINTER)

    def _patch(self, refs: dict[str, Any], path: str) -> Draft | None:
        section = self._whole_file(path)
        if section is None:
            return None
        first, last = refs["patch_start_line"], refs["patch_end_line"]
        if not 1 <= first <= last <= section.line_end:
            words = {"first": first, "last": last, "lines": counted(section.line_end, "line")}
            self._report(rules.PATCH_OUT_OF_RANGE, {"file": path}, file=path, **words)
        refs = {**refs, "file_hash": section.content_hash}
        return Draft("PATCH_FILE", refs, INTENT_POINTER, f"{path}:{first}-{last}", source=section)

    def _report(self, rule: Any, data: dict[str, Any], **words: object) -> None:
        self.findings.append(rule.at(Anchor(INTENT_POINTER), data=data, **words))


def _needs(intent: Intent, instance: _Instance) -> list[_Instance]:
    """Return what a step needs: for the same `for_each` item by item, otherwise all items of the other."""
    step, item = intent.steps[instance[0]], instance[1]
    return [
        (index, item if other.for_each == step.for_each else _ALL)
        for index, other in enumerate(intent.steps)
        if other.name in step.needs
    ]


def _places(needs: list[_Instance], placed: dict[_Instance, int]) -> tuple[int, ...]:
    places: set[int] = set()
    for index, item in needs:
        if item == _ALL:
            places.update(place for (declared, _), place in placed.items() if declared == index)
        elif (index, item) in placed:
            places.add(placed[index, item])
    return tuple(sorted(places))


def _in_order(intent: Intent, counts: list[int]) -> list[_Instance]:
    """Return the instances, needs first; of those that could come next, the one declared first."""
    left = list(counts)
    waiting: dict[_Instance, int] = {}
    followers: dict[_Instance, list[_Instance]] = {}
    ready: list[_Instance] = []
    for index, count in enumerate(counts):
        for item in range(count):
            needs = [need for need in _needs(intent, (index, item)) if counts[need[0]]]
            waiting[index, item] = len(needs)
            for need in needs:
                followers.setdefault(need, []).append((index, item))
            if not needs:
                heapq.heappush(ready, (index, item))
    order: list[_Instance] = []
    while ready:
        instance = heapq.heappop(ready)
        order.append(instance)
        left[instance[0]] -= 1
        released = followers.get(instance, [])
        if not left[instance[0]]:
            released = released + followers.get((instance[0], _ALL), [])
        for follower in released:
            waiting[follower] -= 1
            if not waiting[follower]:
                heapq.heappush(ready, follower)
    return order


def without_repeated_reads(
    own_reads: dict[tuple[str, str], int], own_count: int, woven: list[Draft]
) -> list[Draft]:
    """Return the woven drafts without reads that equal an earlier one in everything.

    `own_reads` are the places of the reads that the inputs ask for, `own_count` is how many steps the
    inputs make; the needs of the result count from the first of those.
    """
    kept: list[Draft] = []
    seen: dict[str, int] = {}
    place_of: list[int] = []
    for draft in woven:
        place = _earlier_place(draft, own_reads, seen)
        if place is None:
            place = own_count + len(kept)
            kept.append(draft._replace(needs=tuple(sorted({place_of[need] for need in draft.needs}))))
            if draft.op in READS:
                seen[_identity(draft)] = place
        place_of.append(place)
    return kept


def _earlier_place(draft: Draft, own_reads: dict[tuple[str, str], int], seen: dict[str, int]) -> int | None:
    target = draft.read_target
    if target is None:
        return None
    if target in own_reads and not draft.constraints and not draft.expected_outputs:
        return own_reads[target]
    return seen.get(_identity(draft))


def _identity(draft: Draft) -> str:
    return canonical_json([draft.op, draft.refs, draft.constraints, draft.expected_outputs])
