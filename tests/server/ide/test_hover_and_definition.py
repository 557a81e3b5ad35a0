"""Hover and definition: what stands under the cursor, and where it comes from."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from server.ide.conftest import Open, indexed_world

from cortex_planner.documents.analysis import analyse
from cortex_planner.kinds import Kind
from cortex_server.ide.definition import definition
from cortex_server.ide.hover import hover
from cortex_server.ide.view import View

GOOD = """{
  "run_id": "r",
  "request_id": "q",
  "intent": "repair",
  "inputs": {"symbols": ["@DOC/docs/guide.md#install"], "files": ["src/app.py"], "notes": ["Mind."]},
  "budgets": {"max_steps": 9}
}"""


def at(needle: str, text: str = GOOD) -> str:
    """Return the text with the cursor inside `needle`."""
    return text.replace(needle, f"{needle[:2]}$0{needle[2:]}", 1)


def hovered(open_at: Open, text: str) -> str:
    found = hover(*open_at(text))
    assert found is not None
    return found.markdown


def test_a_symbol_shows_file_lines_slice_size_step_and_text(open_at: Open) -> None:
    """Everything that a worker would get."""
    text = hovered(open_at, at("@DOC/docs/guide.md#install"))
    assert "`docs/guide.md` · lines 5–7 · `head(4000)` · 20 B" in text
    assert "step 1 · `step_" in text
    assert "```markdown\n## Install\n\nRun it.\n```" in text


@pytest.mark.parametrize(
    ("needle", "expected"),
    [
        ("src/app.py", "7 lines · 81 B"),
        ("repair", "Mend what is broken."),
        ("request_id", "unique within its run"),
        ("max_steps", "**4 steps** of 9 steps used (44%)"),
        ("Mind.", "step 3 · `step_"),
    ],
)
def test_everything_that_can_be_named_says_what_it_is(open_at: Open, needle: str, expected: str) -> None:
    """A file, an intent, a field, a budget, a note."""
    assert expected in hovered(open_at, at(needle))


def test_hovering_the_document_carries_the_whole_plan(open_at: Open) -> None:
    """Agents' clients ask for nothing but hovers."""
    text = hovered(open_at, at('"run_id"'))
    assert "| 1 | READ_SYMBOL | `@DOC/docs/guide.md#install` | 20 B |" in text
    assert "plan `" in text


@pytest.mark.parametrize("broken", ['"run_id": "r"', '"request_id"', '"intent": ', "{", ","])
def test_symbols_keep_hover_and_definition_while_the_text_is_broken_elsewhere(
    open_at: Open, root: Path, broken: str
) -> None:
    """Half-typed is the normal state of a text."""
    text = at("@DOC/docs/guide.md#install").replace(broken, broken[:-1], 1)
    assert "Install" in hovered(open_at, text)
    found = definition(*open_at(text))
    assert found is not None
    assert (found.path, found.line_start) == (root / "docs/guide.md", 4)


def test_a_file_leads_to_the_file_and_an_intent_to_its_declaration(open_at: Open, root: Path) -> None:
    """Also what is not a symbol has a place."""
    file, intent = definition(*open_at(at("src/app.py"))), definition(*open_at(at("repair")))
    assert file is not None
    assert file.path == root / "src/app.py"
    assert intent is not None
    assert (intent.path, intent.line_start) == (root / "cortex.toml", 0)


@pytest.mark.parametrize("text", ['{"run_id": "$0r"}', "$0{}", '{"inputs": {"symbols": ["@NO$0PE"]}}'])
def test_where_there_is_nothing_to_go_to_nothing_is_returned(open_at: Open, text: str) -> None:
    """No guess is better than a wrong one."""
    assert definition(*open_at(text)) is None


@pytest.mark.parametrize("needle", ["NOTE", "7", "abcdef"])
def test_what_a_plan_output_says_is_explained(open_at: Open, needle: str) -> None:
    """An op, an ordinal, a hash: values that nobody writes and many ask about."""
    text = '{"steps": [{"ordinal": 7, "op": "NOTE"}], "plan_hash": "abcdef"}'
    view, _ = open_at(text, Kind.PLAN_OUTPUT)
    found = hover(view, text.index(needle))
    assert found is not None
    assert text[slice(*found.span)].strip('"') == needle


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ('{"steps": [', "**A plan output without steps**"),
        ('{"steps": [{}], "plan_hash": "0123456789"', "**1 step · plan 01234567**"),
    ],
)
def test_a_broken_plan_output_is_called_what_it_says(open_at: Open, text: str, title: str) -> None:
    found = hover(open_at(text, Kind.PLAN_OUTPUT)[0], 0)
    assert found is not None
    assert found.markdown.startswith(title)


