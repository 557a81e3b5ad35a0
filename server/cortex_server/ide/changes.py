"""Changes: what a refactoring does, in the document and in `cortex.toml`, worked out when it is chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from cortex_planner.finding import Edit


@dataclass(frozen=True, slots=True)
class Change:
    """Edits of the document, and what `cortex.toml` should say, where that changes too."""

    edits: tuple[Edit, ...] = ()
    configuration: str | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """A change that cannot be made after all, and why, as a sentence for the user."""

    why: str


@dataclass(frozen=True, slots=True)
class Present:
    """What `cortex.toml` says when a change is worked out.

    `apart` says that an earlier change may be in a buffer that we never hear of: the two must fit each other.
    """

    text: str = ""
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Refactoring:
    """Something that can be done; `change` works out how, or why it cannot be done after all.

    It is given what `cortex.toml` says when it is chosen, which may be more than when it was offered.
    """

    title: str
    kind: Literal["rewrite", "extract"]
    change: Callable[[Present], Change | Refused]
    writes_configuration: bool = False
