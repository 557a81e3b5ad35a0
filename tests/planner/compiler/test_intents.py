"""Intents: the steps that `cortex.toml` adds, their order, and what can be wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from planner.compiler.compiler_requests import codes, compiled, found

from cortex_planner.compiler.world import World

Configure = Callable[[str], Path]


def intent(*steps: str) -> str:
    """Return a `cortex.toml` that declares the intent `explain` with these steps."""
    return "\n".join(f"[[intents.explain.steps]]\n{step}" for step in steps)


def test_an_intent_adds_all_kinds_of_steps_after_the_inputs(configured: Configure) -> None:
    """What the planner does not decide, the repository declares."""
    root = configured(
        intent(
            'name = "read"\nop = "READ_SECTION"\nrefs = { file_path = "docs/guide.md", heading = "use" }',
            'name = "write"\nop = "WRITE_FILE"\nrefs = { file_path = "out/{request_id}.md", content = "{intent} {nope}" }',
            'name = "patch"\nop = "PATCH_FILE"\n'
            'refs = { file_path = "src/app.py", patch_start_line = 1, patch_end_line = 2, content = "x" }',
            'name = "test"\nop = "RUN_TEST"\nrefs = { test_name = "all" }\nconstraints = { timeout_seconds = 9 }',
        )
    )
    steps = compiled(root, inputs={"notes": ["First."]})["steps"]
    assert [step["op"] for step in steps] == ["NOTE", "READ_SECTION", "WRITE_FILE", "PATCH_FILE", "RUN_TEST"]
    assert steps[2]["refs"] == {"file_path": "out/request-1.md", "content": "explain {nope}"}
    assert len(steps[3]["refs"]["file_hash"]) == 64
    assert steps[4]["constraints"] == {"timeout_seconds": 9}


def test_needs_pair_items_of_the_same_collection_and_wait_for_all_of_another(configured: Configure) -> None:
    """`b` of a file follows `a` of that file; `c` follows every `b`."""
    note = 'op = "NOTE"\nrefs = {{ message = "{}" }}\n'.format
    root = configured(
        intent(
            'name = "c"\nneeds = ["b"]\n' + note("c"),
            'name = "b"\nneeds = ["a"]\nfor_each = "files"\n' + note("b {file}"),
            'name = "a"\nfor_each = "files"\n' + note("a {file}"),
        )
    )
    steps = compiled(root, inputs={"files": ["src/app.py", "docs/guide.md"]})["steps"]
    messages = [step["refs"]["message"] for step in steps if step["op"] == "NOTE"]
    assert messages == ["a src/app.py", "b src/app.py", "a docs/guide.md", "b docs/guide.md", "c"]


def test_an_equal_read_is_dropped_and_a_different_one_of_the_same_text_counts_its_bytes_once(
    configured: Configure,
) -> None:
    """The second read with a constraint is a step of its own, but reads nothing new."""
    read = 'op = "READ_SECTION"\nrefs = { file_path = "src/app.py" }\n'
    root = configured(
        intent(f'name = "same"\n{read}', f'name = "other"\n{read}constraints = {{ timeout_seconds = 1 }}')
    )
    plan = compiled(root, inputs={"files": ["src/app.py"]}, budgets={"max_steps": 2, "max_bytes": 81})
    assert [step["constraints"] for step in plan["steps"]] == [{}, {"timeout_seconds": 1}]


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ('op = "WRITE_FILE"\nrefs = { file_path = ".git/config", content = "" }', "policy-writable"),
        ('op = "WRITE_FILE"\nrefs = { file_path = "cortex.toml", content = "" }', "policy-writable"),
        (
            'op = "WRITE_FILE"\nrefs = { file_path = "{request_id}/../../x", content = "" }',
            "file-outside-root",
        ),
        ('op = "READ_SECTION"\nrefs = { file_path = "docs/guide.md", heading = "gone" }', "section-unknown"),
        ('op = "READ_SYMBOL"\nrefs = { symbol_id = "@GONE" }', "symbol-unknown"),
        (
            'op = "PATCH_FILE"\nrefs = { file_path = "src/app.py", patch_start_line = 3, patch_end_line = 99, content = "" }',
            "patch-out-of-range",
        ),
    ],
)
def test_a_step_that_cannot_be_done_is_a_finding_at_the_intent(
    configured: Configure, step: str, expected: str
) -> None:
    """The request's author sees it where they asked for it."""
    root = configured(intent(f'name = "x"\n{step}'))
    assert codes(found(root, inputs={"notes": ["."]})) == [(expected, "/intent")]


