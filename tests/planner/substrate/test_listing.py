"""Which files the index covers, with git and without."""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cortex_planner.substrate import IndexReport, open_index

Build = Callable[..., IndexReport]
Write = Callable[..., None]


def indexed(root: Path) -> list[str]:
    with open_index(root) as reader:
        return reader.files_below("")


@pytest.fixture(params=["git", "walk"])
def any_root(request: pytest.FixtureRequest, root: Path) -> Path:
    """Return a root that is a repository, and one that is none: both must give the same."""
    if request.param == "git":
        subprocess.run(["git", "init", "-q", root], check=True)
    return root


def test_ignored_files_are_left_out(any_root: Path, write: Write, build: Build) -> None:
    write(".gitignore", "*.log\n/build/\n!keep.log\n")
    write("sub/.gitignore", "local.txt\n!b.log\n")
    for path in (
        "a.log",
        "keep.log",
        "build/x.txt",
        "sub/build/y.txt",
        "sub/local.txt",
        "sub/b.log",
        "sub/c.log",
    ):
        write(path, "x")
    build()
    assert indexed(any_root) == [
        ".gitignore",
        "keep.log",
        "sub/.gitignore",
        "sub/b.log",
        "sub/build/y.txt",
    ]


def test_include_adds_and_exclude_wins(any_root: Path, write: Write, build: Build) -> None:
    write(".gitignore", "out/\n")
    for path in ("out/report.md", "out/secret.md", "vendor/v.md", "a.md", "out/x.bin"):
        write(path, "x")
    build({"index": {"include": ["out/*.md"], "exclude": ["secret.md", "vendor/**", ".gitignore"]}})
    assert indexed(any_root) == ["a.md", "out/report.md"]


def test_plan_documents_are_left_out_unless_included(any_root: Path, write: Write, build: Build) -> None:
    for path in ("x.plan-request.json", "y.goal.json", "plans/z.json", "data.json", "t.tool-manifest.json"):
        write(path, "{}")
    build({"documents": {"plans/*.json": "plan-request", "y.goal.json": "off"}})
    assert indexed(any_root) == ["data.json", "y.goal.json"]
    build({"index": {"include": ["*.plan-request.json"]}})
    assert "x.plan-request.json" in indexed(any_root)


def test_the_index_itself_is_never_indexed(any_root: Path, write: Write, build: Build) -> None:
    write("a.txt", "x")
    build({"index": {"include": ["CORTEX/**", ".git/**"]}})
    assert indexed(any_root) == ["a.txt"]
    assert (any_root / "CORTEX/_generated/.gitignore").read_text() == "*\n"


def test_nested_repositories_are_not_entered(any_root: Path, write: Write, build: Build) -> None:
    write("a.txt", "x")
    write("inner/b.txt", "x")
    subprocess.run(["git", "init", "-q", any_root / "inner"], check=True)
    report = build()
    assert indexed(any_root) == ["a.txt"]
    assert [item.file for item in report.skipped] == ["inner"]


def test_what_cannot_be_text_is_skipped_with_its_reason(any_root: Path, write: Write, build: Build) -> None:
    write("good.txt", "x")
    write("zero.bin", b"a\0b")
    write("latin.txt", b"caf\xe9")
    write("big.txt", "x" * 2_000)
    (any_root / "link.txt").symlink_to("/etc/passwd")
    os.mkfifo(any_root / "pipe")
    report = build({"index": {"max_file_bytes": 1_999}})
    reasons = {item.file: item.reason for item in report.skipped}
    assert reasons["zero.bin"] == "binary"
    assert reasons["latin.txt"] == "not UTF-8"
    assert reasons["big.txt"] == "too large"
    assert reasons["link.txt"] == "symbolic link"
    assert indexed(any_root) == ["good.txt"]


