"""Which names files get: default rules, rules and pins of `cortex.toml`, and what happens when they meet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cortex_planner.errors import SymbolError
from cortex_planner.substrate import IndexReport, SymbolEntry, SymbolResolver, open_index

Build = Callable[..., IndexReport]
Write = Callable[..., None]


def rules(*rules: dict[str, Any], pins: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"symbols": {"rules": list(rules), "pins": pins or {}}}


def names(root: Path) -> list[str]:
    with open_index(root) as reader:
        return [symbol.symbol_id for symbol in reader.all_symbols()]


def entry(root: Path, name: str) -> SymbolEntry | None:
    with open_index(root) as reader:
        return reader.symbols([name])[name]


def findings(root: Path) -> list[tuple[str, str]]:
    with open_index(root) as reader:
        return [(finding.code, finding.anchor.pointer) for finding in reader.findings()]


def test_odd_characters_are_encoded(root: Path, write: Write, build: Build) -> None:
    write("my docs/50% #1.md", "# A\ntext\n")
    build()
    assert names(root) == ["@DOC/my%20docs/50%25%20%231.md", "@DOC/my%20docs/50%25%20%231.md#a"]


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("@X/{path}", ["@X/law/canon/AGREEMENT.md"]),
        ("@X/{dir}:{stem}", ["@X/law/canon:AGREEMENT"]),
        ("@X/{stem}/{heading}", ["@X/AGREEMENT/one", "@X/AGREEMENT/two", "@X/AGREEMENT/two-1"]),
        ("@X/{definition}", []),
    ],
)
def test_templates(root: Path, write: Write, build: Build, template: str, expected: list[str]) -> None:
    write("law/canon/AGREEMENT.md", "# One\n## Two\n## Two\n")
    build(rules({"files": ["law/**"], "name": template, "slice": "head(10)"}))
    assert [name for name in names(root) if name.startswith("@X")] == expected


def test_equal_names_are_marked_ambiguous(root: Path, write: Write, build: Build) -> None:
    write("a.py", "def f(): pass\ndef f(): return 1\ndef g(): pass\n")
    build()
    flags = {name: found.ambiguous for name in names(root) if (found := entry(root, name))}
    assert flags == {"@CODE/a.py": False, "@CODE/a.py#f": True, "@CODE/a.py#f-1": True, "@CODE/a.py#g": False}


def test_a_rule_without_a_slice_gives_unbounded_symbols(root: Path, write: Write, build: Build) -> None:
    write("a.txt", "hello")
    build(rules({"files": ["*.txt"], "name": "@T/{stem}"}))
    found = entry(root, "@T/a")
    assert found is not None
    assert found.unbounded
    with pytest.raises(SymbolError, match="symbol-unbounded"):
        SymbolResolver(root).resolve("@T/a")
    assert SymbolResolver(root).resolve("@T/a", "head(4)").text == "hell"


def test_a_slice_that_cuts_or_misses_its_section(root: Path, write: Write, build: Build) -> None:
    write("a.txt", "äöü\n")
    build(
        rules(
            {"files": ["*.txt"], "name": "@CUT", "slice": "chars[1:2]"},
            {"files": ["*.txt"], "name": "@OUT", "slice": "lines[0:2]"},
        )
    )
    cut, out = entry(root, "@CUT"), entry(root, "@OUT")
    assert cut is not None
    assert out is not None
    assert (cut.bytes, cut.cut, cut.section.bytes) == (2, True, 7)
    assert (out.bytes, out.out_of_range) == (None, True)
    with pytest.raises(SymbolError, match="slice-out-of-range"):
        SymbolResolver(root).resolve("@OUT")


def test_a_name_for_two_files_belongs_to_neither(root: Path, write: Write, build: Build) -> None:
    """It is a collision at the rule, until one of the files goes away."""
    write("a/README.md", "a")
    write("b/README.md", "b")
    table = rules({"files": ["*.md"], "name": "@{stem}", "slice": "head(9)"})
    build(table)
    assert entry(root, "@README") is None
    assert findings(root) == [("symbol-collision", "/symbols/rules/0/name")]
    (root / "b/README.md").unlink()
    build(table)
    found = entry(root, "@README")
    assert found is not None
    assert found.section.file_path == "a/README.md"
    assert findings(root) == []


def test_of_two_rules_for_one_file_the_first_stands(root: Path, write: Write, build: Build) -> None:
    write("a.md", "text")
    first = {"files": ["*.md"], "name": "@N", "slice": "head(1)"}
    build(rules(first, {**first, "slice": "head(2)"}))
    found = entry(root, "@N")
    assert found is not None
    assert found.symbol.default_slice == "head(1)"
    assert findings(root) == []


def test_a_rule_hides_a_default_until_it_no_longer_applies(root: Path, write: Write, build: Build) -> None:
    write("a.md", "default")
    write("b.txt", "rule")
    table = rules({"files": ["*.txt"], "name": "@DOC/a.md", "slice": "head(9)"})
    build(table)
    assert SymbolResolver(root).resolve("@DOC/a.md").text == "rule"
    (root / "b.txt").unlink()
    build(table)
    assert SymbolResolver(root).resolve("@DOC/a.md").text == "default"


@pytest.mark.parametrize(
    ("pin", "text"),
    [
        ({"heading": "usage-1"}, "## Usage\nsecond\n"),
        ({"heading": "The *Third*"}, None),
        ({"heading": "The Third"}, "## The *Third*\nthird\n"),
        ({"heading": "Usage"}, None),
        ({}, "## Usage\nfirst\n## Usage\nsecond\n## The *Third*\nthird\n"),
    ],
)
def test_pins_name_headings(
    root: Path, write: Write, build: Build, pin: dict[str, str], text: str | None
) -> None:
    """By slug, or by exact text where that is unique."""
    write("a.md", "## Usage\nfirst\n## Usage\nsecond\n## The *Third*\nthird\n")
    build(rules(pins={"@P": {"file": "a.md", "slice": "head(99)", **pin}}))
    assert (SymbolResolver(root).resolve("@P").text if entry(root, "@P") else None) == text


def test_an_edit_above_a_pin_breaks_nothing(root: Path, write: Write, build: Build) -> None:
    pins = rules(pins={"@P": {"file": "a.py", "definition": "A.f", "slice": "head(99)"}})
    write("a.py", "class A:\n    def f(self): pass\n")
    build(pins)
    write("a.py", "import os\n\nclass A:\n    def f(self): pass\n")
    build(pins)
    assert SymbolResolver(root).resolve("@P").text == "    def f(self): pass\n"


def test_a_pin_whose_target_is_gone_is_a_finding_and_keeps_its_name(
    root: Path, write: Write, build: Build
) -> None:
    """Nobody else gets the name of a broken pin; the finding points at what is not there."""
    write("a.md", "# One\n")
    pins = {
        "@DOC/a.md": {"file": "gone.md"},
        "@H": {"file": "a.md", "heading": "two"},
        "@D": {"file": "a.md", "definition": "f"},
    }
    build(rules(pins=pins))
    assert names(root) == ["@DOC/a.md#one"]
    assert findings(root) == [
        ("pin-target-missing", "/symbols/pins/@D/definition"),
        ("pin-target-missing", "/symbols/pins/@DOC~1a.md/file"),
        ("pin-target-missing", "/symbols/pins/@H/heading"),
    ]
