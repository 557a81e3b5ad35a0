"""Files that are meant to hurt, and work that is large enough for worker processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cortex_planner.config.model import Config
from cortex_planner.errors import SectionError
from cortex_planner.substrate import IndexReport, SectionIndexer, SymbolResolver, open_index
from cortex_planner.substrate.extraction import FileTask
from cortex_planner.substrate.pool import extract_many
from cortex_planner.substrate.settings import index_settings

Build = Callable[..., IndexReport]
Write = Callable[..., None]


def test_everything_hostile_at_once(root: Path, write: Write, build: Build) -> None:
    """Each is survived and reported; the good file beside them is indexed."""
    write("good.py", "def f(): pass\n")
    write("open.py", "{\n" + "def f(): return 1\n" * 60_000)
    write("big.md", "# A\n" * 300_000)
    write("emoji\n😀.txt", "x")
    write("latin.txt", b"\xff\xfe")
    (root / "out").symlink_to("/")
    os.mkfifo(root / "pipe")
    with (root / "sparse.txt").open("wb") as sparse:
        sparse.truncate(2 << 30)
    report = build()
    assert report.degraded == ("big.md", "open.py")
    assert [item.file for item in report.skipped] == ["latin.txt", "out", "pipe", "sparse.txt"]
    assert SymbolResolver(root).resolve("@CODE/good.py#f").text == "def f(): pass\n"
    assert SymbolResolver(root).resolve("@CODE/open.py").bytes == 4000


def test_a_degraded_file_has_its_whole_file_section_only(root: Path, write: Write, build: Build) -> None:
    write("a.py", "def f(): pass\n" * 7_200)
    build()
    with open_index(root) as reader:
        assert [symbol.symbol_id for symbol in reader.all_symbols()] == ["@CODE/a.py"]
        assert reader.outline("a.py") == ()


@pytest.mark.parametrize(
    ("raw", "lines"),
    [
        (b"", 0),
        (b"a", 1),
        (b"a\n", 1),
        (b"a\r\nb\rc\n", 3),
        (b"\n\n", 2),
        ("a\x0cb\u2028c\x85d\x1ce\n".encode(), 1),
        (b"\xef\xbb\xbfa\n", 1),
    ],
)
def test_lines_end_at_three_kinds_of_line_ends_only(
    root: Path, write: Write, build: Build, raw: bytes, lines: int
) -> None:
    write("a.txt", raw)
    build()
    with open_index(root) as reader:
        section = reader.files(["a.txt"])["a.txt"]
    assert section is not None
    assert (section.line_start, section.line_end) == (0, lines)


def test_workers_give_the_same_index(
    root: Path, write: Write, build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(450):
        write(f"{number % 7}/{number}.py", f"class A{number}:\n    def f(self): pass\n")
    monkeypatch.setattr("cortex_planner.substrate.pool._processors", lambda: 3)
    report = build()
    assert report.files == 450
    monkeypatch.setattr("cortex_planner.substrate.pool._processors", lambda: 1)
    alone = SectionIndexer(root, "jsonl", config=Config()).build()
    assert (report.section_index_hash, report.symbols_hash) == (alone.section_index_hash, alone.symbols_hash)


def test_a_lost_worker_is_an_error_and_not_a_hang(
    root: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(450):
        write(f"{number}.txt", "x")
    monkeypatch.setattr("cortex_planner.substrate.pool._processors", lambda: 2)
    monkeypatch.setattr("cortex_planner.substrate.pool.sys.executable", "/bin/false")
    tasks = [FileTask(f"{number}.txt") for number in range(450)]
    with pytest.raises(SectionError, match="index-worker-lost"):
        list(extract_many(root, tasks, index_settings(Config())))


def test_an_interrupt_leaves_no_process_behind(root: Path, write: Write) -> None:
    """SIGINT in the midst of a build with workers ends it at once, and the next build succeeds."""
    for number in range(3_000):
        write(f"{number}.py", "def f(): pass\n" * 200)
    script = (
        "import signal, sys; from cortex_planner.substrate import SectionIndexer;"
        "signal.signal(signal.SIGINT, signal.default_int_handler);"  # a shell's background job ignores it
        "SectionIndexer(sys.argv[1]).build(progress=lambda phase, done, of: done == 1 and print('on', flush=True))"
    )
    builder = subprocess.Popen(
        [sys.executable, "-c", script, root], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert builder.stdout is not None
    assert builder.stdout.readline() == "on\n"
    builder.send_signal(signal.SIGINT)
    _, errors = builder.communicate(timeout=30)
    assert "KeyboardInterrupt" in errors
    assert not _workers_for(root)


def _workers_for(root: Path) -> list[str]:
    """Return the worker processes that still hold something below `root`, once they had time to end."""
    for _ in range(50):
        lines = subprocess.run(["ps", "-eo", "ppid,args"], capture_output=True, text=True).stdout.splitlines()
        left = [line for line in lines if "substrate.worker" in line and line.split()[0] == "1"]
        if not left:
            return []
        time.sleep(0.1)
    return left
