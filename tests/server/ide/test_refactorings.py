"""Refactorings: what can be done to a request that is not wrong, in its own text and in `cortex.toml`."""

from __future__ import annotations

import json
import tomllib

import pytest
from server.ide.conftest import Open, OpenWith

from cortex_planner.documents.analysis import analyse
from cortex_planner.finding import apply_edits
from cortex_planner.kinds import Kind
from cortex_server.ide.actions import configuration_fixes
from cortex_server.ide.changes import Change, Present, Refactoring, Refused
from cortex_server.ide.refactorings import refactorings
from cortex_server.ide.view import View

TEXT = """{
  "run_id": "r", "request_id": "q", "intent": "repair",
  "inputs": {
    "symbols": ["@DOC/docs/guide.md#install",   "@CODE/src/app.py#Login.check"],
    "files": [
      "src/app.py",
      "docs/guide.md"
    ]
  },
  "budgets": {"max_steps": 9}
}"""
COMMENTED = "# Ours.\n[policy] # strict\nmax_steps = 50\n"


def titles(view: View, needle: str) -> list[str]:
    """Return what is offered with `needle` selected."""
    return [each.title for each in offered(view, needle)]


def offered(view: View, needle: str) -> list:  # type: ignore[type-arg]
    start = view.analysis.syntax.text.index(needle)
    return refactorings(view, (start, start + len(needle)))


def chosen(view: View, needle: str, title: str) -> Change:
    """Return the change of the one that starts with `title`."""
    (found,) = [each for each in offered(view, needle) if each.title.startswith(title)]
    return made(found, view.analysis.world.configuration.text)


def made(refactoring: Refactoring, configuration: str) -> Change:
    """Return the change of a refactoring, which must be possible."""
    change = refactoring.change(Present(configuration))
    assert isinstance(change, Change), change
    return change


def test_sorted_inputs_keep_their_text_and_the_space_between_them(open_at: Open) -> None:
    view, _ = open_at(TEXT)
    after = apply_edits(TEXT, chosen(view, '"symbols"', "Sort inputs").edits)
    assert '["@CODE/src/app.py#Login.check",   "@DOC/docs/guide.md#install"]' in after
    assert '[\n      "docs/guide.md",\n      "src/app.py"\n    ]' in after
    assert json.loads(after)["inputs"]["files"] == ["docs/guide.md", "src/app.py"]


def test_what_is_in_order_is_not_to_be_sorted_and_nothing_is_offered_elsewhere(open_at: Open) -> None:
    view, _ = open_at(TEXT)
    in_order = apply_edits(TEXT, chosen(view, '"symbols"', "Sort inputs").edits)
    assert "Sort inputs" not in titles(open_at(in_order)[0], '"symbols"')
    assert titles(view, '"run_id"') == []


def test_broken_text_is_left_alone(open_at: Open) -> None:
    assert titles(open_at(TEXT + "}")[0], '"symbols"') == []


def test_symbols_with_a_slice_become_plain_strings(open_at: Open) -> None:
    text = TEXT.replace(
        '"@DOC/docs/guide.md#install"', '{"slice": "ALL", "symbol_id": "@DOC/docs/guide.md#install"}'
    )
    view, _ = open_at(text)
    assert (
        apply_edits(text, chosen(view, '"symbols"', "Write 1 symbol without slice").edits)
        .split("[")[1]
        .startswith('"@DOC/docs/guide.md#install",')
    )


def test_a_pin_is_written_beside_what_is_there(open_with: OpenWith) -> None:
    """The comments stay, and the symbol means the same place."""
    view = open_with(COMMENTED, TEXT)
    change = chosen(view, "#install", "Pin @DOC/docs/guide.md#install in cortex.toml")
    assert change.edits == ()
    assert (change.configuration or "").startswith(COMMENTED)
    assert tomllib.loads(change.configuration or "")["symbols"]["pins"] == {
        "@DOC/docs/guide.md#install": {"file": "docs/guide.md", "heading": "install", "slice": "head(4000)"}
    }


