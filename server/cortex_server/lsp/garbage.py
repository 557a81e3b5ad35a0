"""Garbage: when Python looks for objects that hold each other.

Loading the protocol makes some 200,000 objects that live as long as the process. Looking through
them again and again takes a tenth of the start, and now and then 30 ms out of the middle of a keystroke.
"""

from __future__ import annotations

import gc

ALLOCATIONS = 50_000
"""How many more objects there must be before Python looks: a page of findings has a few thousand."""


def collect_no_garbage() -> None:
    """Look for none while the server starts."""
    gc.disable()


def collect_garbage_seldom() -> None:
    """Look again, but never at what has been there since the start."""
    gc.freeze()
    gc.set_threshold(ALLOCATIONS)
    gc.enable()
