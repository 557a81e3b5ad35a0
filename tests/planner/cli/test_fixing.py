"""`cortex check --fix`: what is safe is mended in place, all or nothing."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from planner.cli.cortex_command import GOOD_TEXT, cortex, cortex_process, write_files

from cortex_planner.atomic import write_atomically

NAME = "fix-login.plan-request.json"
SLOPPY = GOOD_TEXT.replace("20", "20.0,").replace('"run-42",', '"run-42"')
UNSAFE = GOOD_TEXT.replace('"intent"', '"intend"')


def test_fix_mends_what_is_safe_and_leaves_the_rest(tmp_path: Path) -> None:
    write_files(tmp_path, {NAME: SLOPPY.replace('"intent"', '"intend"')})
    answer = cortex(tmp_path, "check", "--fix", NAME)
    assert (tmp_path / NAME).read_text() == UNSAFE
    assert answer.code == 1
    assert "field-unknown" in answer.out


def test_a_file_that_is_wholly_mended_is_fine(tmp_path: Path) -> None:
    write_files(tmp_path, {NAME: SLOPPY})
    assert cortex(tmp_path, "check", "--fix", NAME).code == 0
    assert (tmp_path / NAME).read_text() == GOOD_TEXT


def test_unsafe_fixes_are_made_only_when_asked_for(tmp_path: Path) -> None:
    write_files(tmp_path, {NAME: UNSAFE})
    cortex(tmp_path, "check", "--fix", NAME)
    assert (tmp_path / NAME).read_text() == UNSAFE
    cortex(tmp_path, "check", "--fix", "--unsafe-fixes", NAME)
    assert "intend" not in (tmp_path / NAME).read_text()


def test_diff_shows_and_changes_nothing(tmp_path: Path) -> None:
    write_files(tmp_path, {NAME: SLOPPY})
    answer = cortex(tmp_path, "check", "--fix", "--diff", NAME)
    assert (tmp_path / NAME).read_text() == SLOPPY
    assert answer.out.startswith(f"--- a/{NAME}\n+++ b/{NAME}\n")
    assert '-  "run_id": "run-42"\n+  "run_id": "run-42",\n' in answer.out
    assert (answer.code, cortex(tmp_path, "check", "--diff", "gone.json").out) == (1, "")


def test_line_ends_marks_and_foreign_bytes_are_kept(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(
        SLOPPY.replace("fix-login", "fix-\udce9").replace("\n", "\r\n").encode("utf-8", "surrogateescape")
    )
    cortex(tmp_path, "check", "--fix", NAME)
    expected = GOOD_TEXT.replace("fix-login", "fix-\udce9").replace("\n", "\r\n")
    assert (tmp_path / NAME).read_bytes() == expected.encode("utf-8", "surrogateescape")


def test_standard_input_comes_out_mended(tmp_path: Path) -> None:
    answer = cortex_process(tmp_path, "check", "--fix", "-", "--stdin-filename", NAME, stdin=SLOPPY.encode())
    assert answer.out == GOOD_TEXT
    assert answer.code == 0


def test_the_mode_of_the_file_and_a_link_to_it_stay(tmp_path: Path) -> None:
    write_files(tmp_path, {"real.plan-request.json": SLOPPY})
    (tmp_path / "real.plan-request.json").chmod(0o640)
    (tmp_path / NAME).symlink_to("real.plan-request.json")
    cortex(tmp_path, "check", "--fix", NAME)
    assert (tmp_path / NAME).is_symlink()
    assert stat.S_IMODE((tmp_path / "real.plan-request.json").stat().st_mode) == 0o640
    assert (tmp_path / "real.plan-request.json").read_text() == GOOD_TEXT


def test_a_file_that_cannot_be_written_is_left_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(source: object, target: object) -> None:
        raise PermissionError(13, "Permission denied")

    write_files(tmp_path, {NAME: SLOPPY})
    monkeypatch.setattr("pathlib.Path.replace", refuse)
    answer = cortex(tmp_path, "check", "--fix", NAME)
    assert answer.code == 1
    assert f"{NAME} could not be written: Permission denied" in answer.err
    assert (tmp_path / NAME).read_text() == SLOPPY
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_writing_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / NAME
    path.write_text("before")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, b"after")
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]
