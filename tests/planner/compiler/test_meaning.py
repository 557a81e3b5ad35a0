"""Findings about what a request means, each at its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from planner.compiler.compiler_requests import codes, found, request

from cortex_planner import Planner, PlannerError

Configure = Callable[[str], Path]


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        ({"symbols": ["@NOPE"]}, ("symbol-unknown", "/inputs/symbols/0")),
        ({"files": ["nope.md"]}, ("file-missing", "/inputs/files/0")),
        ({"files": ["docs"]}, ("file-is-folder", "/inputs/files/0")),
        ({"files": ["../x"]}, ("file-outside-root", "/inputs/files/0")),
        ({"files": ["docs//guide.md"]}, ("file-path-form", "/inputs/files/0")),
        ({"files": ["src/app.py", "src/app.py"]}, ("input-repeated", "/inputs/files/1")),
        ({"symbols": ["DOC"]}, ("symbol-form", "/inputs/symbols/0")),
        ({"symbols": [{"symbol_id": "@A", "slice": "head(3)"}]}, ("slice-not-allowed", "/inputs/symbols/0")),
    ],
)
def test_an_input_that_means_nothing_is_a_finding_at_its_place(
    repository: Path, inputs: dict[str, Any], expected: tuple[str, str]
) -> None:
    """One mistake, one finding, where it is."""
    assert codes(found(repository, inputs=inputs)) == [expected]


def test_an_empty_plan_is_a_warning_and_still_a_plan(repository: Path) -> None:
    """A request may compile to nothing; the author should know."""
    preview = Planner(repository).preview(request())
    assert codes(preview.findings) == [("plan-empty", "")]
    assert preview.plan is not None
    assert preview.plan["steps"] == []


def test_an_unbounded_symbol_is_refused(configured: Configure) -> None:
    """A pin without a slice names something that has no bound."""
    root = configured('[symbols.pins]\n"@APP" = { file = "src/app.py" }\n')
    assert codes(found(root, inputs={"symbols": ["@APP"]})) == [("symbol-unbounded", "/inputs/symbols/0")]


def test_a_finding_about_a_symbol_says_where_its_section_is(configured: Configure) -> None:
    """The editor offers to go there."""
    root = configured('[symbols.pins]\n"@APP" = { file = "src/app.py", definition = "main" }\n')
    [finding] = found(root, inputs={"symbols": ["@APP"]})
    [related] = finding.related
    assert (related.message, related.file, related.line) == ("@APP is this", f"{root}/src/app.py", 0)


def test_a_slice_beyond_the_text_is_refused(configured: Configure) -> None:
    """A bound that does not exist is a mistake, not an empty text."""
    root = configured('[symbols.pins]\n"@APP" = { file = "src/app.py", slice = "lines[0:99]" }\n')
    assert codes(found(root, inputs={"symbols": ["@APP"]})) == [("slice-out-of-range", "/inputs/symbols/0")]


def test_a_cut_symbol_is_a_hint(configured: Configure) -> None:
    """The author learns that the worker sees only a part."""
    root = configured('[symbols.pins]\n"@APP" = { file = "src/app.py", slice = "head(5)" }\n')
    findings = found(root, inputs={"symbols": ["@APP"]})
    assert codes(findings) == [("symbol-cut", "/inputs/symbols/0")]
    assert "5 B of 81 B" in findings[0].message


def test_all_findings_come_at_once_in_the_order_of_the_schema(repository: Path) -> None:
    """The order of keys in a dict does not matter to what is raised first."""
    wanted = {"budgets": {"max_symbols": -1}, "zeta": 1, "alpha": 2, "intent": 3, "request_id": " "}
    with pytest.raises(PlannerError) as refused:
        Planner(repository).plan_request(wanted)
    assert codes(refused.value.details["findings"]) == [
        ("field-missing", ""),
        ("field-blank", "/request_id"),
        ("field-type", "/intent"),
        ("field-missing", "/budgets"),
        ("value-range", "/budgets/max_symbols"),
        ("field-unknown", "/alpha"),
        ("field-unknown", "/zeta"),
    ]
    assert refused.value.code == "field-missing"


def test_a_budget_finding_names_used_limit_and_the_largest(repository: Path) -> None:
    """The message alone says what to do."""
    inputs = {"symbols": ["@DOC/docs/guide.md#use"], "files": ["src/app.py"]}
    (finding,) = found(repository, inputs=inputs, budgets={"max_steps": 5, "max_bytes": 50})
    assert finding.message == (
        "the plan reads 97 B, 50 B are allowed; the most go to src/app.py (81 B), @DOC/docs/guide.md#use (16 B)"
    )
    assert finding.anchor.pointer == "/budgets/max_bytes"


def test_use_is_shown_even_when_the_plan_is_refused(repository: Path) -> None:
    """No partial plan, but the numbers help to mend the request."""
    preview = Planner(repository).preview(request(inputs={"files": ["src/app.py", "nope"]}))
    assert (preview.plan, preview.steps) == (None, [])
    assert preview.budgets["bytes"]["inputs"] == [
        {"pointer": "/inputs/files/0", "used": 81},
        {"pointer": "/inputs/files/1", "used": 0},
    ]


def test_ceilings_of_the_policy_hold_silently_unless_a_higher_budget_is_written(
    configured: Configure,
) -> None:
    """The default bends to the ceiling; a written budget above it is refused."""
    root = configured("[policy]\nmax_bytes = 10\nmax_steps = 9\n")
    findings = found(root, inputs={"files": ["src/app.py"]}, budgets={"max_steps": 10})
    assert codes(findings) == [("budget-bytes", "/budgets"), ("policy-budget", "/budgets/max_steps")]


def test_forbidden_symbols_and_other_intents_are_refused(configured: Configure) -> None:
    """Policy is not a rule that a request could pass by."""
    root = configured('[policy]\nforbidden_symbols = ["@CODE/src/"]\nallowed_intents = ["read"]\n')
    findings = found(root, inputs={"symbols": ["@CODE/src/app.py", "@DOC/docs/guide.md"]})
    assert codes(findings) == [("policy-intent", "/intent"), ("policy-symbol", "/inputs/symbols/0")]


def test_a_mistake_in_the_configuration_refuses_every_plan_and_is_raised_first(configured: Configure) -> None:
    """What cannot be trusted is not compiled with."""
    root = configured('[rules]\nfield-missing = "off"\n[index]\ninclud = []\n')
    with pytest.raises(PlannerError) as refused:
        Planner(root).plan_request({})
    assert refused.value.code == "rule-locked"


def test_a_missing_pin_target_refuses_only_a_plan_that_uses_the_name(configured: Configure) -> None:
    """A pin whose file is gone is as if it were not there."""
    root = configured('[symbols.pins]\n"@GONE" = { file = "gone.md", slice = "head(9)" }\n')
    assert Planner(root).plan_request(request(inputs={"files": ["src/app.py"]}))["steps"]
    assert codes(found(root, inputs={"symbols": ["@GONE"]})) == [("symbol-unknown", "/inputs/symbols/0")]


def test_half_a_surrogate_pair_is_refused_wherever_it_stands(repository: Path) -> None:
    """A dict can hold what no text can; it is refused all the same."""
    findings = found(repository, inputs={"notes": ["\ud800"]}, run_id="r\ud800")
    assert codes(findings) == [("json-encoding", "/run_id"), ("json-encoding", "/inputs/notes/0")]
