"""Verifying: a stored plan that no longer holds says what moved, step by step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from planner.cassette.raw_ledger import RawLedger
from planner.cli.cortex_command import Answer, cortex, write_files

from cortex_planner import CassetteError, Verification, post_request_and_plan, verify_plan
from cortex_planner.canonical import canonical_json, content_hash
from cortex_planner.cassette import Cassette, CompiledPlan
from cortex_planner.substrate import SectionIndexer

CONFIG = """
[symbols.pins]
"@PINNED" = { file = "one.md", heading = "first", slice = "head(99)" }
[[intents.act.steps]]
name = "note"
op = "NOTE"
refs = { message = "Mind." }
"""
ONE = "# one\n\n## First\n\nText.\n\n## Second\n\nMore text.\nAnd more.\n"
REQUEST = {
    "run_id": "r",
    "request_id": "q",
    "intent": "act",
    "inputs": {"symbols": ["@DOC/one.md", "@PINNED"], "files": ["two.md"]},
    "budgets": {"max_steps": 10},
}


@pytest.fixture
def stored(tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with a plan that is stored on either engine."""
    monkeypatch.setenv("CORTEX_CASSETTE", place)
    root = tmp_path / "repository"
    write_files(root, {"one.md": ONE, "two.md": "# two\n", "cortex.toml": CONFIG})
    SectionIndexer(root).build()
    post_request_and_plan("r", REQUEST, repo_root=root)
    return root


def verified(root: Path) -> Verification:
    return verify_plan("r", "q", repo_root=root)


def changes(result: Verification) -> list[tuple[int, str, str | None]]:
    return [
        (step["ordinal"], step["state"], step["reason"]) for step in result.steps if step["state"] != "same"
    ]


def write(name: str, text: str) -> Callable[[Path], object]:
    return lambda root: (root / name).write_text(text, encoding="utf-8")


def configure(old: str, new: str) -> Callable[[Path], object]:
    return write("cortex.toml", CONFIG.replace(old, new))


def both(*moves: Callable[[Path], object]) -> Callable[[Path], object]:
    return lambda root: [move(root) for move in moves]


