"""No text, however long or odd, is an exception or a wait."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_planner.documents.reading import decode
from cortex_planner.text import Syntax
from cortex_planner.text.fixes import fixes_for
from cortex_planner.text.place import place_at
from cortex_planner.text.reader import read

MANY = 100_000
TORTURES: dict[str, Callable[[int], str]] = {
    "open-brackets": lambda count: "[" * count,
    "open-braces": lambda count: "{" * count,
    "deep-objects": lambda count: '{"a":' * count,
    "closed-depth": lambda count: "[" * count + "]" * count,
    "closing-brackets": lambda count: "]" * count,
    "closing-in-object": lambda count: "{" + "]" * count,
    "closing-in-list": lambda count: "[" + "}" * count,
    "trailing-commas": lambda count: "[" + "[1,]," * count + "1]",
    "equal-keys-in-one": lambda count: "{" + '"a":1,' * count + '"b":2}',
    "equal-keys-in-many": lambda count: "[" + '{"a":1,"a":2},' * count + "0]",
    "keys-without-value": lambda count: "{" + "".join(f'"a{number}":,' for number in range(count)) + "}",
    "quotes": lambda count: '"' * count,
    "single-quotes": lambda count: "'" * count,
    "unclosed-single-quotes": lambda count: "[" + "'a\n" * count,
    "escaped-quotes": lambda count: '["' + '\\"' * count,
    "commas": lambda count: "[" + "," * count,
    "colons": lambda count: "{" + ":" * count,
    "no-break-spaces": lambda count: "[" + "\u00a0" * count + "]",
    "commas-in-an-open-string": lambda count: '["' + "," * count + "x",
    "blanks-in-an-open-key": lambda count: '{"' + " " * count + "x",
    "line-comments": lambda count: "[1" + " // c\n" * count + "]",
    "open-comments": lambda count: "[1" + "/*" * count,
    "nul": lambda count: "\0" * count,
    "nul-in-string": lambda count: '["' + "\0" * count + '"]',
    "bare-words": lambda count: "[" + "a\n" * count + "]",
    "digits": lambda count: "9" * count,
    "odd-numbers": lambda count: "[" + "01," * count + "1]",
    "half-surrogates": lambda count: '["' + "\ud800" * count + '"]',
    "escaped-surrogates": lambda count: "[" + '"\\ud800",' * count + "1]",
    "keys-in-a-list": lambda count: "[" + '"a":' * count,
    "touching-strings": lambda count: '["' + 'a"b"' * count,
    "wrong-pairs": lambda count: "[{" * count + "]}" * count,
    "blanks": lambda count: " " * count,
    "backslashes": lambda count: "[" + "\\" * count,
}


@pytest.mark.parametrize("name", TORTURES)
def test_any_text_gives_findings_and_their_fixes_in_linear_time(name: str) -> None:
    """A quadratic step would make this test take hours, not fail: the size is the assertion."""
    text = TORTURES[name](MANY)
    syntax = Syntax(text)
    assert 1 <= len(syntax.findings) <= 20
    for finding in syntax.findings:
        start, end = finding.anchor.span or (-1, -1)
        assert 0 <= start <= end <= len(text)
        fixes_for(finding, syntax)


def test_fifty_megabytes_are_read() -> None:
    item = json.dumps({"step": "READ_SYMBOL", "symbol": "@DOC/README.md", "n": 1})
    text = "[" + ",\n".join([item] * (50_000_000 // len(item))) + "]"
    assert Syntax(text).findings == []


def test_five_megabytes_with_a_mistake_in_the_middle_are_read_to_the_end() -> None:
    items = ['{"symbol": "@DOC/README.md"}'] * 170_000
    items[85_000] = '{"symbol": "@DOC/README.md}'
    syntax = Syntax("[" + ",\n".join(items) + "]")
    assert [finding.message for finding in syntax.findings][:1] == ["the closing quote is missing"]
    assert syntax.value[-1] == {"symbol": "@DOC/README.md"}


@pytest.mark.parametrize(
    "data", [b'["\xff"]', b'["\xed\xa0\x80"]', b'{"a": "\xc3"}', b"\xfe", b'["\x80\x81"]']
)
def test_bytes_that_are_not_utf8_are_found_where_they_stand(data: bytes) -> None:
    findings = Syntax(decode(data).text).findings
    assert "json-encoding" in [finding.code for finding in findings]
    assert (
        findings[-1].message in {"this byte is not UTF-8", "there is no JSON value here"} or len(findings) > 1
    )


@given(
    st.text(
        st.sampled_from("{}[]\",:'\\/*#0123.eE+-truefalsn \t\n\r\u00a0\u2028\ufeff\ud83d\x00@ab"), max_size=60
    )
)
def test_no_text_of_json_marks_is_an_exception(text: str) -> None:
    look_at(text)


@given(st.text(max_size=60))
def test_no_text_at_all_is_an_exception(text: str) -> None:
    look_at(text)


@pytest.mark.parametrize("seed", range(4))
def test_no_shuffled_document_is_an_exception(seed: int) -> None:
    chance = random.Random(seed)
    base = json.dumps({"a": ["@X", {"b": [1, 2.5, None]}], "c": {"d": "é", "e": True}}, indent=1)
    for _ in range(400):
        text = list(base)
        for _ in range(chance.randint(1, 8)):
            at = chance.randrange(len(text))
            text[at : at + chance.randint(0, 3)] = chance.choice(
                ['"', ",", ":", "[", "]", "{", "}", "'", "", "\n", "#", "//"]
            )
        look_at("".join(text))


def look_at(text: str) -> None:
    """Read a text and ask everything that can be asked about it."""
    tree, findings, _ = read(text)
    assert (repr(Syntax(text).value), Syntax(text).findings) == (repr(tree.value), findings)
    syntax = Syntax(text)
    assert len(syntax.findings) <= 20
    spans = [finding.anchor.span for finding in syntax.findings]
    assert all(span is not None and 0 <= span[0] <= span[1] <= len(text) for span in spans)
    for finding in syntax.findings:
        fixes_for(finding, syntax)
    codes = [finding.code for finding in syntax.findings]
    equal_keys = len(codes) == 20 or "json-duplicate-key" in codes
    for number in range(len(syntax.tree)):
        assert 0 <= syntax.tree.node(number).start <= syntax.tree.node(number).end <= len(text)
        pointer = syntax.tree.pointer(number)
        assert equal_keys or syntax.tree.find(pointer) == number
    for offset in range(len(text) + 1):
        place_at(syntax, offset)
