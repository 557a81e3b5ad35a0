"""The two stores: equal content, generations, versions, crashes, readers beside a writer."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from cortex_planner.config.model import Config
from cortex_planner.errors import SectionError
from cortex_planner.substrate import (
    IndexReport,
    SymbolResolver,
    build_in_temporary_place,
    open_index,
    stale_files,
    store_location,
)

Build = Callable[..., IndexReport]
Write = Callable[..., None]

BUILD = "import sys; from cortex_planner.substrate import SectionIndexer; SectionIndexer(sys.argv[1]).build()"
READ = """
import sys
from pathlib import Path
from cortex_planner.substrate import open_index
seen = set()
with open_index(Path(sys.argv[1])) as reader:
    print("ready", flush=True)
    while not Path(sys.argv[2]).exists():
        with reader.snapshot():
            entries = reader.symbols([f"@FILE/{number}.txt" for number in range(20)])
            sections = reader.files([f"{number}.txt" for number in range(20)])
        digests = {entry.content_hash for entry in entries.values()}
        assert len(digests) == 1, "mixed generations"
        assert {section.content_hash for section in sections.values()} == digests, "mixed look-ups"
        seen |= digests
print(len(seen))
"""


def run(script: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def database(root: Path) -> Path:
    return store_location(root).sections


@pytest.mark.parametrize("substrate", ["sqlite", "jsonl"])
def test_both_stores_hold_the_same(root: Path, write: Write, build: Build, substrate: str) -> None:
    write("a.md", "# A\n## B\ntext\n")
    write("é.py", "def ü(): pass\n")
    reference = build()
    report = build(substrate=substrate)
    assert (report.section_index_hash, report.symbols_hash) == (
        reference.section_index_hash,
        reference.symbols_hash,
    )
    with open_index(root, substrate) as reader, open_index(root) as other:
        names = [symbol.symbol_id for symbol in other.all_symbols()]
        assert reader.symbols(names) == other.symbols(names)
        assert reader.outline("a.md") == other.outline("a.md")
    assert SymbolResolver(root, substrate).resolve("@DOC/a.md#b").text == "## B\ntext\n"


def test_jsonl_lines(root: Path, write: Write, build: Build) -> None:
    """Both files start with the generation; then a section or a four-field symbol per line."""
    write("a.md", "# A\ntext\n## B\n")
    report = build(substrate="jsonl")
    folder = root / "CORTEX/_generated"
    sections = [json.loads(line) for line in (folder / "section_index.jsonl").read_text().splitlines()]
    symbols = [json.loads(line) for line in (folder / "symbols.jsonl").read_text().splitlines()]
    assert sections[0]["generation"] == symbols[0]["generation"] == report.generation
    assert [section["heading_path"] for section in sections[1:]] == [[], ["A", "B"]]
    assert set(symbols[1]) == {"symbol_id", "target_type", "target_ref", "default_slice"}


def test_a_jsonl_reader_notices_a_new_generation(root: Path, write: Write, build: Build) -> None:
    write("a.txt", "x")
    build(substrate="jsonl")
    with open_index(root, "jsonl") as reader:
        write("b.txt", "x")
        build(substrate="jsonl")
        assert reader.files(["b.txt"])["b.txt"] is not None
        assert reader.generation == 2


def test_files_of_two_generations_are_not_mixed(
    root: Path, write: Write, build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("a.txt", "x")
    build(substrate="jsonl")
    symbols = root / "CORTEX/_generated/symbols.jsonl"
    symbols.write_text(symbols.read_text().replace('"generation": 1', '"generation": 7', 1))
    monkeypatch.setattr("cortex_planner.substrate.store.jsonl._TRIES", 2)
    with pytest.raises(SectionError, match="do not belong together"):
        open_index(root, "jsonl")
    build(substrate="jsonl")
    open_index(root, "jsonl").close()


def test_a_newer_index_is_never_overwritten(root: Path, write: Write, build: Build) -> None:
    write("a.txt", "x")
    build()
    with closing(sqlite3.connect(database(root))) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = database(root).read_bytes()
    for action in (build, lambda: open_index(root)):
        with pytest.raises(SectionError, match="index-newer"):
            action()
    assert database(root).read_bytes() == before


def test_a_newer_jsonl_index_is_never_overwritten(root: Path, write: Write, build: Build) -> None:
    write("a.txt", "x")
    build(substrate="jsonl")
    path = root / "CORTEX/_generated/section_index.jsonl"
    path.write_text(path.read_text().replace('"schema_version": 1', '"schema_version": 99', 1))
    before = path.read_bytes()
    with pytest.raises(SectionError, match="index-newer"):
        build(substrate="jsonl")
    assert path.read_bytes() == before


def test_an_older_index_is_rebuilt(root: Path, write: Write, build: Build) -> None:
    write("a.txt", "x")
    database(root).parent.mkdir(parents=True)
    with closing(sqlite3.connect(database(root))) as connection:
        connection.execute("CREATE TABLE sections (old TEXT)")
    with pytest.raises(SectionError, match="older version"):
        open_index(root)
    assert build().files == 1


@pytest.mark.parametrize("garbage", [b"", b"not a database at all, but long enough to look like one" * 50])
def test_a_broken_database_is_made_again(root: Path, write: Write, build: Build, garbage: bytes) -> None:
    write("a.txt", "x")
    database(root).parent.mkdir(parents=True)
    database(root).write_bytes(garbage)
    with pytest.raises(SectionError, match="index-missing"):
        open_index(root)
    assert build().files == 1


def test_a_build_ends_with_an_empty_log(root: Path, write: Write, build: Build) -> None:
    write("a.txt", "x")
    with closing(sqlite3.connect(":memory:")):
        build()
    log = database(root).with_name("system1.db-wal")
    assert not log.exists() or log.stat().st_size == 0


def test_a_reader_turns_to_a_database_that_was_replaced(root: Path, write: Write, build: Build) -> None:
    write("a.txt", "x")
    build()
    with open_index(root) as reader:
        for path in database(root).parent.iterdir():
            path.unlink()
        with pytest.raises(SectionError, match="index-missing"):
            reader.files(["a.txt"])
        write("b.txt", "x")
        build()
        assert reader.files(["b.txt"])["b.txt"] is not None


def test_a_read_only_folder_can_be_read(
    root: Path, write: Write, build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a log with committed rows lies beside the database, and nothing is written."""
    write("a.txt", "x")
    build()
    monkeypatch.setattr(os, "access", lambda *_: False)
    with open_index(root) as reader:
        assert reader.files(["a.txt"])["a.txt"] is not None
    with closing(sqlite3.connect(database(root), isolation_level=None)) as writer:
        writer.execute("UPDATE meta SET value = '41' WHERE key = 'generation'")
        with open_index(root) as reader:
            assert reader.generation == 41


