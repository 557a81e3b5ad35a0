"""A plan request as its author wrote it: what it names, and where, also where its shape is not right yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from cortex_planner.compiler.model import DEFAULT_MAX_BYTES, DEFAULT_MAX_STEPS, DEFAULT_MAX_SYMBOLS
from cortex_planner.finding import Finding

DEFAULT_LIMITS = {"steps": DEFAULT_MAX_STEPS, "bytes": DEFAULT_MAX_BYTES, "symbols": DEFAULT_MAX_SYMBOLS}
_STRINGS = frozenset({str})


class Items:
    """The well-formed strings of one list of inputs, with their places."""

    def __init__(self, items: object, pointer: str, unfit: set[int]) -> None:
        self.pointer = pointer
        self._all: list[str | None] = items if isinstance(items, list) else []
        if unfit or not _STRINGS.issuperset(map(type, self._all)):
            self._all = [
                item if isinstance(item, str) and index not in unfit else None
                for index, item in enumerate(self._all)
            ]

    def __eq__(self, other: object) -> bool:
        """Return whether two lists of inputs have the same strings in the same places."""
        if not isinstance(other, Items):
            return NotImplemented
        return self.pointer == other.pointer and self._all == other._all

    __hash__ = None  # type: ignore[assignment]

    @cached_property
    def distinct(self) -> list[str]:
        """Return each item once, in order of first occurrence."""
        return [item for item in dict.fromkeys(self._all) if item is not None]

    def places(self, wanted: Iterable[str]) -> dict[str, list[str]]:
        """Return the pointers of some items, the first mention first."""
        places: dict[str, list[str]] = {item: [] for item in wanted}
        for index, item in enumerate(self._all):
            if item in places:
                places[item].append(f"{self.pointer}/{index}")
        return places

    def first_places(self) -> Iterator[tuple[str, str]]:
        """Yield each distinct item with the pointer of its first mention."""
        if len(self.distinct) == len(self._all):
            return ((item, f"{self.pointer}/{index}") for index, item in enumerate(self.distinct))
        return ((item, places[0]) for item, places in self.places(self.distinct).items())

    @property
    def repeated(self) -> list[str]:
        """Return the items that are named more than once."""
        if len(self.distinct) == len(self._all):
            return []
        counts = Counter(self._all)
        return [item for item in self.distinct if counts[item] > 1]


@dataclass(frozen=True)
class Request:
    """What could be read of a request. `limits` are the budgets that are written, by what they limit."""

    run_id: str
    request_id: str
    intent: str
    symbols: Items
    files: Items
    notes: list[tuple[str, str]]
    limits: dict[str, int]

    @classmethod
    def of(cls, value: object, shape: Iterable[Finding] = ()) -> Request:
        """Return what `value` says, leaving out the items that findings about its shape point at."""
        unfit = _unfit_items(shape)
        top = value if isinstance(value, dict) else {}
        inputs = top.get("inputs")
        inputs = inputs if isinstance(inputs, dict) else {}
        return cls(
            run_id=_text(top.get("run_id")),
            request_id=_text(top.get("request_id")),
            intent=_text(top.get("intent")),
            symbols=Items(inputs.get("symbols"), "/inputs/symbols", unfit["symbols"]),
            files=Items(inputs.get("files"), "/inputs/files", unfit["files"]),
            notes=_notes(inputs.get("notes")),
            limits=_limits(top.get("budgets")),
        )


def _unfit_items(shape: Iterable[Finding]) -> dict[str, set[int]]:
    """Return which items of each list do not have the form that they should have."""
    unfit: dict[str, set[int]] = {"symbols": set(), "files": set()}
    for finding in shape:
        tokens = finding.anchor.pointer.split("/", 4)
        if len(tokens) > 3 and tokens[2] in unfit and tokens[3].isdigit():
            unfit[tokens[2]].add(int(tokens[3]))
    return unfit


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _notes(items: object) -> list[tuple[str, str]]:
    """Return the notes with their pointers; a repeated note is said twice on purpose."""
    written = items if isinstance(items, list) else []
    return [(note, f"/inputs/notes/{index}") for index, note in enumerate(written) if isinstance(note, str)]


def _limits(value: object) -> dict[str, int]:
    written = value if isinstance(value, dict) else {}
    limits = ((name, written.get(f"max_{name}")) for name in DEFAULT_LIMITS)
    return {name: limit for name, limit in limits if type(limit) is int and limit >= (name == "steps")}
