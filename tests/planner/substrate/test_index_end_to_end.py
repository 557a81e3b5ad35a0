"""From files to sections, symbols and their text, through the public API."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from cortex_planner.canonical import content_hash
from cortex_planner.errors import SectionError, SymbolError
from cortex_planner.substrate import (
    IndexReader,
    IndexReport,
    SectionIndexer,
    SymbolResolver,
    open_index,
    text_hash,
)

Build = Callable[..., IndexReport]
Write = Callable[..., None]

GUIDE = "# Guide\n\nHello.\n\n## Usage\n\nRun it.\n\n## Usage\n\nAgain.\n"
CODE = "import os\n\n\nclass Robot:\n    def walk(self):\n        return 1\n\n\ndef main():\n    pass\n"


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.fixture
def indexed(root: Path, write: Write, build: Build) -> Path:
    write("docs/guide.md", GUIDE)
    write("src/robot.py", CODE)
    write("notes.txt", "one\ntwo")
    build()
    return root


@pytest.fixture
def reader(indexed: Path) -> Iterator[IndexReader]:
    with open_index(indexed) as opened:
        yield opened


def test_ids_and_hashes_follow_the_contract(reader: IndexReader) -> None:
    """A section's id is the hash of file, lines and content hash; text is the section's lines."""
    entry = reader.symbols(["@DOC/docs/guide.md#usage"])["@DOC/docs/guide.md#usage"]
    assert entry is not None
    text = "## Usage\n\nRun it.\n\n"
    assert entry.section.content_hash == sha(text)
    assert entry.section.section_id == sha(f"docs/guide.md:4:8:{sha(text)}")
    assert (entry.section.heading_path, entry.section.bytes) == (("Guide", "Usage"), len(text))


def test_default_symbols(reader: IndexReader) -> None:
    """Markdown gets @DOC, source @CODE, other text @FILE; equal headings are numbered."""
    assert [symbol.symbol_id for symbol in reader.all_symbols()] == [
        "@CODE/src/robot.py",
        "@CODE/src/robot.py#Robot",
        "@CODE/src/robot.py#Robot.walk",
        "@CODE/src/robot.py#main",
        "@DOC/docs/guide.md",
        "@DOC/docs/guide.md#guide",
        "@DOC/docs/guide.md#usage",
        "@DOC/docs/guide.md#usage-1",
        "@FILE/notes.txt",
    ]


def test_equal_lines_are_one_section(reader: IndexReader) -> None:
    """A heading that spans its whole file is the whole-file section, with an empty heading path."""
    names = ["@DOC/docs/guide.md", "@DOC/docs/guide.md#guide"]
    found = [entry.section for entry in reader.symbols(names).values() if entry]
    assert found[0] == found[1]
    assert found[0].heading_path == ()


def test_both_index_hashes(root: Path, reader: IndexReader, build: Build) -> None:
    """The report's hashes are those of sorted section ids and of four-field symbols."""
    report = build()
    with closing(sqlite3.connect(root / "CORTEX/_generated/system1.db")) as connection:
        ids = sorted(row[0] for row in connection.execute("SELECT section_id FROM sections"))
    symbols = [symbol.as_json() for symbol in reader.all_symbols()]
    assert report.section_index_hash == sha("\n".join(ids))
    assert report.symbols_hash == content_hash(symbols)
    assert (report.files, report.sections, report.symbols) == (3, len(ids), len(symbols))


def test_stored_columns(root: Path, indexed: Path) -> None:
    """The tables hold the fields of the contract, ids as hex text, heading paths as JSON text."""
    with closing(sqlite3.connect(root / "CORTEX/_generated/system1.db")) as connection:
        row = connection.execute(
            "SELECT section_id, heading_path, line_start, line_end, content_hash, bytes FROM sections"
            " WHERE file_path = 'src/robot.py' AND line_start = 4"
        ).fetchone()
        symbol = connection.execute(
            "SELECT target_type, target_ref, default_slice FROM symbols WHERE symbol_id LIKE '%Robot.walk'"
        ).fetchone()
    assert json.loads(row[1]) == ["Robot", "walk"]
    assert row[2:4] == (4, 6)
    assert symbol == ("SECTION", row[0], "head(4000)")


def test_resolve_gives_the_bounded_text(indexed: Path) -> None:
    expansion = SymbolResolver(indexed).resolve("@CODE/src/robot.py#Robot.walk")
    assert expansion.text == "    def walk(self):\n        return 1\n"
    assert expansion.content_hash == sha(expansion.text)
    assert (expansion.file_path, expansion.slice, expansion.bytes) == ("src/robot.py", "head(4000)", 37)


def test_content_by_section_and_slice(indexed: Path, reader: IndexReader) -> None:
    indexer = SectionIndexer(indexed)
    section = reader.files(["notes.txt"])["notes.txt"]
    assert section is not None
    assert indexer.get(section.section_id) == section
    assert indexer.content(section.section_id, "lines[1:2]") == "two"


@pytest.mark.parametrize(
    ("symbol", "slice_text", "code"),
    [
        ("@FILE/none.txt", None, "symbol-unknown"),
        ("FILE", None, "symbol-form"),
        ("@FILE/notes.txt", "ALL", "slice-all-forbidden"),
        ("@FILE/notes.txt", "all", "slice-all-forbidden"),
        ("@FILE/notes.txt", "lines[0:3]", "slice-out-of-range"),
        ("@FILE/notes.txt", "lines[0:03]", "slice-form"),
    ],
)
def test_what_cannot_be_resolved(indexed: Path, symbol: str, slice_text: str | None, code: str) -> None:
    with pytest.raises(SymbolError) as caught:
        SymbolResolver(indexed).resolve(symbol, slice_text)
    assert caught.value.code == code


def test_a_changed_file_is_never_served(indexed: Path, write: Write) -> None:
    """A section whose file changed is refused; sections of other files are served."""
    write("notes.txt", "one\nTWO")
    resolver = SymbolResolver(indexed)
    with pytest.raises(SectionError) as caught:
        resolver.resolve("@FILE/notes.txt")
    assert caught.value.code == "section-stale"
    assert resolver.resolve("@CODE/src/robot.py#main").text


def test_other_line_ends_are_no_change(indexed: Path, write: Write) -> None:
    """Stale means that the content hash differs: CRLF and a byte order mark are the same text."""
    write("notes.txt", b"\xef\xbb\xbfone\r\ntwo")
    assert SymbolResolver(indexed).resolve("@FILE/notes.txt").text == "one\ntwo"
    assert text_hash(indexed / "notes.txt") == sha("one\ntwo")


def test_no_index(root: Path) -> None:
    with pytest.raises(SectionError) as caught:
        SymbolResolver(root).resolve("@FILE/notes.txt")
    assert caught.value.code == "index-missing"


def test_unknown_section(indexed: Path) -> None:
    with pytest.raises(SectionError) as caught:
        SectionIndexer(indexed).get("0" * 64)
    assert caught.value.code == "section-unknown"