def test_the_marks_of_a_note_are_no_markdown(open_at: Open) -> None:
    text = hovered(open_at, at('"run_id"', GOOD.replace("Mind.", "a|b *c* <d>")))
    assert r"| `a\|b *c* <d>` |" in text


CLASS = "AVeryLongNameOfAClassThatSaysAllThereIsToSay"
DUNDER = f"@CODE/pkg/__init__.py#{CLASS}.__init__"


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """Return what is hovered in a repository whose names hold marks of Markdown."""
    files = {
        "pkg/__init__.py": f"class {CLASS}:\n    def __init__(self):\n        pass\n",
        "cortex.toml": '[intents.repair]\ndescription = "Calls __init__."\n',
    }
    with indexed_world(tmp_path, files) as world:

        def opened_at(text: str, kind: Kind = Kind.PLAN_REQUEST) -> str:
            view = View(analyse(text.replace("$0", "", 1), kind, world))
            found = hover(view, text.index("$0"))
            assert found is not None
            return found.markdown

        yield opened_at


NAMED = GOOD.replace("@DOC/docs/guide.md#install", DUNDER).replace("src/app.py", "pkg/__init__.py")


@pytest.mark.parametrize(
    ("needle", "expected"),
    [
        ('"run_id"', f"| 1 | READ_SYMBOL | `{DUNDER}` | "),
        ('"run_id"', "| 2 | READ_SECTION | `pkg/__init__.py` | "),
        (DUNDER, f"**`{DUNDER}`**\n\n`pkg/__init__.py` · lines 2–3"),
        ('"pkg/__init__.py"', "**`pkg/__init__.py`**\n\n3 lines"),
        ("repair", "**`repair`** — Calls `__init__`."),
        ("max_steps", f"- `{DUNDER}`: 1 step"),
    ],
)
def test_names_are_written_whole_and_as_code_wherever_they_are(
    opened: Callable[[str], str], needle: str, expected: str
) -> None:
    """`__init__` is not a bold word, and nothing is cut off."""
    assert expected in opened(at(needle, NAMED))


@pytest.mark.parametrize(
    ("needle", "expected"),
    [
        ('"run_id"', f"- `{DUNDER}s` is not in the index (symbol-unknown)"),
        ("pkg/__none__.py", "**`pkg/__none__.py`** is not in the index."),
        (f"{DUNDER}s", f"**`{DUNDER}s`** is not in the index."),
    ],
)
def test_names_that_are_not_there_are_code_too(
    opened: Callable[[str], str], needle: str, expected: str
) -> None:
    text = NAMED.replace(DUNDER, f"{DUNDER}s").replace('pkg/__init__.py"], ', 'pkg/__none__.py"], ')
    assert expected in opened(at(needle, text))


def test_a_step_of_a_plan_names_what_it_refers_to_and_begins_its_note(
    opened: Callable[..., str],
) -> None:
    refs = {"symbol_id": DUNDER, "message": "long " * 100}
    step = {"step_id": "$0step_0123456789abcdef", "op": "READ_SYMBOL", "refs": refs}
    text = opened(json.dumps({"steps": [step]}), Kind.PLAN_OUTPUT)
    assert text.startswith("**`step_0123456789abcdef`** · step 1 · READ_SYMBOL\n")
    assert f"- symbol_id: `{DUNDER}`\n- message: `long long" in text
    assert text.endswith("…`")


def test_a_long_note_is_cut_with_a_mark(open_at: Open) -> None:
    text = hovered(open_at, at('"run_id"', GOOD.replace("Mind.", "word " * 100)))
    assert re.search(r"\| NOTE \| `(word ?)+…` \|", text)


def test_a_thousand_steps_are_shown_and_where_there_are_more_how_to_see_them(open_at: Open) -> None:
    """For clients that ask for nothing but hovers."""
    request = {**json.loads(GOOD), "inputs": {"notes": ["n"] * 1002}, "budgets": {"max_steps": 5000}}
    text = hovered(open_at, f"$0{json.dumps(request)}")
    assert text.count("| NOTE |") == 1000
    assert "\n\n… and 3 more steps: `cortex plan --request-file FILE --explain` shows all of them" in text
    request["inputs"] = {"notes": ["n"] * 999}
    assert "more step" not in hovered(open_at, f"$0{json.dumps(request)}")
