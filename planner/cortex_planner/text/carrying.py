"""Carrying: what was read of a text holds for the next one, if all that changed is the inside of one plain string.

Most keystrokes are such a change. The tree of a long text is then not read again: one row changes,
those that hold it are copied, and the rows behind it are said to have moved.
"""

from __future__ import annotations

import re

from cortex_planner.text.sameness import same_from_start
from cortex_planner.text.tree import Tree

_PLAIN_STRING = re.compile(r'"[^"\\\x00-\x1f\ud800-\udfff]*"').fullmatch


def carried(before: str, tree: Tree, text: str) -> Tree | None:
    """Return the tree of `text`, made from that of the flawless text `before`; None where it must be read."""
    start = same_from_start(before, text)
    number = tree.at(start)
    if number is None or not isinstance(tree.node(number).value, str):
        return None
    node, growth = tree.node(number), len(text) - len(before)
    end = node.end + growth
    unchanged = node.start < start < node.end and text.endswith(before[node.end :])
    if not unchanged or _PLAIN_STRING(text, node.start, end) is None:
        return None
    return tree.with_string(number, text[node.start + 1 : end - 1], growth)