def test_a_temporary_place_leaves_the_root_alone(
    root: Path, write: Write, build: Build, tmp_path: Path
) -> None:
    write("a.txt", "x")
    build()
    before = database(root).read_bytes()
    write("b.txt", "y")
    moved = build_in_temporary_place(root, Config(), store_location(root), tmp_path)
    with open_index(root, sections=moved.sections) as reader:
        assert reader.files(["b.txt"])["b.txt"] is not None
    assert database(root).read_bytes() == before


def test_stale_files_are_those_whose_content_changed(root: Path, write: Write, build: Build) -> None:
    for name in "abcd":
        write(f"{name}.txt", "one\n")
    build()
    write("a.txt", "two\n")
    write("b.txt", "one\r\n")
    (root / "c.txt").unlink()
    with open_index(root) as reader:
        assert stale_files(root, reader, ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"]) == {"a.txt", "c.txt"}


def test_names_that_no_index_can_hold_are_simply_unknown(root: Path, write: Write, build: Build) -> None:
    write("a.txt", "x")
    build()
    with open_index(root) as reader:
        for odd in ("@\ud800", "@\0", "@" + "x" * 100_000, "", "@'; DROP TABLE symbols"):
            assert reader.symbols([odd]) == {odd: None}
            assert reader.files([odd]) == {odd: None}
            assert reader.outline(odd) == ()
            assert reader.why_not_indexed(odd) is None


def test_opening_an_index_loads_no_parser(root: Path, write: Write, build: Build) -> None:
    write("a.txt", "x")
    build()
    script = (
        "import sys; from pathlib import Path; from cortex_planner.substrate import open_index;"
        "open_index(Path(sys.argv[1])).symbols(['@FILE/a.txt']);"
        "print([m for m in ('tree_sitter', 'markdown_it', 'pathspec', 'pydantic', 'frizbee') if m in sys.modules])"
    )
    assert run(script, root).communicate()[0].strip() == "[]"


def test_readers_beside_a_writer_see_one_generation(
    root: Path, write: Write, build: Build, tmp_path: Path
) -> None:
    """Two processes read in a loop while ten builds change every file at once."""
    for number in range(20):
        write(f"{number}.txt", "generation 0")
    build()
    stop = tmp_path / "stop"
    readers = [run(READ, root, stop) for _ in range(2)]
    for reader in readers:
        assert reader.stdout is not None
        assert reader.stdout.readline() == "ready\n"
    for generation in range(1, 11):
        for number in range(20):
            write(f"{number}.txt", f"generation {generation}")
        build()
    stop.touch()
    for reader in readers:
        output, errors = reader.communicate(timeout=60)
        assert errors == ""
        assert int(output) >= 1


def test_a_second_build_waits_for_the_first(root: Path, write: Write) -> None:
    for number in range(300):
        write(f"{number}.md", "# A\n" * 20)
    builders = [run(BUILD, root) for _ in range(3)]
    for builder in builders:
        assert builder.communicate(timeout=120)[1] == ""
    with open_index(root) as reader:
        assert (reader.generation, reader.report().files) == (1, 300)


def test_a_killed_build_leaves_the_old_index(root: Path, write: Write, build: Build) -> None:
    """Killed at random moments, again and again: the old index answers, and the next build succeeds."""
    for number in range(60):
        write(f"{number}.md", "# A\n\ntext\n" * 20)
    before = build()
    chance = random.Random(7)
    for round_number in range(20):
        for number in range(60):
            write(f"{number}.md", f"# A {round_number}\n\ntext\n" * 20)
        builder = run(BUILD, root)
        time.sleep(chance.uniform(0.0, 0.6))
        builder.send_signal(signal.SIGKILL)
        builder.communicate()
        with open_index(root) as reader:
            report = reader.report()
            assert report.files == 60
            assert reader.symbols(["@DOC/7.md"])["@DOC/7.md"] is not None
    assert build().generation >= before.generation
    with open_index(root) as reader:
        assert stale_files(root, reader, [f"{number}.md" for number in range(60)]) == set()


def test_a_snapshot_holds_its_generation_while_the_index_moves_on(
    root: Path, write: Write, build: Build
) -> None:
    write("a.txt", "one")
    write("b.txt", "one")
    build()
    with open_index(root) as reader:
        with reader.snapshot():
            before = reader.files(["a.txt"])["a.txt"]
            write("a.txt", "two")
            write("b.txt", "two")
            build()
            beside = reader.files(["b.txt"])["b.txt"]
            assert before is not None
            assert beside is not None
            assert before.content_hash == beside.content_hash
            assert reader.generation == 1
        assert reader.refresh()
        after = reader.files(["a.txt"])["a.txt"]
        assert after is not None
        assert (after.content_hash != before.content_hash, reader.generation) == (True, 2)
