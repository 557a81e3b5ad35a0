"""The pages of the rules are true: what they call bad yields the rule, what they call good yields nothing."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from importlib import import_module
from pathlib import Path

import pytest
from planner.cli.cortex_command import GOOD_REQUEST, GOOD_TEXT, cortex, write_files

import cortex_planner
from cortex_planner.cassette.rules import RULES as LEDGER_RULES
from cortex_planner.documents.analysis import MAX_DOCUMENT_BYTES
from cortex_planner.finding import Rule
from cortex_planner.rulebook import all_rules, page_path
from cortex_planner.substrate import SectionIndexer

# What the ledger holds is no text file; the tests of the cassette break its rules, row by row.
ABOUT_DOCUMENTS = [code for code in all_rules() if code not in {rule.code for rule in LEDGER_RULES}]
PAGES = Path(__file__).parents[3] / "docs" / "rules"
_BLOCK = re.compile(r"^```\w+ file=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def page_of(code: str) -> str:
    return (PAGES / f"{code}.md").read_text(encoding="utf-8")


def section(code: str, title: str) -> str:
    """Return what stands under one of a page's headings."""
    return page_of(code).split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def files_of(code: str, title: str) -> dict[str, str]:
    """Return the files that the blocks of a section make."""
    return dict(_BLOCK.findall(section(code, title)))


def check(folder: Path, *options: str) -> list[str]:
    """Return the codes that `cortex check` gives for a folder and for each JSON file in it by name."""
    named = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.json"))
    return cortex(folder, "check", "--format", "json", *options, ".", *named).codes


def _write_utf16(folder: Path) -> None:
    (folder / "fix-login.plan-request.json").write_text(GOOD_TEXT, encoding="utf-16")


def _write_large(folder: Path) -> None:
    request = {**GOOD_REQUEST, "inputs": {"notes": ["x" * (MAX_DOCUMENT_BYTES + 1_000_000)]}}
    (folder / "fix-login.plan-request.json").write_text(json.dumps(request))


def _write_deep(folder: Path) -> None:
    deep = f'{{"inputs": {"[" * 300}{"]" * 300}}}'
    (folder / "fix-login.plan-request.json").write_text(deep)


def _write_unindexed(folder: Path) -> None:
    write_files(folder, files_of("index-missing", "Good"))


def _write_stale(folder: Path) -> None:
    write_files(folder, files_of("section-stale", "Good"))
    SectionIndexer(folder).build()
    (folder / "src" / "login.py").write_text("def authenticate():\n    return 'somebody'\n")


def _write_newer(folder: Path) -> None:
    write_files(folder, files_of("index-newer", "Good"))
    SectionIndexer(folder).build()
    with closing(sqlite3.connect(folder / "CORTEX" / "_generated" / "system1.db")) as index:
        index.execute("PRAGMA user_version = 99")


# What no text block can show, or none that anyone would want to read.
BUILT_BY_HAND: dict[str, Callable[[Path], None]] = {
    "index-missing": _write_unindexed,
    "index-newer": _write_newer,
    "section-stale": _write_stale,
    "document-unreadable": _write_utf16,
    "document-too-large": _write_large,
    "json-depth": _write_deep,
}
NEEDS_REQUIRE = {"index-missing", "section-stale"}


@pytest.mark.parametrize("code", ABOUT_DOCUMENTS)
def test_what_a_page_calls_bad_yields_its_rule(code: str, tmp_path: Path) -> None:
    write_files(tmp_path, files_of(code, "Bad"))
    if code in BUILT_BY_HAND:
        BUILT_BY_HAND[code](tmp_path)
    options = ("--index", "require") if code in NEEDS_REQUIRE else ()
    assert code in check(tmp_path, *options)


@pytest.mark.parametrize("code", ABOUT_DOCUMENTS)
def test_what_a_page_calls_good_yields_nothing_at_all(code: str, tmp_path: Path) -> None:
    files = files_of(code, "Good")
    assert files
    write_files(tmp_path, files)
    assert check(tmp_path) == []


def test_only_what_must_be_is_built_by_hand() -> None:
    """A page whose bad section has files is shown by those files."""
    assert [code for code in BUILT_BY_HAND if files_of(code, "Bad")] == []


def test_every_rule_has_a_page_and_every_page_a_rule() -> None:
    assert {path.stem for path in PAGES.iterdir()} == set(codes_of_all_rooms())


def test_no_code_is_given_to_two_rules() -> None:
    codes = codes_of_all_rooms()
    assert len(codes) == len(set(codes))
    assert set(codes).issuperset(all_rules())


def codes_of_all_rooms() -> list[str]:
    """Return the code of every rule in every `rules.py`, also of those that no document can break."""
    package = Path(cortex_planner.__file__).parent
    rooms = sorted(path.parent.name for path in package.glob("*/rules.py") if path.parent.name != "cli")
    modules = [import_module(f"cortex_planner.{room}.rules") for room in rooms]
    return [rule.code for module in modules for rule in module.RULES]


@pytest.mark.parametrize("rule", all_rules().values(), ids=lambda rule: rule.code)
def test_a_page_has_the_form_that_the_commands_and_editors_rely_on(rule: Rule) -> None:
    lines = page_of(rule.code).splitlines()
    assert lines[0] == f"# {rule.code}"
    assert re.fullmatch(r"[A-Z`].{10,90}\.", lines[2])
    assert lines[4] == f"Severity: {rule.severity.value}"
    assert [line for line in lines if line.startswith("## ")] == ["## Bad", "## Good"]


def test_codes_are_kebab_case_words() -> None:
    assert [code for code in all_rules() if not re.fullmatch(r"[a-z]+(-[a-z]+)+", code)] == []


def test_the_path_of_a_page_is_where_the_page_is() -> None:
    assert page_path("field-missing").samefile(PAGES / "field-missing.md")
