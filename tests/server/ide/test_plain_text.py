"""Hover for editors without Markdown: the same words, without the marks."""

from __future__ import annotations

import pytest

from cortex_server.ide.plain import plain_text


@pytest.mark.parametrize(
    ("markdown", "plain"),
    [
        ("**@A** is `here`", "@A is here"),
        ("| # | op |\n| --- | --- |\n| 1 | a\\|b |", "# · op\n1 · a|b"),
        ("x\n```py\n**kept** `so`\n```\ny", "x\n**kept** `so`\ny"),
        ("````md\n```\n````", "```"),
        (r"a\_b\*", "a_b*"),
    ],
)
def test_marks_are_gone_and_fenced_text_stays(markdown: str, plain: str) -> None:
    assert plain_text(markdown) == plain
