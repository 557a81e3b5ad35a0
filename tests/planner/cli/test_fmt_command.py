"""`cortex fmt`: plan documents are laid out, everything else is left alone, and it says which is which."""

from __future__ import annotations

import json
import shutil
import subprocess
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


@pytest.mark.parametrize(("text", "code"), [(UNTIDY, 1), (GOOD_TEXT, 0), ('{"a": 1,}', 1)])
def test_check_changes_nothing_and_says_by_its_code_whether_something_would(
    tmp_path: Path, text: str, code: int
) -> None:
    write_files(tmp_path, {NAME: text})
    done = cortex(tmp_path, "fmt", "--check", NAME)
    assert done.code == code
    assert done.out == (
        f"{NAME}\n1 file would be changed.\n" if text == UNTIDY else "0 files would be changed.\n"
    )
    assert (tmp_path / NAME).read_text(encoding="utf-8") == text


def test_check_of_several_files_names_those_that_would_change(tmp_path: Path) -> None:
    write_files(tmp_path, {NAME: GOOD_TEXT, "b.plan-request.json": UNTIDY, "c.plan-request.json": UNTIDY})
    done = cortex(tmp_path, "fmt", "--check", ".")
    assert (done.code, done.out.splitlines()) == (
        1,
        ["b.plan-request.json", "c.plan-request.json", "2 files would be changed."],
    )


def test_the_second_run_over_a_folder_changes_nothing(tmp_path: Path) -> None:
    write_files(tmp_path, {NAME: UNTIDY, "deep/b.plan-request.json": GOOD_TEXT.replace("\n", "\r\n")})
    assert cortex(tmp_path, "fmt", ".").out.endswith("2 files changed.\n")
    assert (tmp_path / "deep/b.plan-request.json").read_bytes() == GOOD_TEXT.encode()
    for words in (("fmt", "."), ("fmt", "--check", ".")):
        assert cortex(tmp_path, *words).code == 0
        assert cortex(tmp_path, *words).out.startswith("0 files ")


def test_a_byte_order_mark_is_no_json_and_the_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"\xef\xbb\xbf" + UNTIDY.encode())
    done = cortex(tmp_path, "fmt", NAME)
    assert done.code == 1
    assert done.err == f"{NAME}:1:1: a byte order mark is not part of JSON (json-encoding); left alone\n"
    assert (tmp_path / NAME).read_bytes() == b"\xef\xbb\xbf" + UNTIDY.encode()


def test_what_could_be_laid_out_is_not_blamed_for_what_could_not(tmp_path: Path) -> None:
    write_files(tmp_path, {NAME: '{"a": "\\ud800",\n"b": "\x01"}'})
    assert cortex(tmp_path, "fmt", NAME).err.startswith(f"{NAME}:2:7: ")


def test_a_link_is_passed_over_in_a_folder_and_followed_where_it_is_named(tmp_path: Path) -> None:
    """What it leads to may lie outside of the folder, or is laid out under its own name."""
    write_files(tmp_path, {"real.plan-request.json": UNTIDY, "in/own.plan-request.json": UNTIDY})
    (tmp_path / "in" / NAME).symlink_to("../real.plan-request.json")
    (tmp_path / "in" / "twice.plan-request.json").symlink_to("own.plan-request.json")
    assert cortex(tmp_path, "fmt", "in").out == "in/own.plan-request.json\n1 file changed.\n"
    assert (tmp_path / "real.plan-request.json").read_text(encoding="utf-8") == UNTIDY
    assert cortex(tmp_path, "fmt", f"in/{NAME}").out == f"in/{NAME}\n1 file changed.\n"
    assert (tmp_path / "real.plan-request.json").read_text(encoding="utf-8") == GOOD_TEXT
    assert (tmp_path / "in" / NAME).is_symlink()


def test_check_passes_over_links_in_a_folder_too(tmp_path: Path) -> None:
    write_files(tmp_path, {"real.plan-request.json": "{", "in/deep/own.plan-request.json": "{"})
    (tmp_path / "in" / NAME).symlink_to("../real.plan-request.json")
    done = cortex(tmp_path, "check", "--format", "json", "in")
    assert {Path(each["file"]).as_posix() for each in done.findings} == {"in/deep/own.plan-request.json"}
    assert cortex(tmp_path, "check", f"in/{NAME}").code == 1


def test_a_folder_that_became_a_link_is_not_entered_though_git_tracks_what_was_in_it(tmp_path: Path) -> None:
    write_files(tmp_path, {"root/d/a.plan-request.json": GOOD_TEXT, "outside/a.plan-request.json": UNTIDY})
    for words in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", *words], cwd=tmp_path / "root", check=True)
    shutil.rmtree(tmp_path / "root" / "d")
    (tmp_path / "root" / "d").symlink_to(tmp_path / "outside")
    assert cortex(tmp_path / "root", "fmt", ".").out == "0 files changed.\n"
