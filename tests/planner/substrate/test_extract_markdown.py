"""Headings of Markdown: which count, where their sections end, and how they are spelled."""

from __future__ import annotations

import pytest

from cortex_planner.substrate.extract.markdown import extract
from cortex_planner.substrate.slugs import encode_name, github_slug, number_names


def headings(source: str) -> list[str]:
    return [f"{' > '.join(item.path)} {item.line_start} {item.line_end}" for item in extract(source.encode())]


def test_nested_headings_end_at_the_next_of_their_level_or_above() -> None:
    assert headings("# A\n## B\ntext\n#### D\n## C\n# E\nend") == [
        "A 0 5",
        "A > B 1 4",
        "A > B > D 3 4",
        "A > C 4 5",
        "E 5 7",
    ]


def test_setext_headings_start_at_their_text() -> None:
    assert headings("Title\nmore\n=====\n\nSub\n---\n") == ["Title\nmore 0 6", "Title\nmore > Sub 4 6"]


@pytest.mark.parametrize(
    "source",
    [
        "```\n# no\n```\n",
        "~~~py\n# no\n",
        "> # no\n",
        "- # no\n",
        "1. text\n\n   # no\n",
        "<div>\n# no\n</div>\n",
        "<!--\n# no\n-->\n",
        "    # no\n",
        "#no\n",
        "---\n# no\n---\n",
        "+++\n# no\n+++\n",
    ],
)
def test_what_is_no_top_level_heading(source: str) -> None:
    assert headings(source) == []


def test_front_matter_shifts_no_line_and_a_rule_is_no_front_matter() -> None:
    assert headings("---\na: 1\n---\n# A\n") == ["A 3 4"]
    assert headings("---\n\n# A\n") == ["A 2 3"]


def test_the_name_is_the_rendered_text() -> None:
    (name,) = (
        item.path[0] for item in extract(b"# *A* `b` [c](d) ![i](x) &amp; <b>e</b> [f][r]\n\n[r]: /u\n")
    )
    assert name == "A b c  & e f"


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Hello, World!", "hello-world"),
        ("A -- B", "a----b"),
        ("snake_case & more", "snake_case--more"),
        ("Größe über 2²", "größe-über-2"),
        ("日本語 見出し", "日本語-見出し"),
        ("🚀 Launch", "-launch"),
        ("v1.2.3", "v123"),
        ("!!!", ""),
    ],
)
def test_slugs_are_those_of_github(text: str, slug: str) -> None:
    assert github_slug(text) == slug


def test_equal_names_are_numbered_as_github_does() -> None:
    names = ["a", "a", "a-1", "a", "b"]
    assert number_names(names) == [("a", True), ("a-1", True), ("a-1-1", True), ("a-2", True), ("b", False)]


def test_what_a_symbol_cannot_hold_is_percent_encoded() -> None:
    assert encode_name('a b"c\\d%e#f\ng\u2028é') == "a%20b%22c%5Cd%25e%23f%0Ag%E2%80%A8é"


def test_hostile_markdown_is_survived() -> None:
    """Deep quotes, brackets and markers at the size limit come back with an answer."""
    for piece in ("> ", "[", "- ", "*a ", "`", "<a ", "# [", "|a"):
        assert isinstance(extract((piece * (200_000 // len(piece)) + "\n# end\n").encode()), list)