TEXT, CONFIGURED = "the text that it reads changed", "cortex.toml changed"
DRIFTS = {
    "text, with line counts": (
        write("two.md", "# two\n\nMore.\n"),
        [TEXT, "3  changed   two.md changed, 1 -> 3 lines"],
    ),
    "text, as many lines": (
        write("one.md", ONE.replace("Text", "Test")),
        [
            TEXT,
            "1  changed   @DOC/one.md: one.md changed, 10 lines as before",
            "2  changed   @PINNED: one.md changed, 4 lines as before",
        ],
    ),
    "file gone": (
        lambda root: (root / "two.md").unlink(),
        [TEXT, "3  removed   two.md is gone", "file-missing two.md does not exist"],
    ),
    "heading gone": (
        write("one.md", ONE.replace("## First", "## Last")),
        [
            TEXT,
            "1  changed   @DOC/one.md: one.md changed, 10 lines as before",
            "2  removed   @PINNED: one.md no longer has it",
            "symbol-unknown @PINNED is not in the index",
        ],
    ),
    "symbol re-targeted to another file": (
        configure('"one.md", heading = "first"', '"two.md"'),
        [CONFIGURED, "2  changed   @PINNED: names two.md now, it named one.md"],
    ),
    "symbol re-targeted within its file": (
        configure('"first"', '"second"'),
        [
            CONFIGURED,
            "2  changed   @PINNED: names the section 'Second' of one.md now, it named the section 'First'",
        ],
    ),
    "symbol no longer declared": (
        configure('"@PINNED"', '"@OTHER"'),
        [
            CONFIGURED,
            "2  removed   @PINNED: cortex.toml no longer gives that name",
            "symbol-unknown @PINNED is not in the index",
        ],
    ),
    "slice": (
        configure("head(99)", "head(2)"),
        [CONFIGURED, "2  changed   @PINNED: its slice is head(2) now, it was head(99)"],
    ),
    "intent": (
        configure("Mind.", "Mind it."),
        [CONFIGURED, "4  added     Mind it.: a new step", "4  removed   Mind.: no longer a step"],
    ),
    "policy": (
        configure("[symbols.pins]", '[policy]\nforbidden_symbols = ["@DOC"]\n[symbols.pins]'),
        [CONFIGURED, "policy-symbol @DOC/one.md is forbidden by cortex.toml (@DOC)"],
    ),
    "excluded": (
        write("cortex.toml", '[index]\nexclude = ["two.md"]\n' + CONFIG),
        [
            CONFIGURED,
            "3  removed   two.md: [index] exclude of cortex.toml leaves two.md out",
            "file-not-indexed",
        ],
    ),
    "over the size that cortex.toml allows": (
        write("cortex.toml", "[index]\nmax_file_bytes = 5\n" + CONFIG),
        [
            CONFIGURED,
            "1  removed   @DOC/one.md: one.md is over [index] max_file_bytes of cortex.toml",
            "2  removed   @PINNED: one.md is over [index] max_file_bytes of cortex.toml",
            "3  removed   two.md is over [index] max_file_bytes of cortex.toml",
            *("symbol-unknown", "symbol-unknown", "file-not-indexed"),
        ],
    ),
    "declared a plan document": (
        write("cortex.toml", '[documents]\n"two.md" = "plan-request"\n' + CONFIG),
        [
            CONFIGURED,
            "3  removed   two.md: [documents] of cortex.toml makes two.md a plan document, which is not indexed",
            "file-not-indexed",
        ],
    ),
    "ignored by git": (
        write(".gitignore", "two.md\n"),
        [
            TEXT,
            "3  removed   two.md is not indexed any more: git ignores it, or it lies in a repository of its own",
            "file-not-indexed",
        ],
    ),
    "binary": (
        lambda root: (root / "two.md").write_bytes(b"\0"),
        [TEXT, "3  removed   two.md is no longer text", "file-not-indexed"],
    ),
    "a folder": (
        lambda root: ((root / "two.md").unlink(), (root / "two.md").mkdir()),
        [TEXT, "3  removed   two.md is a folder now", "file-is-folder"],
    ),
    "symbol no longer declared, and text elsewhere in its file": (
        both(configure('"@PINNED"', '"@OTHER"'), write("one.md", ONE + "\nMore.\n")),
        [
            CONFIGURED,
            "1  changed   @DOC/one.md: one.md changed, 10 -> 12 lines",
            "2  removed   @PINNED: cortex.toml no longer gives that name",
            "symbol-unknown",
        ],
    ),
    "a ceiling for bytes, and text as well": (
        both(
            configure("[symbols.pins]", "[policy]\nmax_bytes = 10\n[symbols.pins]"),
            write("two.md", "# two\n\nMore.\n"),
        ),
        [CONFIGURED, "3  changed   two.md changed, 1 -> 3 lines", "budget-bytes"],
    ),
    "no slice any more": (
        configure(', slice = "head(99)"', ""),
        [CONFIGURED, "2  changed   @PINNED: it has no slice now, it had head(99)", "symbol-unbounded"],
    ),
    "policy, and text as well": (
        both(
            configure("[symbols.pins]", "[policy]\nmax_steps = 9\n[symbols.pins]"),
            write("two.md", "# two\n\nMore.\n"),
        ),
        [
            CONFIGURED,
            "3  changed   two.md changed, 1 -> 3 lines",
            "policy-budget `max_steps` is 10, above the ceiling of 9 that cortex.toml sets",
        ],
    ),
}


