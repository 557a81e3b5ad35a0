"""Names in Markdown, and hover for editors without Markdown: the same words, without the marks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from cortex_server.ide.markdown import cell, code, prose
from cortex_server.ide.plain import plain_text

NAMES = st.text(alphabet="ab @/#_*`|\\[]<>&~.", min_size=1).filter(str.strip)
SENTENCES = st.lists(NAMES | st.sampled_from(["is", "not,", "`x_`", "(see"]), max_size=5).map(" ".join)


@pytest.mark.parametrize(
    ("markdown", "plain"),
    [
        ("**@A** is `here`", "@A is here"),
        ("| # | op |\n| --- | --- |\n| 1 | a\\|b |", "# · op\n1 · a|b"),
        ("x\n```py\n**kept** `so`\n```\ny", "x\n**kept** `so`\ny"),
        ("````md\n```\n````", "```"),
        ("**`@CODE/__init__.py`** · ``a`b``", "@CODE/__init__.py · a`b"),
    ],
)
def test_marks_are_gone_and_fenced_text_stays(markdown: str, plain: str) -> None:
    assert plain_text(markdown) == plain


@given(NAMES)
def test_a_name_is_shown_as_it_is_in_a_title_in_a_table_and_without_markdown(name: str) -> None:
    """Whatever it is made of: `__init__` is no bold word."""
    title, row = f"**{code(name)}**", f"| 1 | {cell(name)} |"
    assert shown(title) == [name]
    assert shown(f"| # | t |\n| --- | --- |\n{row}") == ["#", "t", "1", name]
    assert plain_text(title) == name
    assert plain_text(row) == f"1 · {name}"


@given(SENTENCES)
def test_sentences_keep_their_words_and_gain_no_marks(text: str) -> None:
    """Code spans aside, Markdown shows them as they are written."""
    words = ["-", "It", "is", *text.replace("`", "").split()]
    markdown = f"- It is {prose(text)}"
    assert ["-", *"".join(shown(markdown)).replace("`", "").split()] == words
    assert plain_text(markdown).replace("`", "").split() == words


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("@A/__b__.py#c is not in the index", "`@A/__b__.py#c` is not in the index"),
        ("the key `a__` (see @a, b_c).", "the key `a__` (see `@a`, b_c)."),
        ("`a`b` is a name", "`` `a`b` `` is a name"),
    ],
)
def test_names_in_a_sentence_are_code_and_its_words_are_not(text: str, written: str) -> None:
    assert prose(text) == written


@pytest.mark.parametrize(("name", "written"), [("", '`""`'), ("  ", '`"  "`'), ("a\nb", "`a b`")])
def test_a_name_that_nobody_would_see_stands_in_quotes_and_every_name_on_one_line(
    name: str, written: str
) -> None:
    assert code(name) == cell(name) == written


def shown(markdown: str) -> list[str]:
    """Return the text of each paragraph and cell as an editor shows it; any mark but bold is a mistake."""
    inline = [token for token in MarkdownIt("commonmark").enable("table").parse(markdown) if token.children]
    return ["".join(_texts(token)) for token in inline]


def _texts(inline: Token) -> Iterator[str]:
    for token in inline.children or []:
        assert token.type in {"text", "code_inline", "text_special", "strong_open", "strong_close"}
        yield token.content