def test_the_configuration_is_writable_only_by_its_own_name(configured: Configure) -> None:
    """A broad pattern does not open `cortex.toml`."""
    step = 'name = "x"\nop = "WRITE_FILE"\nrefs = { file_path = "cortex.toml", content = "" }\n'
    assert codes(found(configured(intent(step) + '\n[policy]\nwritable = ["**"]'))) == [
        ("policy-writable", "/intent")
    ]
    assert found(configured(intent(step) + '\n[policy]\nwritable = ["cortex.toml"]')) == []


def test_an_undeclared_intent_is_a_hint_only_where_some_intent_is_declared(configured: Configure) -> None:
    """An intent may be any word, until a repository starts to declare them."""
    assert found(configured(""), intent="other", inputs={"notes": ["."]}) == []
    root = configured('[intents.explain]\ndescription = "Explain."')
    assert codes(found(root, intent="other", inputs={"notes": ["."]})) == [("intent-undeclared", "/intent")]


@pytest.mark.parametrize(
    ("steps", "code", "line"),
    [
        (['name = "a"\nop = "NOTE"\nrefs = { message = "" }\nneeds = ["a"]'], "intent-cycle", 5),
        (['name = "a"\nop = "NOTE"\nrefs = { message = "{file}" }'], "intent-placeholder", 4),
        (['name = "a"\nop = "NOTE"\nrefs = {}'], "config-value", 4),
        (['name = "a"\nop = "NOTE"\nrefs = { message = "", colour = 1 }'], "config-value", 4),
        (['name = "a"\nop = "NOTE"\nrefs = { message = "" }\nneeds = ["b"]'], "config-value", 5),
        (
            ['name = "a"\nop = "READ_SYMBOL"\nrefs = { symbol_id = "@A", slice = "ALL" }'],
            "slice-all-forbidden",
            4,
        ),
        (
            [
                'name = "a"\nop = "RUN_TEST"\nrefs = { test_name = "x" }\nconstraints = { timeout_seconds = "1" }'
            ],
            "config-value",
            5,
        ),
    ],
)
def test_a_mistake_in_an_intent_is_found_at_its_line_when_the_file_is_read(
    tmp_path: Path, steps: list[str], code: str, line: int
) -> None:
    """Nobody has to use an intent to learn that it is wrong."""
    text = intent(*steps)
    (tmp_path / "cortex.toml").write_text(text, encoding="utf-8")
    (finding,) = World.load(tmp_path).configuration.findings
    assert finding.code == code
    assert finding.anchor.span is not None
    assert text.count("\n", 0, finding.anchor.span[0]) + 1 == line


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("outside/x", "file-outside-root"),
        ("hidden/config", "policy-writable"),
        ("sub/.git/hooks/x", "policy-writable"),
        (".GIT/config", "policy-writable"),
        ("CORTEX.TOML", "policy-writable"),
        ("docs", "file-is-folder"),
    ],
)
def test_a_write_is_judged_by_where_it_lands(configured: Configure, path: str, expected: str) -> None:
    """A link, another spelling or a folder does not lead past the policy."""
    root = configured(
        intent(f'name = "x"\nop = "WRITE_FILE"\nrefs = {{ file_path = "{path}", content = "" }}')
    )
    (root / ".git").mkdir(exist_ok=True)
    (root / "hidden").symlink_to(root / ".git")
    (root / "outside").symlink_to(root.parent)
    assert codes(found(root, inputs={"notes": ["."]})) == [(expected, "/intent")]


def test_steps_that_are_refused_still_count(configured: Configure) -> None:
    """The number in the message is what the plan would need."""
    step = 'op = "WRITE_FILE"\nrefs = { file_path = ".git/x", content = "" }'
    root = configured(intent(f'name = "a"\n{step}', f'name = "b"\n{step}'))
    findings = found(root, inputs={"notes": ["."]}, budgets={"max_steps": 2})
    assert [finding.message[:22] for finding in findings if finding.code == "budget-steps"] == [
        "the plan has 3 steps, "
    ]