def test_a_socket_and_a_pipe_are_not_waited_for(
    root: Path, write: Write, build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("a.txt", "x")
    os.mkfifo(root / "pipe")
    monkeypatch.chdir(root)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("sock")
        report = build()
    assert {item.file: item.reason for item in report.skipped} == {
        "pipe": "not a regular file",
        "sock": "not a regular file",
    }


def test_a_folder_replaced_by_a_link_leads_nowhere(
    git_root: Path, write: Write, build: Build, tmp_path: Path
) -> None:
    """A tracked file behind a symbolic link out of the root is skipped, not read."""
    write("d/secret.txt", "inside")
    subprocess.run(["git", "-C", git_root, "add", "d/secret.txt"], check=True)
    build()
    (git_root / "d").rename(tmp_path / "outside")
    (git_root / "d").symlink_to(tmp_path / "outside")
    report = build()
    assert indexed(git_root) == []
    assert ("d/secret.txt", "behind a symbolic link") in [(item.file, item.reason) for item in report.skipped]


def test_names_with_newlines_emoji_and_broken_bytes(any_root: Path, write: Write, build: Build) -> None:
    write("new\nline 😀.txt", "x")
    os.mknod(os.fsencode(any_root) + b"/bad\xff.txt")
    report = build()
    assert indexed(any_root) == ["new\nline 😀.txt"]
    with open_index(any_root) as reader:
        assert [symbol.symbol_id for symbol in reader.all_symbols()] == ["@FILE/new%0Aline%20😀.txt"]
    assert [item.reason for item in report.skipped] == ["path is not UTF-8"]


def test_the_users_git_settings_do_not_matter(
    git_root: Path, write: Write, build: Build, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Neither GIT_* variables nor a global ignore file change the list."""
    write("a.txt", "x")
    ignore = tmp_path / "ignore"
    ignore.write_text("*.txt\n")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.excludesFile")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", str(ignore))
    build()
    assert indexed(git_root) == ["a.txt"]


def test_a_tracked_file_that_is_deleted_and_comes_back(git_root: Path, write: Write, build: Build) -> None:
    """git lists it all the time; the index has it only while it is there."""
    write("a.txt", "x")
    write("b.txt", "x")
    subprocess.run(["git", "-C", git_root, "add", "."], check=True)
    (git_root / "a.txt").unlink()
    assert build().skipped == ()
    assert indexed(git_root) == ["b.txt"]
    write("a.txt", "x")
    build()
    assert indexed(git_root) == ["a.txt", "b.txt"]


@pytest.fixture
def ordinary_user(root: Path, build: Build) -> Iterator[None]:
    """Take root's powers away for the length of a test, where there are any."""
    build()
    if os.geteuid() != 0:
        yield
        return
    above = [folder for folder in root.parents if Path(tempfile.gettempdir()) in folder.parents]
    modes = {folder: folder.stat().st_mode for folder in (root, *above)}
    for folder in modes:
        folder.chmod(0o755)
    subprocess.run(["chown", "-R", "65534", root], check=True)
    os.seteuid(65534)
    yield
    os.seteuid(0)
    for folder, mode in modes.items():
        folder.chmod(mode)


def test_a_closed_folder_is_reported(any_root: Path, write: Write, build: Build, ordinary_user: None) -> None:
    """A folder without permission is passed over and named."""
    write("open.txt", "x")
    write("closed/inside.txt", "x")
    (any_root / "closed").chmod(0)
    report = build()
    (any_root / "closed").chmod(0o755)
    assert [(item.file, item.reason) for item in report.skipped] == [("closed", "unreadable")]
    assert indexed(any_root) == ["open.txt"]


def test_a_repository_that_lacks_objects_runs_no_program_to_fetch_them(
    git_root: Path, write: Write, build: Build
) -> None:
    """A hostile folder can name any command as its remote's `uploadpack`, and lack what git needs to list it."""

    def git(*words: str) -> str:
        identity = ("-c", "user.name=a", "-c", "user.email=a@b")
        done = subprocess.run(
            ["git", *identity, *words], cwd=git_root, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    write("a/x.md", "# A\n")
    write("b/y.md", "# B\n")
    git("add", ".")
    git("commit", "-qm", "both")
    git("sparse-checkout", "set", "--cone", "--sparse-index", "a")
    tree = git("rev-parse", "HEAD:b")
    (git_root / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    mark = git_root.parent / "ran"
    git("config", "core.repositoryformatversion", "1")
    git("config", "extensions.partialClone", "origin")
    git("config", "remote.origin.promisor", "true")
    git("config", "remote.origin.url", str(git_root / ".git"))
    git("config", "protocol.file.allow", "always")
    git("config", "remote.origin.uploadpack", f"touch '{mark}'; git-upload-pack")
    build()
    assert indexed(git_root) == ["a/x.md"]
    assert not mark.exists()
