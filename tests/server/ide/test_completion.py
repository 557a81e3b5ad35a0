"""Completion: what is offered, and what the text is once an item is accepted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from server.ide.conftest import Open, OpenWith

from cortex_planner.finding import Edit, apply_edits
from cortex_planner.kinds import Kind
from cortex_planner.text import Syntax
from cortex_server.ide.completion import complete
from cortex_server.ide.items import Completions, Item


def offered(open_at: Open, text: str) -> Completions:
    """Return what is offered at `$0`."""
    found = complete(*open_at(text))
    assert found is not None
    return found


def accepted(open_at: Open, text: str, label: str, *, replace: bool = False) -> str:
    """Return the text after accepting an item; tab stops are taken out."""
    found = offered(open_at, text)
    item = next(item for item in found.items if item.label == label)
    start, end = found.replace if replace else found.insert
    bare = text.replace("$0", "", 1)
    new_text = re.sub(r"\$\{\d:([^}]*)\}|\$\d", r"\1", item.text).replace("\\$", "$")
    return apply_edits(bare, (Edit(start, end, new_text), *found.besides))


SYMBOL = "@CODE/src/app.py#Login.check"


@pytest.mark.parametrize("replace", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        '{"inputs": {"symbols": ["$0"]}}',
        '{"inputs": {"symbols": ["@$0"]}}',
        '{"inputs": {"symbols": ["@COD$0"]}}',
        '{"inputs": {"symbols": ["check$0"]}}',
        '{"inputs": {"symbols": ["$0]}}',
        '{"inputs": {"symbols": ["@C$0]}}',
        '{"inputs": {"symbols": ["@C$0\n]}}',
        '{"inputs": {"symbols": [$0]}}',
        '{"inputs": {"symbols": [@$0]}}',
        '{"inputs": {"symbols": [@COD$0]}}',
        '{"inputs": {"symbols": [check$0]}}',
    ],
)
def test_an_accepted_symbol_leaves_one_whole_string(open_at: Open, text: str, replace: bool) -> None:
    """No quote is doubled, lost or left over, and no `@` is doubled."""
    after = accepted(open_at, text, SYMBOL, replace=replace)
    assert json.loads(after) == {"inputs": {"symbols": [SYMBOL]}}


def test_in_the_middle_of_a_name_replacing_leaves_no_tail_and_inserting_keeps_it(open_at: Open) -> None:
    """Editors offer both; each does what its name says."""
    text = '{"inputs": {"symbols": ["@CODE$0/src/ap"]}}'
    assert json.loads(accepted(open_at, text, SYMBOL, replace=True))["inputs"]["symbols"] == [SYMBOL]
    assert json.loads(accepted(open_at, text, SYMBOL))["inputs"]["symbols"] == [f"{SYMBOL}/src/ap"]


@pytest.mark.parametrize("replace", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        '["@DOC/docs/guide.md" "@C$0"]',
        '["@DOC/docs/guide.md" "$0]',
        '["@DOC/docs/guide.md" $0]',
        '["@DOC/docs/guide.md"\n  $0\n]',
        '["@DOC/docs/guide.md"\n  @C$0\n]',
        '["@DOC/docs/guide.md", @C$0]',
    ],
)
def test_a_comma_that_is_missing_before_an_accepted_symbol_is_put_there(
    open_at: Open, text: str, replace: bool
) -> None:
    """Nobody has to go back for it."""
    after = accepted(open_at, f'{{"inputs": {{"symbols": {text}}}}}', SYMBOL, replace=replace)
    assert json.loads(after)["inputs"]["symbols"] == ["@DOC/docs/guide.md", SYMBOL]


def test_a_comma_follows_where_another_value_does(open_at: Open) -> None:
    """An item in front of others is parted from them."""
    after = accepted(open_at, '{"inputs": {"symbols": [$0 "@DOC/docs/guide.md"]}}', SYMBOL)
    assert json.loads(after)["inputs"]["symbols"] == [SYMBOL, "@DOC/docs/guide.md"]


@pytest.mark.parametrize(
    ("text", "label", "expected"),
    [
        ('{"inputs": $0}', "{}", {"inputs": {}}),
        ('{"budgets": $0}', "{}", {"budgets": {"max_steps": 100}}),
        ('{"inputs": {"symbols": $0}}', "[]", {"inputs": {"symbols": ["@"]}}),
        ('{"inputs": {"notes": $0, "files": []}}', "[]", {"inputs": {"notes": [""], "files": []}}),
    ],
)
def test_a_key_without_a_value_is_offered_one_to_fill_in(
    open_at: Open, text: str, label: str, expected: object
) -> None:
    """An object or a list, as the field wants it."""
    assert json.loads(accepted(open_at, text, label)) == expected


def test_symbols_come_best_first_and_with_their_size(open_at: Open) -> None:
    """A prefix beats a likeness."""
    items = offered(open_at, '{"inputs": {"symbols": ["@DOC/docs/g$0"]}}').items
    assert [item.label for item in items[:2]] == ["@DOC/docs/guide.md", "@DOC/docs/guide.md#guide"]
    assert items[0].detail == "37 B"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", ["cortex.toml", "docs/", "src/"]),
        ("docs/", ["docs/deep/", "docs/guide.md"]),
        ("docs/d", ["docs/deep/"]),
    ],
)
def test_files_are_offered_folder_by_folder(open_at: Open, typed: str, expected: list[str]) -> None:
    """A folder ends with a slash, and is asked about again once it is accepted."""
    items = offered(open_at, f'{{"inputs": {{"files": ["{typed}$0"]}}}}').items
    assert [item.label for item in items][: len(expected)] == expected
    assert [item.again for item in items][: len(expected)] == [label.endswith("/") for label in expected]


def test_a_file_is_found_by_part_of_its_name(open_at: Open) -> None:
    """Nobody remembers every folder."""
    assert "src/app.py" in [item.label for item in offered(open_at, '{"inputs": {"files": ["app$0"]}}').items]


def test_declared_intents_are_offered_with_their_description(open_at: Open) -> None:
    """What `cortex.toml` declares is what can be asked for."""
    (item,) = offered(open_at, '{"intent": "$0"}').items
    assert (item.label, item.detail) == ("repair", "Mend what is broken.")
    assert accepted(open_at, '{"intent": re$0}', "repair") == '{"intent": "repair"}'


def test_only_intents_that_the_policy_allows_are_offered(open_with: OpenWith) -> None:
    """Whatever is accepted is not refused afterwards; an allowed one need not be declared."""
    policy = '[policy]\nallowed_intents = ["read", "repair"]\n'
    declared = '[intents.repair]\ndescription = "Mend."\n[intents.break]\n'
    found = complete(open_with(policy + declared, '{"intent": ""}'), len('{"intent": "'))
    assert found is not None
    assert [(item.label, item.detail) for item in found.items] == [("read", ""), ("repair", "Mend.")]


def test_missing_required_keys_come_first(open_at: Open) -> None:
    """The next thing to write is on top."""
    labels = [item.label for item in offered(open_at, '{"run_id": "r", $0}').items]
    assert labels == ["request_id", "intent", "budgets", "inputs", "$schema"]


@pytest.mark.parametrize(
    ("text", "label", "expected"),
    [
        ("{$0}", "run_id", '{"run_id": ""}'),
        ('{"$0"}', "run_id", '{"run_id": ""}'),
        ('{"run$0"}', "run_id", '{"run_id": ""}'),
        ('{"run$0}', "run_id", '{"run_id": ""}'),
        ('{"ru$0": "r"}', "run_id", '{"run_id": "r"}'),
        ('{"budgets": {"$0"}}', "max_steps", '{"budgets": {"max_steps": 100}}'),
        ('{$0 "intent": "x"}', "run_id", '{"run_id": "", "intent": "x"}'),
        ('{"inputs": {"$0"}}', "symbols", '{"inputs": {"symbols": ["@"]}}'),
        ("{run$0}", "run_id", '{"run_id": ""}'),
        ('{ru$0: "r"}', "run_id", '{"run_id": "r"}'),
        ('{"intent": "x" $0}', "run_id", '{"intent": "x", "run_id": ""}'),
        ('{"intent": "x"\n  "ru$0"}', "run_id", '{"intent": "x",\n  "run_id": ""}'),
        ('{"intent": "x"\n  "ru$0": "r"}', "run_id", '{"intent": "x",\n  "run_id": "r"}'),
    ],
)
def test_an_accepted_key_brings_its_colon_and_a_value_of_the_right_type(
    open_at: Open, text: str, label: str, expected: str
) -> None:
    """Never a stray or a missing quote afterwards."""
    assert accepted(open_at, text, label, replace=True) == expected


def test_a_budget_offers_what_the_plan_needs_and_the_default(open_at: Open) -> None:
    """The number that is there is replaced as a whole."""
    text = '{"inputs": {"files": ["src/app.py"]}, "budgets": {"max_steps": 5, "max_bytes": 1$02}}'
    found = offered(open_at, text)
    assert [(item.label, item.detail) for item in found.items] == [
        ("81", "exactly what this plan needs"),
        ("10000000", "the default"),
    ]
    assert accepted(open_at, text, "81", replace=True).endswith('"max_bytes": 81}}')


@pytest.mark.parametrize(
    "text", ['{"run_id": "$0"}', "{} $0", '{"inputs": {"notes": ["@$0"]}}', '{"a": 1$0}']
)
def test_where_nothing_can_be_offered_nothing_is(open_at: Open, text: str) -> None:
    """Free text is the author's own."""
    assert complete(*open_at(text)) is None