@pytest.mark.parametrize("drift", DRIFTS)
def test_drift_is_explained_in_words(stored: Path, drift: str) -> None:
    """The cause is what changed, and only the steps that show it are named."""
    move, expected = DRIFTS[drift]
    move(stored)
    answer = cortex(stored, "cassette", "plan-verify", "--run-id", "r", "--request-id", "q")
    assert answer.code == 1
    shown = [line.strip() for line in answer.out.splitlines()]
    assert shown[0] == f"The stored plan no longer holds: {expected[0]}."
    assert [
        line if " " in wanted else line.split()[0]
        for line, wanted in zip(shown[1:], expected[1:], strict=True)
    ] == (expected[1:])


def test_a_plan_that_still_holds_says_so(stored: Path) -> None:
    """Text that the plan does not read may change, and the index be out of date."""
    (stored / "three.md").write_text("# three\n", encoding="utf-8")
    answer = cortex(stored, "cassette", "plan-verify", "--run-id", "r", "--request-id", "q")
    assert answer == Answer(0, "The stored plan holds: the request still compiles to its 4 steps.\n", "")


def test_another_version_of_the_planner_is_blamed_for_what_it_makes_differently(
    stored: Path, place: str
) -> None:
    """A plan that version 0.9 stored, with a constraint that this version does not make."""
    request = {**REQUEST, "request_id": "old", "inputs": {"notes": ["Mind."]}, "intent": "x"}
    with Cassette.open(place) as ledger:
        ledger.post_plan("r", request, older_plan)
    answer = cortex(stored, "cassette", "plan-verify", "--run-id", "r", "--request-id", "old")
    assert answer.out.splitlines() == [
        "The stored plan no longer holds: another version of the planner compiled it.",
        "     1  changed   Mind.: version 1.0 of the planner compiles it differently than 0.9 did",
    ]


def older_plan() -> CompiledPlan:
    body = {"ordinal": 1, "op": "NOTE", "refs": {"message": "Mind."}, "constraints": {"max_bytes": 1}}
    body["expected_outputs"] = {}
    step = {"step_id": f"step_{content_hash(body)[:16]}", **body}
    hashed = {"run_id": "r", "request_id": "old", "steps": [canonical_json(step)]}
    output = {"run_id": "r", "request_id": "old", "planner_version": "0.9", "steps": [step]}
    return CompiledPlan({**output, "plan_hash": content_hash(hashed)})


def test_altered_rows_are_told_from_moved_text(stored: Path, place: str) -> None:
    """Both happened: the rows come first, since nothing can be compared with what was tampered with."""
    (stored / "one.md").write_text("# one\n", encoding="utf-8")
    raw = RawLedger(place)
    raw.run(f"DROP TRIGGER cassette_steps_update{' ON cassette_steps' if raw.engine == 'postgres' else ''}")
    raw.run("UPDATE cassette_steps SET payload_json = '{}' WHERE ordinal = 1")
    raw.close()
    result = verified(stored)
    assert (result.ok, result.cause, result.steps) == (False, "stored-rows-altered", ())
    answer = cortex(stored, "cassette", "plan-verify", "--run-id", "r", "--request-id", "q")
    first, *rest = answer.out.splitlines()
    assert first == "The stored plan no longer holds: the stored rows were altered."
    assert [line.split()[0] for line in rest] == ["stored-step", "stored-step", "stored-plan-hash"]


def unguarded(place: str, *tables: str) -> RawLedger:
    """Return a connection to a ledger in which some tables lost their guards."""
    raw = RawLedger(place)
    for table in tables:
        for event in ("update", "delete"):
            guard = f"{table}_{'' if (table, event) == ('cassette_steps', 'update') else 'no_'}{event}"
            raw.run(f"DROP TRIGGER {guard}{f' ON {table}' if raw.engine == 'postgres' else ''}")
    return raw


