"""`cortex fmt`: plan documents are laid out, everything else is left alone, and it says which is which."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from planner.cli.cortex_command import GOOD_REQUEST, GOOD_TEXT, cortex, cortex_process, write_files

UNTIDY = json.dumps(GOOD_REQUEST)
NAME = "a.plan-request.json"


@pytest.mark.parametrize("name", ["package.json", "x.schema.json", "off/a.plan-request.json"])
def test_a_file_that_is_no_plan_document_is_left_alone(tmp_path: Path, name: str) -> None:
    """Named, it is a mistake; met in a folder or by a glob, it is passed over."""
    write_files(tmp_path, {name: UNTIDY, "cortex.toml": '[documents]\n"off/**" = "off"\n'})
    named = cortex(tmp_path, "fmt", name)
    assert (named.code, "document-kind-unknown" in named.err) == (1, True)
    assert cortex(tmp_path, "fmt", f"{name[:-5]}*.json").code == cortex(tmp_path, "fmt", ".").code == 0
    assert (tmp_path / name).read_text(encoding="utf-8") == UNTIDY


def test_standard_input_comes_out_laid_out(tmp_path: Path) -> None:
    words = ("fmt", "-", "--stdin-filename", NAME)
    done = cortex_process(tmp_path, *words, stdin=UNTIDY.encode())
    assert (done.code, done.out, done.err) == (0, GOOD_TEXT, "")
    assert cortex_process(tmp_path, *words, "--check", stdin=UNTIDY.encode()).code == 1
    broken = cortex_process(tmp_path, *words, stdin=b"{")
    assert (broken.code, broken.out) == (1, "")


def test_standard_input_needs_a_name(tmp_path: Path) -> None:
    assert cortex(tmp_path, "fmt", "-").code == 2


def test_a_read_only_file_is_refused_and_not_named_as_changed(tmp_path: Path) -> None:
    write_files(tmp_path, {NAME: UNTIDY})
    (tmp_path / NAME).chmod(0o444)
    done = cortex(tmp_path, "fmt", NAME)
    assert (done.code, done.out) == (1, "0 files changed.\n")
    assert done.err == f"{NAME} could not be written: the file is read-only\n"
    assert (tmp_path / NAME).read_text(encoding="utf-8") == UNTIDY


def test_what_stops_it_is_said_with_its_place(tmp_path: Path) -> None:
    write_files(tmp_path, {NAME: '{\n  "a": 1,\n}\n'})
    done = cortex(tmp_path, "fmt", NAME)
    assert done.code == 1
    assert done.err == f"{NAME}:2:9: a comma before `}}` is not JSON (json-trailing-comma); left alone\n"


def test_a_key_that_is_there_twice_is_laid_out_twice(tmp_path: Path) -> None:
    write_files(tmp_path, {NAME: '{"a":1,"a":2}'})
    assert cortex(tmp_path, "fmt", NAME).code == 0
    assert (tmp_path / NAME).read_text(encoding="utf-8") == '{\n  "a": 1,\n  "a": 2\n}\n'