def test_a_definition_is_pinned_by_its_name(open_with: OpenWith) -> None:
    change = chosen(open_with("", TEXT), "Login.check", "Pin ")
    (pin,) = tomllib.loads(change.configuration or "")["symbols"]["pins"].values()
    assert (pin["definition"], "heading" in pin) == ("Login.check", False)


def test_what_is_pinned_is_not_to_be_pinned(open_with: OpenWith) -> None:
    pinned = '[symbols.pins]\n"@DOC/docs/guide.md#install" = { file = "docs/guide.md" }\n'
    assert not [title for title in titles(open_with(pinned, TEXT), "#install") if title.startswith("Pin")]


def test_selected_inputs_move_to_the_intent_which_is_made_where_it_is_not_declared(
    open_with: OpenWith,
) -> None:
    view = open_with(COMMENTED, TEXT)
    both = '"src/app.py",\n      "docs/guide.md"'
    change = chosen(view, both, "Move 2 inputs to the intent repair in cortex.toml")
    assert json.loads(apply_edits(TEXT, change.edits))["inputs"]["files"] == []
    assert (change.configuration or "").startswith(COMMENTED)
    steps = tomllib.loads(change.configuration or "")["intents"]["repair"]["steps"]
    assert [step["refs"] for step in steps] == [{"file_path": "src/app.py"}, {"file_path": "docs/guide.md"}]
    assert [step["name"] for step in steps] == ["read-app-py", "read-guide-md"]


@pytest.mark.parametrize(
    "declared",
    [
        '[[intents.repair.steps]]\nname = "read-install"\nop = "NOTE"\nrefs = { message = "x" }\n',
        'intents = { repair = { steps = [{ name = "read-install", op = "NOTE", refs = { message = "x" } }] } }\n',
    ],
)
def test_an_intent_that_is_there_gets_a_further_step_of_another_name(
    open_with: OpenWith, declared: str
) -> None:
    view = open_with(declared, TEXT)
    change = chosen(view, "#install", "Move @DOC/docs/guide.md#install to the intent repair")
    steps = tomllib.loads(change.configuration or "")["intents"]["repair"]["steps"]
    assert [step["name"] for step in steps] == ["read-install-2", "read-install"]


def test_the_plan_reads_the_same_after_inputs_have_moved(open_with: OpenWith) -> None:
    """Only where it is said has changed."""
    view = open_with(COMMENTED, TEXT)
    change = chosen(view, '"src/app.py"', "Move src/app.py")
    after = open_with(change.configuration or "", apply_edits(TEXT, change.edits))
    assert view.plan is not None
    assert after.plan is not None
    assert sorted(draft.target for draft in view.plan.drafts) == sorted(
        draft.target for draft in after.plan.drafts
    )


@pytest.mark.parametrize(
    ("configuration", "name"),
    [
        ('[symbols.pins]\n"@G" = { file = "docs/guide.md" } # mine\n', "@G"),
        ('[symbols.pins."@G"]\nfile = "docs/guide.md" # mine\n', "@G"),
        ('[[symbols.rules]]\nfiles = ["docs/deep/*"]\nname = "@R/{stem}" # mine\n\n[policy]\n', "@R/more"),
    ],
)
def test_an_unbounded_symbol_is_bounded_where_it_is_declared(
    open_with: OpenWith, configuration: str, name: str
) -> None:
    """By its pin, in either way to write one, or by its rule; then it can be used."""
    text = TEXT.replace("@DOC/docs/guide.md#install", name)
    view = open_with(configuration, text)
    ((finding, fix),) = configuration_fixes(view, (0, len(text)))
    change = made(fix, view.analysis.world.configuration.text)
    assert finding.code == "symbol-unbounded"
    assert "# mine" in (change.configuration or "")
    after = open_with(change.configuration or "", text)
    assert [each.code for each in after.analysis.findings] == []


def test_an_ambiguous_symbol_is_pinned_as_the_place_that_it_is_now(open_with: OpenWith) -> None:
    """Then nothing is ambiguous any more."""
    text = TEXT.replace("@DOC/docs/guide.md#install", "@DOC/docs/twice.md#a-1")
    view = open_with(COMMENTED, text)
    ((_, fix),) = configuration_fixes(view, (0, len(text)))
    change = made(fix, view.analysis.world.configuration.text)
    after = open_with(change.configuration or "", text)
    assert after.analysis.findings == []


