"""Writing into `cortex.toml`: a slice, or steps of an intent, with everything else left as it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cortex_planner.config.load import CONFIG_NAME
from cortex_planner.errors import error_for
from cortex_planner.finding import Anchor
from cortex_planner.text.pointer import pointer_of

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

Step = dict[str, Any]
_LINE_END = re.compile(r"\r?\n")


def parsed(text: str) -> TOMLDocument:
    """Return a `cortex.toml` as what keeps its comments; raise where it is not TOML."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        msg = f"{CONFIG_NAME} cannot be read, so nothing was written: {error}"
        raise error_for("config-syntax", msg) from error


def with_slice(text: str, place: tuple[str | int, ...], slice_text: str) -> str:
    """Return the text once the pin or the rule at `place` (`symbols`, `pins`, a name) has a slice.

    It is put right behind the member that every pin or rule has, so that no comment moves.
    """
    from cortex_planner.config.positions import Positions

    positions = Positions(text)
    member = "name" if "rules" in place else "file"
    _, end = positions.span(Anchor(pointer_of((*place, member))))
    holder, _ = positions.span(Anchor(pointer_of(place)))
    if text[holder : holder + 1] == "{":
        return f'{text[:end]}, slice = "{slice_text}"{text[end:]}'
    line_end = _LINE_END.search(text, end)
    end, newline = (line_end.start(), line_end[0]) if line_end else (len(text), "\n")
    return f'{text[:end]}{newline}slice = "{slice_text}"{text[end:]}'


def with_steps(text: str, intent: str, steps: Sequence[Step]) -> str:
    """Return the text once an intent has some more steps; an intent that is not there yet is made."""
    import tomlkit

    document = parsed(text)
    intents = document.setdefault("intents", tomlkit.table(is_super_table=True))
    if intent not in intents:
        intents[intent] = _new_intent(steps)
        return tomlkit.dumps(document)
    declared: Any = intents[intent]
    if isinstance(declared.get("steps"), tomlkit.items.Array):
        for step in steps:
            declared["steps"].append(_inline(step))
        return tomlkit.dumps(document)
    written = declared.setdefault("steps", tomlkit.aot())
    for step in steps:
        written.append(_table(step))
    return tomlkit.dumps(document)


def _new_intent(steps: Sequence[Step]) -> Any:
    import tomlkit

    table, written = tomlkit.table(), tomlkit.aot()
    table["description"] = ""
    for step in steps:
        written.append(_table(step))
    table["steps"] = written
    return table


def _table(step: Step) -> Any:
    import tomlkit

    table = tomlkit.table()
    for key, value in step.items():
        table[key] = _inline(value) if isinstance(value, dict) else value
    return table


def _inline(values: Step) -> Any:
    import tomlkit

    table = tomlkit.inline_table()
    for key, value in values.items():
        table[key] = _inline(value) if isinstance(value, dict) else value
    return table
