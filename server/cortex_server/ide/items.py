"""Items: things that could stand at the cursor, and the edit that puts one there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cortex_planner.finding import Edit, Span

MOST_ITEMS = 100


class ItemKind(StrEnum):
    """What sort of thing an item is; editors draw an icon for it."""

    SYMBOL = "symbol"
    FILE = "file"
    FOLDER = "folder"
    KEY = "key"
    INTENT = "intent"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that could stand at the cursor; `plain` is its text for clients without snippets."""

    label: str
    kind: ItemKind
    text: str
    detail: str = ""
    plain: str | None = None
    again: bool = False
    """Whether to ask again once it is accepted, as for a folder."""

    def with_text(self, text: str) -> Item:
        """Return the same thing with another text; there may be a hundred of them at every keystroke."""
        return Item(self.label, self.kind, text, self.detail, self.plain, self.again)


@dataclass(frozen=True, slots=True)
class Completions:
    """Items that share their edit: `insert` ends at the cursor, `replace` at the end of what is there.

    `besides` are edits elsewhere that go with every item: a comma that was missing.
    """

    items: list[Item]
    insert: Span
    replace: Span
    incomplete: bool = False
    besides: tuple[Edit, ...] = ()
