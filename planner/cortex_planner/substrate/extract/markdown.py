"""Markdown: a section per heading that is a top-level block.

Headings in quotes, lists, fences and HTML are text of the section round them. Only the block structure
of a document is parsed, and inline markup only inside headings: nothing else decides where a section is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from cortex_planner.substrate.sections import Found

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from markdown_it.utils import EnvType

_FRONT_MATTER = re.compile(rb"(---|\+\+\+)[ \t]*\n(?:.*\n)*?(?:\1|\.\.\.)[ \t]*(?:\n|\Z)")
_LONGEST_HEADING = 4_000


def extract(text: bytes) -> list[Found]:
    """Return the headings of a Markdown text."""
    body, skipped = _without_front_matter(text)
    headings = list(_headings(body.decode()))
    total = skipped + body.count(b"\n") + (0 if body.endswith(b"\n") or not body else 1)
    return _nested([(level, name, line + skipped) for level, name, line in headings], total)


def _without_front_matter(text: bytes) -> tuple[bytes, int]:
    """Return the text after its front matter, and how many lines that took."""
    match = _FRONT_MATTER.match(text)
    if match is None:
        return text, 0
    return text[match.end() :], match[0].count(b"\n")


def _headings(text: str) -> Iterator[tuple[int, str, int]]:
    """Yield level, rendered text and line of each top-level heading."""
    environment: EnvType = {}
    tokens = _block_parser().parse(text, environment)
    for position, token in enumerate(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map:
            name = _rendered(tokens[position + 1].content, environment)
            yield int(token.tag[1:]), name, token.map[0]


def _nested(headings: Sequence[tuple[int, str, int]], total: int) -> list[Found]:
    """Return each heading with its path, ending where one of the same or a higher level begins."""
    found = []
    open_headings: list[tuple[int, str]] = []
    ends = _ends(headings, total)
    for (level, name, line), end in zip(headings, ends, strict=True):
        while open_headings and open_headings[-1][0] >= level:
            open_headings.pop()
        open_headings.append((level, name))
        found.append(Found(tuple(name for _, name in open_headings), line, end))
    return found


def _ends(headings: Sequence[tuple[int, str, int]], total: int) -> list[int]:
    """Return the line at which each heading's section ends, in one pass from the end."""
    ends = []
    next_at: dict[int, int] = {}
    for level, _, line in reversed(headings):
        ends.append(min((at for other, at in next_at.items() if other <= level), default=total))
        next_at[level] = line
    return ends[::-1]


def _rendered(source: str, environment: EnvType) -> str:
    """Return the text that a reader sees of a heading: no markup, no tags, no images."""
    if len(source) > _LONGEST_HEADING:
        return source
    tokens = _inline_parser().parseInline(source, environment)
    return "".join(_visible(child) for token in tokens for child in token.children or ())


def _visible(token: Token) -> str:
    if token.type in {"text", "code_inline", "text_special"}:
        return token.content
    return "\n" if token.type in {"softbreak", "hardbreak"} else ""


@lru_cache(maxsize=1)
def _block_parser() -> MarkdownIt:
    parser = _inline_parser.__wrapped__()
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


@lru_cache(maxsize=1)
def _inline_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark")
