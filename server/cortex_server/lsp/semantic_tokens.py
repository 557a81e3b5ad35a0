"""Semantic tokens as LSP carries them: five numbers each, places relative to the token before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from cortex_server.ide.legend import MODIFIERS, TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cortex_planner.text.lines import Encoding, LineIndex
    from cortex_server.ide.tokens import Token

LEGEND = types.SemanticTokensLegend(token_types=list(TYPES), token_modifiers=list(MODIFIERS))
_TYPE = {name: number for number, name in enumerate(TYPES)}
_MODIFIER = {name: 1 << number for number, name in enumerate(MODIFIERS)} | {"": 0}


def encoded(tokens: Iterable[Token], lines: LineIndex, encoding: Encoding) -> list[int]:
    """Return the numbers of tokens that stand in document order, each on one line."""
    numbers: list[int] = []
    last_line = last_column = 0
    for start, end, kind, modifier in tokens:
        line, column, _, end_column = lines.ends(start, end, encoding)
        since = column - last_column if line == last_line else column
        numbers += (line - last_line, since, end_column - column, _TYPE[kind], _MODIFIER[modifier])
        last_line, last_column = line, column
    return numbers
