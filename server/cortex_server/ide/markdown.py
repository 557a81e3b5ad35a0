"""Markdown: names and sentences of others, written so that nothing in them is a mark.

A name is a code span: who reads the text as it is, as agents do, reads the name as it is.
"""

from __future__ import annotations

import re

MOST_LETTERS = 120
_LINE_END = re.compile(r"[\r\n]+")
_RUN = re.compile("`+")
_BAR_AFTER_BACKSLASH = re.compile(r"(?<=\\)\|")
_WORD = re.compile(r"`([^`]*[^`\s][^`]*)`(?![^\s(),;.:])|[^\s(),;]+")
_MARK = re.compile(r"\A@|[\\`*\[\]<>~&]|(?<![^\W_])_|_(?![^\W_])")


def code(name: str) -> str:
    """Return a name as a code span; one that nobody would see stands in quotes."""
    shown = _LINE_END.sub(" ", name)
    shown = shown if shown.strip() else f'"{shown}"'
    fence = "`" * (longest_run(shown) + 1)
    room = " " if shown[0] in " `" or shown[-1] in " `" else ""
    return f"{fence}{room}{shown}{room}{fence}"


def cell(name: str) -> str:
    r"""Return a name as a code span in a table, where `\|` is a bar, and `\\|` one that ends the cell."""
    parts = _BAR_AFTER_BACKSLASH.split(name)
    return r"\|".join(code(part).replace("|", r"\|") if part else "" for part in parts) or code(name)


def prose(text: str) -> str:
    """Return sentences in one line; words that Markdown would change, and symbols, become code spans."""
    return _WORD.sub(_word, " ".join(text.split()))


def shortened(text: str) -> str:
    """Return a text in one line, cut with a mark where it is long; names are never cut."""
    line = " ".join(text.split())
    return line if len(line) <= MOST_LETTERS else f"{line[: MOST_LETTERS - 1]}…"


def longest_run(text: str) -> int:
    """Return how many backticks stand side by side in a text, at most."""
    return max(map(len, _RUN.findall(text)), default=0)


def _word(match: re.Match[str]) -> str:
    if match[1] is not None:
        return code(match[1])
    word = match[0].rstrip(".:")
    return code(word) + match[0][len(word) :] if _MARK.search(word) else match[0]
