"""Every mistake in `cortex.toml` is a finding at its line and column; nothing in it is an exception."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_planner.config.load import Configuration, load_configuration, parse_configuration
from cortex_planner.rulebook import all_rules
from cortex_planner.text.lines import LineIndex

ROOT = Path("/root")


def read(text: str) -> Configuration:
    return parse_configuration(ROOT, text, all_rules())


def found(text: str) -> list[tuple[str, int, int, str]]:
    """Return each finding as its code, line and column from 1, and the text that it is about."""
    lines = LineIndex.of(text)
    result = []
    for finding in read(text).findings:
        start, end = finding.anchor.span or (-1, -1)
        line, column = lines.position(start)
        result.append((finding.code, line + 1, column + 1, text[start:end]))
    return result


MISTAKES: list[tuple[str, tuple[str, int, int, str]]] = [
    ("x = 1", ("config-unknown-key", 1, 1, "x")),
    ("\n[polcy]\n", ("config-unknown-key", 2, 2, "polcy")),
    ("[policy]\nmax_step = 1", ("config-unknown-key", 2, 1, "max_step")),
    ("policy.max_step = 1", ("config-unknown-key", 1, 8, "max_step")),
    ("policy = { max_step = 1 }", ("config-unknown-key", 1, 12, "max_step")),
    ('[policy]\nmax_steps = "9"', ("config-value", 2, 13, '"9"')),
    ("[policy]\nmax_steps = 0", ("config-value", 2, 13, "0")),
    ("[policy]\nmax_steps = true", ("config-value", 2, 13, "true")),
    ("[policy]\nmax_steps = 1.5", ("config-value", 2, 13, "1.5")),
    ("[policy]\nwritable = [1]", ("config-value", 2, 13, "1")),
    ("policy = 3", ("config-value", 1, 10, "3")),
    ("[index]\ninclude = 'x'", ("config-value", 2, 11, "'x'")),
    ("[[index]]\n", ("config-value", 1, 3, "index")),
    ('[documents]\n"*.json" = "plan"', ("config-value", 2, 12, '"plan"')),
    ('[rules]\nnobody = "off"', ("config-unknown-key", 2, 1, "nobody")),
    ('[rules]\nfield-missing = "off"', ("rule-locked", 2, 1, "field-missing")),
    ('[rules]\nplan-empty = "loud"', ("config-value", 2, 14, '"loud"')),
    ('[per-file-ignores]\n"*.json" = ["json-syntax"]', ("rule-locked", 2, 13, '"json-syntax"')),
    (
        '[per-file-ignores]\n"*.json" = ["plan-empty", "plan-emty"]',
        ("config-unknown-key", 2, 27, '"plan-emty"'),
    ),
    ('[[symbols.rules]]\nfiles = ["a"]', ("config-value", 1, 3, "symbols.rules")),
    ('[[symbols.rules]]\nfiles = []\nname = "@A"', ("config-value", 2, 9, "[]")),
    ('[[symbols.rules]]\nfiles = ["a"]\nname = "A"', ("symbol-form", 3, 8, '"A"')),
    ('[[symbols.rules]]\nfiles = ["a"]\nname = "@{what}"', ("config-value", 3, 8, '"@{what}"')),
    (
        '[[symbols.rules]]\nfiles = ["a"]\nname = "@{heading}{definition}"',
        ("config-value", 3, 8, '"@{heading}{definition}"'),
    ),
    ('[[symbols.rules]]\nfiles = ["a"]\nname = "@A"\nslice = "all"', ("slice-all-forbidden", 4, 9, '"all"')),
    (
        '[[symbols.rules]]\nfiles = ["a"]\nname = "@A"\n[[symbols.rules]]\nfiles = ["a"]\nname = "B"',
        ("symbol-form", 6, 8, '"B"'),
    ),
    ('[symbols.pins]\n"A" = { file = "a" }', ("symbol-form", 2, 1, '"A"')),
    ('[symbols.pins]\n"@A" = { file = "../a" }', ("file-path-form", 2, 17, '"../a"')),
    ('[symbols.pins]\n"@A" = { file = "a", slice = "head(0)" }', ("slice-form", 2, 30, '"head(0)"')),
    ('[symbols.pins."@A"]\nheading = "x"', ("config-value", 1, 15, '"@A"')),
    (
        '[symbols.pins]\n"@A" = { file = "a", heading = "x", definition = "y" }',
        ("config-value", 2, 50, '"y"'),
    ),
    ("[intents.fix]\nsteps = 3", ("config-value", 2, 9, "3")),
    ('[[intents.fix.steps]]\nname = "a"\nop = "RUN"', ("config-value", 3, 6, '"RUN"')),
    (
        '[[intents.fix.steps]]\nname = "a"\nop = "NOTE"\nrefs = { message = 1979-05-27 }',
        ("config-value", 4, 20, "1979-05-27"),
    ),
    (
        '[[intents.fix.steps]]\nname = "a"\nop = "NOTE"\nexpected_outputs = { x = [inf] }',
        ("config-value", 4, 27, "inf"),
    ),
    ('[cassette]\npath = "postgresql://db"', ("config-value", 2, 8, '"postgresql://db"')),
    ('[cassette]\npath = "/var/x.db"', ("config-value", 2, 8, '"/var/x.db"')),
    ('[tools]\nmanifest = "../x.json"', ("config-value", 2, 12, '"../x.json"')),
    ('# é 🎉\n[policy]\n"mäx" = 1', ("config-unknown-key", 3, 1, '"mäx"')),
    ("[policy]\r\n\r\nmax_step = 1\r\n", ("config-unknown-key", 3, 1, "max_step")),
]


@pytest.mark.parametrize(("text", "expected"), MISTAKES)
def test_a_mistake_is_found_where_it_stands(text: str, expected: tuple[str, int, int, str]) -> None:
    assert expected in found(text)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("[policy", 1, 7),
        ("a = \n", 1, 5),
        ("[policy]\nmax_steps = = 1", 2, 13),
        ("[a]\r\nx = 1\r\nx = 2\r\n", 3, 6),
        ('x = "é🎉" y', 1, 10),
        ("[a]\n[a]\n", 2, 3),
    ],
)
def test_what_is_not_toml_is_found_where_it_breaks(text: str, line: int, column: int) -> None:
    [(code, found_line, found_column, _)] = found(text)
    assert (code, found_line, found_column) == ("config-syntax", line, column)


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("[polcy]", "policy"),
        ("[policy]\nmax_step = 1", "max_steps"),
        ('[symbols.pins]\n"@A" = { fil = "a" }', "file"),
        ('[[intents.a.steps]]\nnme = "x"', "name"),
        ('[rules]\nplan-emty = "off"', "plan-empty"),
    ],
)
def test_an_unknown_key_is_reported_with_the_one_that_may_be_meant(text: str, suggestion: str) -> None:
    [finding] = [finding for finding in read(text).findings if finding.code == "config-unknown-key"]
    assert finding.data["suggestion"] == suggestion
    assert f"did you mean `{suggestion}`?" in finding.message


def test_one_bad_entry_does_not_switch_off_the_rest() -> None:
    configuration = read('[policy]\nmax_steps = 0\nmax_bytes = 7\n[documents]\n"a" = "nothing"\n"b" = "goal"')
    assert [finding.code for finding in configuration.findings] == ["config-value", "config-value"]
    assert configuration.config.policy.max_bytes == 7
    assert configuration.config.documents == {"b": "goal"}


def test_a_step_with_two_mistakes_does_not_take_the_next_one_with_it() -> None:
    text = '[[intents.a.steps]]\nnme = "x"\n[[intents.a.steps]]\nname = "good"\nop = "NOTE"\nrefs = { message = "m" }\n'
    configuration = read(text)
    assert len(configuration.findings) == 3
    assert [step.name for step in configuration.config.intents["a"].steps] == ["good"]


def test_all_mistakes_come_at_once_by_line() -> None:
    text = "[policy]\nmax_step = 1\nmax_bytes = -1\n[tools]\nx = 1\n"
    assert [line for _, line, _, _ in found(text)] == [2, 3, 5]


def test_a_good_file_has_no_findings_and_its_hash_ignores_comments_and_order() -> None:
    one = read('[policy]\nmax_steps = 3\nmax_bytes = 4\n[documents]\n"a" = "goal"')
    other = read('# why\n[documents]\n"a" = "goal"\n\n[policy]\nmax_bytes = 4\nmax_steps = 3')
    assert one.findings == other.findings == ()
    assert one.hash == other.hash != read("").hash


@pytest.mark.parametrize("data", [b"\xff\xfe", b"x = '\xe9'", b"#" * 1_000_001, b"\x00"])
def test_a_file_that_cannot_be_read_is_one_finding(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "cortex.toml").write_bytes(data)
    [finding] = load_configuration(tmp_path, all_rules()).findings
    assert finding.code == "config-syntax"


def test_a_folder_of_that_name_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "cortex.toml").mkdir()
    assert [finding.code for finding in load_configuration(tmp_path, all_rules()).findings] == [
        "config-syntax"
    ]


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "cortex.toml").write_bytes(b"\xef\xbb\xbf[policy]\nmax_steps = 3\n")
    configuration = load_configuration(tmp_path, all_rules())
    assert (configuration.findings, configuration.config.policy.max_steps) == ((), 3)


PIECES = st.sampled_from(
    ["[policy]", "[[symbols.rules]]", "[symbols.pins]", "[intents.a]", "[[intents.a.steps]]", "[documents]", "[rules]", "[per-file-ignores]",
     "[index]", "[cassette]", "max_steps", "name", "files", "slice", "steps", '"@A"', '"*.json"', "path", " = ", "1", "-1", "nan", '"x"', '"ALL"',
     "[", "]", "{", "}", ",", "true", "1979-05-27", "\n", "\n", "\r\n", ".", "é", '"""', "#"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=25))