def test_a_broken_configuration_is_not_edited(open_with: OpenWith) -> None:
    assert titles(open_with("[policy\n", TEXT), "#install") == ["Sort inputs"]


def test_other_kinds_have_no_inputs_to_work_on(open_at: Open) -> None:
    view, _ = open_at(TEXT, Kind.PLAN_OUTPUT)
    assert titles(view, '"symbols"') == []
    assert analyse(TEXT, Kind.PLAN_OUTPUT, view.analysis.world).semantics is None


def test_a_heading_that_spans_its_whole_file_is_pinned_by_its_name(open_with: OpenWith) -> None:
    text = TEXT.replace("@DOC/docs/guide.md#install", "@DOC/docs/deep/more.md#more")
    change = chosen(open_with("", text), "#more", "Pin ")
    (pin,) = tomllib.loads(change.configuration or "")["symbols"]["pins"].values()
    assert pin["heading"] == "more"


def test_the_rule_that_gives_the_name_is_bounded_and_not_one_that_looks_like_it(open_with: OpenWith) -> None:
    wrong = '[[symbols.rules]]\nfiles = ["docs/**"]\nname = "@R/{path}"\n'
    right = '[[symbols.rules]]\nfiles = ["docs/**"]\nname = "@R/{stem}/{heading}"\n'
    text = TEXT.replace("@DOC/docs/guide.md#install", "@R/guide/install")
    view = open_with(f"{wrong}\n{right}", text)
    ((_, fix),) = configuration_fixes(view, (0, len(text)))
    change = made(fix, view.analysis.world.configuration.text)
    assert change.configuration == f'{wrong}\n{right}slice = "head(4000)"\n'


REPEATED = """{
  "run_id": "r", "request_id": "q", "intent": "repair",
  "inputs": {
    "symbols": ["@DOC/docs/guide.md#install", "@CODE/src/app.py#Login.check", "@DOC/docs/guide.md#install"],
    "files": [
      "src/app.py",
      "docs/guide.md",
      "src/app.py",
      "src/app.py"
    ],
    "notes": ["n", "n"]
  },
  "budgets": {"max_steps": 9}
}"""


@pytest.mark.parametrize("needle", ['"inputs"', "Login", '"docs/guide.md"', '"notes"'])
def test_all_repeated_inputs_move_at_once_from_wherever_in_the_inputs(
    open_with: OpenWith, needle: str
) -> None:
    view = open_with(COMMENTED, REPEATED)
    change = chosen(view, needle, "Move 2 repeated inputs to the intent repair in cortex.toml")
    after = apply_edits(REPEATED, change.edits)
    inputs = json.loads(after)["inputs"]
    assert inputs["symbols"] == ["@CODE/src/app.py#Login.check"]
    assert inputs["files"] == ["docs/guide.md"]
    assert inputs["notes"] == ["n", "n"]
    assert (change.configuration or "").startswith(COMMENTED)
    steps = tomllib.loads(change.configuration or "")["intents"]["repair"]["steps"]
    assert [list(step["refs"].values()) for step in steps] == [["@DOC/docs/guide.md#install"], ["src/app.py"]]
    moved = open_with(change.configuration or "", after)
    assert view.plan is not None
    assert moved.plan is not None
    assert {draft.target for draft in moved.plan.drafts} == {draft.target for draft in view.plan.drafts}


def test_the_repeated_input_under_the_cursor_is_offered_once(open_with: OpenWith) -> None:
    text = TEXT.replace('"docs/guide.md"', '"src/app.py"')
    moves = [title for title in titles(open_with(COMMENTED, text), '"src/app.py"') if "Move" in title]
    assert moves == ["Move the repeated src/app.py to the intent repair in cortex.toml"]


def test_without_repeated_inputs_none_are_offered(open_with: OpenWith) -> None:
    assert "Move" not in " ".join(titles(open_with(COMMENTED, TEXT), '"inputs"'))


