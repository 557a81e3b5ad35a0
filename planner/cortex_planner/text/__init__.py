"""Source text with positions: the only place that knows offsets, lines and columns.

`Syntax(text)` is what the text says, good or broken; `LineIndex` turns offsets into lines and
columns; everything else in Cortex speaks in JSON pointers and asks here where they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex_planner.lazy import lazy_names

if TYPE_CHECKING:
    from cortex_planner.text.lines import Encoding, LineIndex, Position
    from cortex_planner.text.pointer import join_pointer, pointer_of, split_pointer
    from cortex_planner.text.syntax import Syntax
    from cortex_planner.text.tree import Node, Tree

__all__ = [
    "Encoding",
    "LineIndex",
    "Node",
    "Position",
    "Syntax",
    "Tree",
    "join_pointer",
    "pointer_of",
    "split_pointer",
]

_HOMES = {
    "Encoding": "lines",
    "LineIndex": "lines",
    "Node": "tree",
    "Position": "lines",
    "Syntax": "syntax",
    "Tree": "tree",
    "join_pointer": "pointer",
    "pointer_of": "pointer",
    "split_pointer": "pointer",
}

__getattr__ = lazy_names(__name__, _HOMES)
