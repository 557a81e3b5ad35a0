"""Verifying: a stored plan that no longer holds says what moved, step by step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cortex_planner import CassetteError, Verification, post_request_and_plan, verify_plan
from cortex_planner.cassette import Cassette
from cortex_planner.substrate import SectionIndexer

CONFIG = """
[symbols.pins]
"@PINNED" = { file = "one.md", slice = "head(99)" }
[[intents.act.steps]]
name = "note"
op = "NOTE"
refs = { message = "Mind." }
"""
REQUEST = {
    "run_id": "r",
    "request_id": "q",
    "intent": "act",
    "inputs": {"symbols": ["@DOC/one.md", "@PINNED"], "files": ["two.md"]},
    "budgets": {"max_steps": 10},
}


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """Return a repository with a stored plan."""
    for name in ("one", "two"):
        (tmp_path / f"{name}.md").write_text(f"# {name}\n", encoding="utf-8")
    (tmp_path / "cortex.toml").write_text(CONFIG, encoding="utf-8")
    SectionIndexer(tmp_path).build()
    post_request_and_plan("r", REQUEST, repo_root=tmp_path)
    return tmp_path


def verified(root: Path) -> Verification:
    return verify_plan("r", "q", repo_root=root)


def changes(result: Verification) -> list[tuple[int, str, str | None]]:
    return [
        (step["ordinal"], step["state"], step["reason"]) for step in result.steps if step["state"] != "same"
    ]


def configure(old: str, new: str) -> Callable[[Path], object]:
    return lambda root: (root / "cortex.toml").write_text(CONFIG.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("move", "cause", "expected"),
    [
        (
            lambda root: (root / "one.md").write_text("# one\n\nMore.\n", encoding="utf-8"),
            "substrate-moved",
            [(1, "changed", "text-changed"), (2, "changed", "text-changed")],
        ),
        (
            lambda root: (root / "two.md").write_text("# two\n\nMore.\n", encoding="utf-8"),
            "substrate-moved",
            [(3, "changed", "text-changed")],
        ),
        (configure("head(99)", "head(2)"), "configuration-changed", [(2, "changed", "slice-changed")]),
        (configure('"one.md"', '"two.md"'), "configuration-changed", [(2, "changed", "symbol-retargeted")]),
        (
            configure("Mind.", "Mind it."),
            "configuration-changed",
            [(4, "added", "intent-changed"), (4, "removed", "intent-changed")],
        ),
    ],
)
def test_what_moved_is_said_step_by_step(
    stored: Path, move: Callable[[Path], object], cause: str, expected: list[tuple[int, str, str]]
) -> None:
    """The cause is what changed, and only the steps that show it are named."""
    move(stored)
    result = verified(stored)
    assert (result.ok, result.cause, changes(result)) == (False, cause, expected)


def test_a_recompile_that_is_refused_still_says_what_became_of_each_step(stored: Path) -> None:
    """One file gone, another changed: both are told."""
    (stored / "two.md").unlink()
    (stored / "one.md").write_text("# one\n\nMore.\n", encoding="utf-8")
    result = verified(stored)
    assert changes(result) == [
        (1, "changed", "text-changed"),
        (2, "changed", "text-changed"),
        (3, "removed", "file-gone"),
    ]
    assert [finding.code for finding in result.findings] == ["file-missing"]


def test_a_broken_configuration_is_a_changed_configuration(stored: Path) -> None:
    """It is not the text that moved."""
    (stored / "cortex.toml").write_text("[bad\n", encoding="utf-8")
    with Cassette.open(stored / "CORTEX/_generated/system3.db") as ledger:
        result = verify_plan("r", "q", repo_root=stored, cassette=ledger)
    assert (result.cause, [finding.code for finding in result.findings][:1]) == (
        "configuration-changed",
        ["config-syntax"],
    )


def test_a_broken_configuration_names_no_ledger(stored: Path) -> None:
    """A worker must not silently work on another ledger."""
    (stored / "cortex.toml").write_text('[cassette]\npath = "../x.db"\n', encoding="utf-8")
    with pytest.raises(CassetteError) as refused:
        verified(stored)
    assert refused.value.code == "cassette-value"


def test_verifying_changes_nothing_under_the_root(stored: Path) -> None:
    """The index that it needs is made elsewhere."""
    before = {path: path.read_bytes() for path in stored.rglob("*.md*")}
    generation = (stored / "CORTEX/_generated/system1.db").read_bytes()
    (stored / "one.md").write_text("# other\n", encoding="utf-8")
    verified(stored)
    assert (stored / "CORTEX/_generated/system1.db").read_bytes() == generation
    assert set(stored.rglob("*.md*")) == set(before)


def test_the_folder_of_a_ledger_ignores_itself_for_git(tmp_path: Path) -> None:
    """Also where there was never an index."""
    (tmp_path / "cortex.toml").touch()
    request = {**REQUEST, "inputs": {"notes": ["."]}, "intent": "x"}
    post_request_and_plan("r", request, repo_root=tmp_path)
    assert (tmp_path / "CORTEX/_generated/.gitignore").read_text(encoding="utf-8") == "*\n"
