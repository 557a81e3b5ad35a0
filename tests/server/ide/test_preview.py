"""Lenses and hints: the plan on the page, also while the text is half typed."""

from __future__ import annotations

from server.ide.conftest import Open

from cortex_server.ide.hints import hints
from cortex_server.ide.lens import lenses
from cortex_server.ide.view import GoodPlan, View

GOOD = """{
  "run_id": "r", "request_id": "q", "intent": "x",
  "inputs": {"symbols": ["@DOC/docs/guide.md#install"], "files": ["src/app.py"], "notes": ["Mind."]},
  "budgets": {"max_steps": 9}
}"""


def titles(view: View) -> list[str]:
    return [lens.title for lens in lenses(view)]


def labels(view: View) -> list[str]:
    return [hint.label for hint in hints(view, (0, len(view.analysis.syntax.text)))]


def after(open_at: Open, first: str, second: str) -> View:
    """Return the view of a text that was good a moment ago."""
    plan = open_at(first)[0].analysis.plan
    assert plan is not None
    return View(open_at(second)[0].analysis, GoodPlan(plan, 1))


def test_the_lens_reads_as_promised(open_at: Open) -> None:
    """Steps, bytes, symbols, and the first digits of the hash."""
    view, _ = open_at(GOOD)
    assert view.plan is not None
    assert titles(view) == [
        f"3 of 9 steps · 101 B of 10 MB · 1 of 100 symbols · plan {view.plan.hash[:8]}",
        "reads 1 symbol, 1 file · 101 B",
    ]


def test_a_text_that_never_compiled_has_no_plan_in_its_lens(open_at: Open) -> None:
    """The use is shown all the same."""
    view, _ = open_at(GOOD.replace("guide.md#install", "guide.md#instal"))
    assert titles(view)[0] == "3 of 9 steps · 81 B of 10 MB · 1 of 100 symbols"


def test_the_last_good_plan_stays_and_is_marked_stale(open_at: Open) -> None:
    """The numbers are of the present text, the hash of the last good one."""
    view = after(open_at, GOOD, GOOD.replace("guide.md#install", "guide.md#instal"))
    assert view.last is not None
    assert titles(view)[0] == (
        f"3 of 9 steps · 81 B of 10 MB · 1 of 100 symbols · plan {view.last.plan.hash[:8]} (stale)"
    )


def test_without_an_index_the_lens_offers_to_build_one(open_at: Open) -> None:
    """One notice, not a page of red symbols."""
    view, _ = open_at(GOOD, indexed=False)
    assert titles(view) == ["3 of 9 steps · 0 B of 10 MB · 1 of 100 symbols", "no index · Build index"]
    assert [finding.code for finding in view.analysis.findings] == ["intent-undeclared"]


def test_every_input_and_budget_has_its_hint(open_at: Open) -> None:
    """Behind it: step id, operation, bytes; behind a budget its use."""
    view, _ = open_at(GOOD)
    assert view.plan is not None
    ids = [view.plan.step_id(place)[:9] for place in range(3)]
    assert labels(view) == [
        f"{ids[0]}… · READ_SYMBOL · 20 B",
        f"{ids[1]}… · READ_SECTION · 81 B",
        f"{ids[2]}… · NOTE",
        "used: 3 steps · 33%",
    ]


def test_stale_hints_follow_their_symbol_to_where_it_stands_now(open_at: Open) -> None:
    """They are found by what they name, not by where they were."""
    text = GOOD.replace('"run_id": "r", ', '"run_id": "a much longer name", broken ')
    view = after(open_at, GOOD, text)
    symbol = next(hint for hint in hints(view, (0, len(text))) if "READ_SYMBOL" in hint.label)
    assert symbol.label.endswith("(stale)")
    assert text[: symbol.offset].endswith('"@DOC/docs/guide.md#install"')


def test_only_the_visible_part_has_hints(open_at: Open) -> None:
    """What nobody sees is not computed."""
    view, _ = open_at(GOOD)
    assert hints(view, (0, 10)) == []
