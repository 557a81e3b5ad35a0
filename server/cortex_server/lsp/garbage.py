"""Garbage: when Python looks for objects that hold each other.

Loading the protocol makes some 200,000 objects that live as long as the process. Looking through
them again and again takes time from the start, and now and then 30 ms out of the middle of a keystroke.
Not looking at all until then would leave 9 MB of rubbish behind.
"""

from __future__ import annotations

import gc

ALLOCATIONS = 50_000
"""How many more objects there must be before Python looks: a page of findings has a few thousand."""


STARTING = (20_000, 50, 1_000)
"""While the server starts, only new objects are looked through."""


def collect_new_garbage_only() -> None:
    """Look for garbage among new objects only, while the server starts."""
    gc.set_threshold(*STARTING)


def collect_garbage_seldom() -> None:
    """Look less often from now on, and never at what has been there since the start."""
    gc.freeze()
    gc.set_threshold(ALLOCATIONS)
