"""Errors for callers, findings for authors."""

from __future__ import annotations

import dataclasses
import pickle

import pytest

import cortex_planner
from cortex_planner.errors import (
    BudgetError,
    CassetteError,
    PlannerError,
    SectionError,
    SymbolError,
    error_for,
)
from cortex_planner.finding import Anchor, Edit, Fix, Part, Rule, Severity, apply_edits


@pytest.mark.parametrize(
    ("code", "family"),
    [
        ("symbol-unknown", SymbolError),
        ("slice-form", SymbolError),
        ("section-stale", SectionError),
        ("file-missing", SectionError),
        ("index-missing", SectionError),
        ("budget-steps", BudgetError),
        ("field-missing", PlannerError),
        ("json-syntax", PlannerError),
    ],
)
def test_a_code_belongs_to_a_family_of_errors(code: str, family: type[PlannerError]) -> None:
    error = error_for(code, "words", details={"x": 1})
    assert type(error) is family
    assert (error.code, error.message, error.retryable, error.details) == (code, "words", False, {"x": 1})


def test_every_error_is_a_planner_error_and_says_its_code() -> None:
    error = CassetteError("lease-expired", "too late", retryable=True)
    assert isinstance(error, PlannerError)
    assert str(error) == "lease-expired: too late"
    assert error.retryable


def test_the_package_offers_its_names_and_nothing_else() -> None:
    assert all(getattr(cortex_planner, name) is not None for name in cortex_planner.__all__)
    assert cortex_planner.SymbolError is SymbolError
    with pytest.raises(AttributeError, match="nobody"):
        _ = cortex_planner.nobody


def test_only_what_is_no_error_is_advisory() -> None:
    assert [Rule("a", severity, "").advisory for severity in Severity] == [False, True, True]
    assert sorted(Severity, key=lambda severity: severity.rank) == ["error", "warning", "hint"]


def test_a_rule_makes_findings_with_its_words() -> None:
    rule = Rule("field-missing", Severity.ERROR, "`{field}` is missing")
    finding = rule.at(Anchor("/a", Part.KEY), field="x", data={"field": "x"})
    assert (finding.message, finding.code, finding.data) == (
        "`x` is missing",
        "field-missing",
        {"field": "x"},
    )
    with pytest.raises(dataclasses.FrozenInstanceError):
        finding.code = "other"  # type: ignore[misc]


def test_edits_refer_to_the_text_as_it_was() -> None:
    assert apply_edits("abcdef", (Edit(4, 5, "-"), Edit(0, 1, ""), Edit(2, 2, "+"))) == "b+cd-f"
    assert apply_edits("abc", ()) == "abc"


def test_edits_that_overlap_are_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        apply_edits("abcd", (Edit(0, 2, "x"), Edit(1, 3, "y")))


def test_a_fix_says_whether_it_may_be_made_without_asking() -> None:
    assert (Fix.safe("a").safety, Fix.unsafe("a").safety) == ("safe", "unsafe")


def test_an_error_keeps_its_meaning_between_processes() -> None:
    copied = pickle.loads(pickle.dumps(SymbolError("symbol-unknown", "gone")))
    assert (type(copied), copied.code, copied.message) == (SymbolError, "symbol-unknown", "gone")