def test_a_plan_that_was_exchanged_with_all_its_hashes_was_altered(stored: Path, place: str) -> None:
    """Nothing moved, and the request gives another plan: it is not the text that is to blame."""
    with Cassette.open(place) as ledger:
        last = ledger.stored_plan("r", "q").steps[-1]
        texts = [step.payload_json for step in ledger.stored_plan("r", "q").steps[:-1]]
    raw = unguarded(place, "cassette_steps", "cassette_jobs")
    raw.run(f"DELETE FROM cassette_steps WHERE step_id = '{last.step_id}'")
    forged = content_hash({"run_id": "r", "request_id": "q", "steps": texts})
    raw.run(f"UPDATE cassette_jobs SET plan_hash = '{forged}'")
    raw.close()
    result = verified(stored)
    assert (result.cause, [each.code for each in result.findings]) == ("stored-rows-altered", ["stored-plan"])


def test_a_file_that_no_hash_covers_is_not_taken_for_altered_rows(stored: Path) -> None:
    """A folder came to lie where the intent writes a file: the rows are as they were."""
    config = CONFIG.replace(
        'op = "NOTE"\nrefs = { message = "Mind." }',
        'op = "WRITE_FILE"\nrefs = { file_path = "out.txt", content = "x" }',
    )
    (stored / "cortex.toml").write_text(config, encoding="utf-8")
    post_request_and_plan("r", {**REQUEST, "request_id": "writes"}, repo_root=stored)
    (stored / "out.txt").mkdir()
    result = verify_plan("r", "writes", repo_root=stored)
    assert (result.ok, result.cause) == (False, "substrate-moved")


def test_a_plan_whose_request_is_gone_was_altered(stored: Path, place: str) -> None:
    raw = unguarded(place, "cassette_messages")
    raw.run("DELETE FROM cassette_messages")
    raw.close()
    result = verified(stored)
    assert (result.cause, [each.code for each in result.findings]) == (
        "stored-rows-altered",
        ["stored-orphan"],
    )


@pytest.mark.parametrize("facts", ["{", "[1]", '{"heading_path": 5}'])
def test_facts_that_cannot_be_read_were_altered(stored: Path, place: str, facts: str) -> None:
    raw = unguarded(place, "cassette_steps")
    raw.run(f"UPDATE cassette_steps SET facts_json = '{facts}'")
    raw.close()
    assert verified(stored).cause == "stored-rows-altered"


def test_a_recompile_that_is_refused_still_says_what_became_of_each_step(stored: Path) -> None:
    """One file gone, another changed: both are told."""
    (stored / "two.md").unlink()
    (stored / "one.md").write_text(ONE + "\nMore.\n", encoding="utf-8")
    result = verified(stored)
    assert changes(result) == [(1, "changed", "text-changed"), (3, "removed", "file-gone")]
    assert [finding.code for finding in result.findings] == ["file-missing"]


def test_a_broken_configuration_is_a_changed_configuration(stored: Path) -> None:
    """It is not the text that moved."""
    (stored / "cortex.toml").write_text("[bad\n", encoding="utf-8")
    result = verified(stored)
    assert (result.cause, [finding.code for finding in result.findings][:1]) == (
        "configuration-changed",
        ["config-syntax"],
    )


def test_a_broken_configuration_names_no_ledger(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker must not silently work on another ledger."""
    monkeypatch.delenv("CORTEX_CASSETTE")
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


def test_verifying_makes_no_ledger(tmp_path: Path) -> None:
    """Where nothing was ever stored, the answer is that nothing is stored."""
    (tmp_path / "cortex.toml").touch()
    with pytest.raises(CassetteError, match="plan-not-stored: nothing is stored: there is no cassette at"):
        verified(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["cortex.toml"]


def test_the_folder_of_a_ledger_ignores_itself_for_git(tmp_path: Path) -> None:
    """Also where there was never an index."""
    (tmp_path / "cortex.toml").touch()
    request = {**REQUEST, "inputs": {"notes": ["."]}, "intent": "x"}
    post_request_and_plan("r", request, repo_root=tmp_path)
    assert (tmp_path / "CORTEX/_generated/.gitignore").read_text(encoding="utf-8") == "*\n"