def test_no_text_of_toml_pieces_is_an_exception(pieces: list[str]) -> None:
    text = "".join(pieces)
    for finding in read(text).findings:
        start, end = finding.anchor.span or (-1, -1)
        assert 0 <= start <= end <= len(text)


@given(st.text(max_size=40))
def test_no_text_at_all_is_an_exception(text: str) -> None:
    read(text)


@given(
    st.recursive(
        st.sampled_from(["1", '"x"', "true", "1.5", "inf", "1979-05-27", '"@A"', '"ALL"', '"NOTE"']),
        lambda inner: (
            st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]")
            | st.dictionaries(
                st.sampled_from(
                    ["files", "name", "slice", "file", "steps", "op", "refs", "rules", "pins", '"@A"', "x"]
                ),
                inner,
                max_size=3,
            ).map(lambda items: "{ " + ", ".join(f"{key} = {value}" for key, value in items.items()) + " }")
        ),
        max_leaves=8,
    ),
    st.sampled_from(
        [
            "index",
            "symbols",
            "intents",
            "documents",
            "rules",
            "per-file-ignores",
            "policy",
            "tools",
            "cassette",
            "x",
        ]
    ),
)
def test_any_value_under_any_table_is_a_finding_or_fine(value: str, table: str) -> None:
    read(f"{table} = {value}")
