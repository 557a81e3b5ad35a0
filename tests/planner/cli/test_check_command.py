"""`cortex check`: which files, what it says, and with which exit code."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from planner.cli.cortex_command import GOOD_REQUEST, GOOD_TEXT, cortex, cortex_process, write_files

NAME = "fix-login.plan-request.json"
BROKEN = GOOD_TEXT.replace('"intent"', '"intend"')


def test_a_good_file_is_fine(tmp_path: Path) -> None:
    write_files(tmp_path, {NAME: GOOD_TEXT})
    answer = cortex(tmp_path, "check", NAME)
    assert (answer.code, answer.out, answer.err) == (0, "No problems in 1 file.\n", "")


def test_a_broken_file_is_shown_with_place_code_and_carets(tmp_path: Path) -> None:
    write_files(tmp_path, {NAME: BROKEN})
    answer = cortex(tmp_path, "check", NAME)
    assert answer.code == 1
    assert f"{NAME}:4:3: field-unknown `intend` is not a field here\n" in answer.out
    assert (
        '4 |   "intend": "debug_function",\n  |   ^^^^^^^^\n  fix: Rename to `intent` (unsafe)\n'
        in answer.out
    )
    assert answer.out.endswith("Found 2 errors in 1 file.\n")


def test_standard_input_as_the_issue_shows_it(tmp_path: Path) -> None:
    text = b'{"run_id": "r", "intent": 3, "extra": 1}'
    words = ("check", "-", "--stdin-filename", "x.plan-request.json", "--format", "json")
    answer = cortex_process(tmp_path, *words, stdin=text)
    assert answer.code == 1
    assert json.loads(answer.out)["schema_version"] == 1
    found = [
        (item["code"], item["data"].get("field"), item["line"], item["column"], item["end_column"])
        for item in answer.findings
    ]
    assert found == [
        ("field-missing", "request_id", 1, 1, 2),
        ("field-missing", "budgets", 1, 1, 2),
        ("field-type", None, 1, 27, 28),
        ("field-unknown", "extra", 1, 30, 37),
    ]


def test_the_json_of_a_finding_has_all_that_a_program_needs(tmp_path: Path) -> None:
    write_files(tmp_path, {NAME: GOOD_TEXT.replace("20", "20.0")})
    [finding] = cortex(tmp_path, "check", "--format", "json", NAME).findings
    fixes = finding.pop("fixes")
    assert finding == {
        "file": NAME,
        "code": "integer-as-float",
        "severity": "error",
        "message": "`max_steps` must be written as an integer",
        "line": 11,
        "column": 18,
        "end_line": 11,
        "end_column": 22,
        "pointer": "/budgets/max_steps",
        "data": {"replacement": "20"},
    }
    [edit] = fixes[0]["edits"]
    text = (tmp_path / NAME).read_text()
    assert text[edit["start"] : edit["end"]] == "20.0"
    assert (edit["line"], edit["column"], edit["end_line"], edit["end_column"]) == (11, 18, 11, 22)
    assert (edit["new_text"], fixes[0]["safety"]) == ("20", "safe")


def test_concise_is_one_line_per_finding(tmp_path: Path) -> None:
    write_files(tmp_path, {NAME: BROKEN})
    assert cortex(tmp_path, "check", "--format", "concise", NAME).out == (
        f"{NAME}:1:1: field-missing `intent` is missing\n{NAME}:4:3: field-unknown `intend` is not a field here\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("check",),
        ("check", "-"),
        ("check", "--no-such-option", "x"),
        ("chek",),
        ("check", "--format", "xml", "x"),
        ("--no-such",),
    ],
)
def test_used_wrongly_is_exit_code_2_and_says_how_or_lists_the_commands(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    answer = cortex(tmp_path, *words)
    assert answer.code == (2 if words else 0)
    assert answer.err or "commands:" in answer.out


def test_every_command_shows_examples_in_its_help(tmp_path: Path) -> None:
    from cortex_planner.cli.main import COMMANDS

    for command in COMMANDS:
        answer = cortex(tmp_path, command, "--help")
        assert answer.code == 0
        assert "example" in answer.out


def test_a_missing_file_a_folder_name_and_a_strange_kind_are_findings(tmp_path: Path) -> None:
    write_files(tmp_path, {"notes.json": "{}"})
    answer = cortex(tmp_path, "check", "--format", "json", "gone.plan-request.json", "notes.json")
    assert [(item["file"], item["code"]) for item in answer.findings] == [
        ("gone.plan-request.json", "document-unreadable"),
        ("notes.json", "document-kind-unknown"),
    ]
    assert answer.code == 1


def test_a_folder_is_searched_and_what_is_no_document_passed_over(tmp_path: Path) -> None:
    files = {
        "a/x.plan-request.json": "{",
        "a/notes.json": "{",
        ".hidden/x.plan-request.json": "{",
        "node_modules/x.goal.json": "{",
        "plan_request.schema.json": "{",
    }
    write_files(tmp_path, files)
    assert [item["file"] for item in cortex(tmp_path, "check", "--format", "json", ".").findings] == [
        "a/x.plan-request.json"
    ]


def test_what_git_ignores_is_passed_over_unless_that_folder_is_named(tmp_path: Path) -> None:
    """Repositories inside are looked at, as they are when one stands in them."""
    names = ["build/x.plan-request.json", "inner/y.plan-request.json", "z.plan-request.json"]
    write_files(tmp_path, {".gitignore": "build/\n", **dict.fromkeys(names, "{")})
    for folder in (tmp_path, tmp_path / "inner"):
        subprocess.run(["git", "init", "-q", folder], check=True)
    found = cortex(tmp_path, "check", "--format", "json", ".").findings
    assert [item["file"] for item in found] == names[1:]
    named = cortex(tmp_path, "check", "--format", "json", "build").findings
    assert [item["file"] for item in named] == names[:1]


def test_a_glob_is_expanded_and_a_file_named_twice_is_checked_once(tmp_path: Path) -> None:
    write_files(
        tmp_path, {"a.plan-request.json": "{", "b.plan-request.json": "{", "c/d.plan-request.json": "{"}
    )
    answer = cortex(tmp_path, "check", "--format", "json", "*.json", "a.plan-request.json", "**/*.json")
    assert [item["file"] for item in answer.findings] == [
        "a.plan-request.json",
        "b.plan-request.json",
        "c/d.plan-request.json",
    ]


@pytest.mark.parametrize("name", ["with space", "ünï🎉", "[a]", "-dash", "a\nb", "it's", "%41", "*"])
def test_a_file_may_have_any_name(name: str, tmp_path: Path) -> None:
    write_files(tmp_path, {f"{name}.plan-request.json": "{"})
    answer = cortex(tmp_path, "check", "--format", "json", "--", f"{name}.plan-request.json")
    assert [(item["file"], item["code"]) for item in answer.findings] == [
        (f"{name}.plan-request.json", "json-syntax")
    ]
    assert cortex(tmp_path, "check", ".").code == 1


def test_a_name_that_is_not_utf8_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"\xff.plan-request.json")).write_text("{")
    answer = cortex_process(tmp_path, "check", ".", PYTHONIOENCODING="utf-8:backslashreplace")
    assert answer.code == 1
    assert "json-syntax" in answer.out


@pytest.mark.parametrize("words", [("cortex.toml",), (".",), ("plans",), ("*",)])
def test_the_configuration_is_checked_too_also_where_no_document_is(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    write_files(tmp_path, {"cortex.toml": "[policy]\nmax_step = 1\n", "plans/.keep": ""})
    answer = cortex(tmp_path, "check", "--format", "concise", *words)
    assert (
        answer.out
        == "cortex.toml:2:1: config-unknown-key `max_step` is not a key of [policy]; did you mean `max_steps`?\n"
    )
    assert answer.code == 1


def test_documents_in_the_configuration_say_what_is_a_document(tmp_path: Path) -> None:
    config = '[documents]\n"plans/*.json" = "plan-request"\n"plans/old.json" = "off"\n'
    write_files(tmp_path, {"cortex.toml": config, "plans/a.json": "{", "plans/old.json": "{"})
    assert [item["file"] for item in cortex(tmp_path, "check", "--format", "json", ".").findings] == [
        "plans/a.json"
    ]


def test_fail_on_decides_what_makes_the_exit_code(tmp_path: Path) -> None:
    empty = {key: value for key, value in GOOD_REQUEST.items() if key != "inputs"}
    write_files(tmp_path, {NAME: json.dumps(empty)})
    assert cortex(tmp_path, "check", NAME).code == 0
    assert cortex(tmp_path, "check", "--fail-on", "warning", NAME).code == 1


def test_an_advisory_rule_can_be_off_lower_higher_or_off_for_some_files(tmp_path: Path) -> None:
    empty = json.dumps({key: value for key, value in GOOD_REQUEST.items() if key != "inputs"})
    write_files(tmp_path, {"a.plan-request.json": empty, "old/b.plan-request.json": empty})

    def severities(config: str) -> list[tuple[str, str]]:
        write_files(tmp_path, {"cortex.toml": config})
        return [
            (item["file"][0], item["severity"])
            for item in cortex(tmp_path, "check", "--format", "json", ".").findings
        ]

    assert severities("") == [("a", "warning"), ("o", "warning")]
    assert severities('[rules]\nplan-empty = "error"') == [("a", "error"), ("o", "error")]
    assert severities('[rules]\nplan-empty = "hint"') == [("a", "hint"), ("o", "hint")]
    assert severities('[rules]\nplan-empty = "off"') == []
    assert severities('[per-file-ignores]\n"old/**" = ["plan-empty"]') == [("a", "warning")]


def test_a_reader_that_goes_away_is_no_traceback(tmp_path: Path) -> None:
    import subprocess
    import sys

    write_files(tmp_path, {f"{number}.plan-request.json": "{" for number in range(300)})
    command = f"'{sys.executable}' -P -m cortex_planner.cli check . | head -1"
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, timeout=120)
    assert b"Traceback" not in done.stderr