def test_without_an_index_there_are_no_symbols_to_offer(open_at: Open) -> None:
    """The lens says that there is no index; completion is just empty."""
    view, offset = open_at('{"inputs": {"symbols": ["@$0"]}}', indexed=False)
    assert complete(view, offset) is None


GOOD = """{
  "run_id": "run-1",
  "intent": "repair",
  "inputs": {
    "symbols": ["@DOC/docs/guide.md#install", "@CODE/src/app.py"],
    "files": [
      "docs/guide.md",
      "src/app.py"
    ]
  },
  "budgets": {"max_steps": 20, "max_bytes": 4000}
}
"""
TEXTS = {
    "good text": [(GOOD, offset) for offset in range(len(GOOD))],
    "a text that ends at the cursor": [(GOOD[:offset], offset) for offset in range(len(GOOD))],
    "a character is missing before the cursor": [
        (GOOD[:offset] + GOOD[offset + 1 :], offset) for offset in range(len(GOOD))
    ],
    "a character is missing behind the cursor": [
        (GOOD[: offset + 1] + GOOD[offset + 2 :], offset) for offset in range(len(GOOD) - 1)
    ],
}


@pytest.mark.parametrize("texts", TEXTS.values(), ids=TEXTS)
def test_no_item_leaves_more_errors_of_syntax_than_there_were(
    open_at: Open, texts: list[tuple[str, int]]
) -> None:
    """Whatever is accepted, wherever: inserting or replacing."""
    for text, offset in texts:
        view, _ = open_at(text)
        found = complete(view, offset)
        before = len(view.analysis.syntax.findings)
        for item in found.items[:4] if found is not None else ():
            for after in results(text, found, item):
                assert len(Syntax(after).findings) <= before, (text[:offset], item.label, after)
                assert "@@" not in after


