"""Ranking: in which order the candidates of a fuzzy search are shown.

People type the end of what they mean: the function rather than the folder. So the words of a query are
looked for from the right, and count more in the last part of a symbol, as whole words, and at the
start of words. Short symbols come before long ones, and tests after what they test.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_WORDS = re.compile(r"[^\W_]+")
_WHOLE_WORD, _WORD_START, _INSIDE = 4.0, 3.0, 1.0
_IN_TAIL = 2.0
_EXACT_TAIL = 6.0
_EXACT_PART = 4.0
_PER_CHARACTER = 0.02
_PER_EXTRA_PART = 0.25
_TEST_PENALTY = 2.0
_SCATTERED = 1.5


@dataclass(frozen=True, slots=True)
class Candidate:
    """A symbol, and how well its letters match by the engine's own measure."""

    name: str
    likeness: int


def ranked(query: str, candidates: Iterable[Candidate]) -> list[str]:
    """Return the names of the candidates, the best answer to `query` first."""
    asked = query.strip().lstrip("@").lower()
    words = _WORDS.findall(asked)
    letters = max(1, sum(map(len, words)))
    scored = [
        (-_score(asked, words, letters, candidate), len(candidate.name), candidate.name)
        for candidate in candidates
    ]
    return [name for _, _, name in sorted(scored)]


def _score(asked: str, words: list[str], letters: int, candidate: Candidate) -> float:
    name = candidate.name
    lowered = name.lower()
    tail_at = _tail_start(lowered)
    tail = lowered[tail_at:]
    found = _word_score(words, name, lowered, tail_at)
    if found is None:
        found = _SCATTERED * candidate.likeness / (16 * letters)
    last_part = tail.rpartition(".")[2] if "#" in lowered else tail
    if asked in (tail, lowered[1:]):
        found += _EXACT_TAIL
    elif words and _joined(last_part) == "".join(words):
        found += _EXACT_PART
    found -= _PER_CHARACTER * len(name) + _PER_EXTRA_PART * tail.count(".")
    if "test" in lowered and "test" not in asked:
        found -= _TEST_PENALTY
    return found


def _joined(text: str) -> str:
    return "".join(_WORDS.findall(text))


def _tail_start(name: str) -> int:
    """Return where the last part of a symbol begins: after `#`, else the file's own name."""
    at = name.rfind("#")
    return at + 1 if at >= 0 else name.rfind("/") + 1


def _word_score(words: list[str], name: str, lowered: str, tail_at: int) -> float | None:
    """Return how well the words stand in a name, in order, from the right; None where one is missing."""
    if not words:
        return None
    total = 0.0
    end = len(lowered)
    for word in reversed(words):
        at, value = _best_place(word, name, lowered, end)
        if at < 0:
            return None
        total += value + (_IN_TAIL if at >= tail_at else 0.0)
        end = at
    return total / len(words)


def _best_place(word: str, name: str, lowered: str, end: int) -> tuple[int, float]:
    """Return the best place of a word before `end`, from the right: a whole word, a start, any."""
    best, value = -1, 0.0
    at = lowered.rfind(word, 0, end)
    while at >= 0:
        here = _place_value(name, at, at + len(word))
        if here > value:
            best, value = at, here
        if value == _WHOLE_WORD:
            break
        at = lowered.rfind(word, 0, at + len(word) - 1)
    return best, value


def _place_value(name: str, start: int, end: int) -> float:
    if not _starts_word(name, start):
        return _INSIDE
    return _WHOLE_WORD if end == len(name) or _starts_word(name, end) else _WORD_START


def _starts_word(name: str, at: int) -> bool:
    before, here = name[at - 1 : at], name[at : at + 1]
    if not before.isalnum() or not here.isalnum():
        return True
    return here.isupper() and not before.isupper()