def test_repeated_inputs_that_the_intent_is_repeated_for_stay(open_with: OpenWith) -> None:
    """The others move."""
    view = open_with(FOR_EACH_FILE, REPEATED)
    moves = [title for title in titles(view, '"inputs"') if "Move" in title]
    assert moves == ["Move the repeated @DOC/docs/guide.md#install to the intent repair in cortex.toml"]


FOR_EACH_FILE = (
    '[[intents.repair.steps]]\nname = "n"\nop = "NOTE"\nfor_each = "files"\nrefs = { message = "{file}" }\n'
)


@pytest.mark.parametrize(
    ("configuration", "needle", "replacement"),
    [
        (FOR_EACH_FILE, "src/app.py", "src/app.py"),
        (COMMENTED, "@DOC/docs/guide.md#install", "@NOBODY"),
        (COMMENTED, "src/app.py", "src/nothing.py"),
        (COMMENTED, "src/app.py", "src/{file}.py"),
    ],
)
def test_what_would_change_the_plan_is_not_to_be_moved(
    open_with: OpenWith, configuration: str, needle: str, replacement: str
) -> None:
    """A list that steps are repeated for, what is not there, and what would be filled in."""
    view = open_with(configuration, TEXT.replace(needle, replacement))
    assert not [title for title in titles(view, f'"{replacement}"') if title.startswith("Move")]


def test_a_move_into_a_list_that_steps_are_repeated_for_by_now_changes_nothing(open_with: OpenWith) -> None:
    """It was offered before `cortex.toml` said so."""
    view = open_with(COMMENTED, TEXT)
    (found,) = [each for each in offered(view, '"src/app.py"') if each.title.startswith("Move")]
    refused = found.change(Present(FOR_EACH_FILE))
    assert isinstance(refused, Refused)
    assert "the plan would not do the same" in refused.why


def test_what_cannot_be_added_to_is_told_apart_from_what_would_change_the_plan(open_with: OpenWith) -> None:
    view = open_with(COMMENTED, TEXT)
    (found,) = [each for each in offered(view, '"src/app.py"') if each.title.startswith("Move")]
    refused = found.change(Present("[intents]\nrepair = []\n"))
    assert isinstance(refused, Refused)
    assert "written in a way that cannot be added to" in refused.why


@pytest.mark.parametrize(
    "written", ['{ file = "src/app.py" }', '{ file = "docs/guide.md", headng = "x" }', '"half"']
)
def test_a_pin_that_somebody_has_written_by_now_is_left_alone(open_with: OpenWith, written: str) -> None:
    """Be it right or wrong: it was not there when pinning was offered."""
    view = open_with(COMMENTED, TEXT)
    (found,) = [each for each in offered(view, "#install") if each.title.startswith("Pin")]
    refused = found.change(Present(f'[symbols.pins]\n"@DOC/docs/guide.md#install" = {written}\n'))
    assert isinstance(refused, Refused)
    assert refused.why == "Nothing was changed: @DOC/docs/guide.md#install is already pinned in cortex.toml."


def test_what_has_a_slice_by_now_gets_no_other(open_with: OpenWith) -> None:
    pinned = '[symbols.pins]\n"@G" = { file = "docs/guide.md" }\n'
    text = TEXT.replace("@DOC/docs/guide.md#install", "@G")
    ((_, fix),) = configuration_fixes(open_with(pinned, text), (0, len(text)))
    refused = fix.change(Present(pinned.replace(" }", ', slice = "head(1)" }')))
    assert isinstance(refused, Refused)
    assert "without a slice any more" in refused.why


def test_inputs_move_to_an_intent_that_is_an_inline_table(open_with: OpenWith) -> None:
    view = open_with('[intents]\nrepair = { description = "x" } # mine\n', TEXT)
    change = chosen(view, '"src/app.py"', "Move src/app.py")
    (step,) = tomllib.loads(change.configuration or "")["intents"]["repair"]["steps"]
    assert step["refs"] == {"file_path": "src/app.py"}