def results(text: str, found: Completions | None, item: Item) -> Iterator[str]:
    """Yield the text after accepting an item in both modes, its tab stops taken out."""
    assert found is not None
    new_text = re.sub(r"\$\{\d:([^}]*)\}|\$\d", r"\1", item.text).replace("\\$", "$")
    for start, end in {found.insert, found.replace}:
        yield apply_edits(text, (Edit(start, end, new_text), *found.besides))


@pytest.mark.parametrize(
    ("text", "label", "expected"),
    [
        (
            '{"steps": [{"op": "READ_SYMBOL", "refs": {"symbol_id": "@C$0"}}]}',
            SYMBOL,
            f'"symbol_id": "{SYMBOL}"',
        ),
        ('{"steps": [{"op": "READ_SYMBOL", "refs": {$0}}]}', "symbol_id", '{"symbol_id": ""}'),
        ('{"$0"}', "steps", '{"steps": []}'),
        ('{"steps": [{"$0"}]}', "refs", '{"refs": {}}'),
    ],
)
def test_a_plan_is_completed_as_a_request_is(open_at: Open, text: str, label: str, expected: str) -> None:
    """Names from the index, and values of the type that each field wants."""
    found = complete(*open_at(text, Kind.PLAN_OUTPUT))
    assert found is not None
    item = next(item for item in found.items if item.label == label)
    assert expected in next(results(text.replace("$0", "", 1), found, item))
