"""White space between the tokens of JSON: four characters, and nothing else."""

from __future__ import annotations

SPACE = " \t\n\r"


def end_before(text: str, offset: int) -> int:
    """Return where the token before `offset` ends: `offset` less the white space in front of it."""
    while offset > 0 and text[offset - 1] in SPACE:
        offset -= 1
    return offset


def start_after(text: str, offset: int) -> int:
    """Return where the token after `offset` starts: `offset` and the white space behind it."""
    while offset < len(text) and text[offset] in SPACE:
        offset += 1
    return offset
