"""Writing into `cortex.toml`: what was there stays as it was, comments and all."""

from __future__ import annotations

import tomllib

import pytest

from cortex_planner.config.writing import with_pin, with_slice, with_steps
from cortex_planner.errors import PlannerError

STEP = {"name": "read-guide", "op": "READ_SECTION", "refs": {"file_path": "docs/guide.md"}}
COMMENTED = "# Ours.\n[policy] # strict\nmax_steps = 50 # fifty\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only a comment",
        COMMENTED,
        '[[intents.other.steps]]\nname = "x"\nop = "NOTE"\nrefs = { message = "m" }\n\n[policy]\nmax_steps = 2\n',
        '[intents.repair]\ndescription = "x"\n[policy]\nmax_steps = 1\n[intents.b]\ndescription = "q"\n',
    ],
)
def test_an_intent_gets_a_step_and_everything_else_stays(text: str) -> None:
    before, after = tomllib.loads(text), tomllib.loads(with_steps(text, "repair", [STEP]))
    assert after["intents"].pop("repair")["steps"] == [STEP]
    before.get("intents", {}).pop("repair", None)
    assert {key: value for key, value in after.items() if value} == {
        key: value for key, value in before.items() if value
    }


def test_comments_stay_where_they_are() -> None:
    assert with_steps(COMMENTED, "repair", [STEP]).startswith(COMMENTED)


def test_an_intent_may_have_any_name() -> None:
    text = with_steps("", 'mend "it" é.x', [STEP])
    assert list(tomllib.loads(text)["intents"]) == ['mend "it" é.x']


def test_a_slice_stands_behind_what_every_rule_has() -> None:
    """Between it and the next table no comment changes its place."""
    text = '[[symbols.rules]]\r\nfiles = ["*.md"]\r\nname = "@X" # mine\r\n\r\n# next\r\n[policy]\r\n'
    assert with_slice(text, ("symbols", "rules", 0), "head(9)") == text.replace(
        "# mine\r\n", '# mine\r\nslice = "head(9)"\r\n'
    )


def test_a_file_that_is_not_toml_is_refused() -> None:
    with pytest.raises(PlannerError) as refused:
        with_steps("[policy\n", "repair", [STEP])
    assert refused.value.code == "config-syntax"


PIN = {"file": "docs/guide.md", "slice": "head(9)"}
DOTTED = 'symbols.pins."@A".file = "a" # a\nsymbols.pins."@A".slice = "head(1)" # b\n'
PINNED = '"@G" = { file = "docs/guide.md", slice = "head(9)" }\n'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "[symbols.pins]\n" + PINNED),
        (COMMENTED, COMMENTED + "\n[symbols.pins]\n" + PINNED),
        (
            '[symbols.pins]\n"@A" = { file = "a" } # a\n\n# strict\n[policy]\n',
            '[symbols.pins]\n"@A" = { file = "a" } # a\n' + PINNED + "\n# strict\n[policy]\n",
        ),
        (
            '[symbols.pins]\n"@A" = { file = "a" }\n# strict\n[policy]\n',
            '[symbols.pins]\n"@A" = { file = "a" }\n' + PINNED + "\n# strict\n[policy]\n",
        ),
        (
            f"{DOTTED}\n# strict\n[policy]\n",
            f"{DOTTED}symbols.pins.{PINNED}\n# strict\n[policy]\n",
        ),
        ('[symbols.pins]\n"@G" = { file = "old" } # mine\n', f"[symbols.pins]\n{PINNED[:-1]} # mine\n"),
    ],
)
def test_a_pin_stands_among_the_pins_and_before_the_comments_of_what_follows(before: str, after: str) -> None:
    assert with_pin(before, "@G", PIN) == after


@pytest.mark.parametrize(
    "text",
    [
        '[symbols.pins."@G"]\nfile = "old"\nheading = "h"\n[policy]\nmax_steps = 1\n',
        '[symbols.pins."@A"]\nfile = "a"\n',
        '[symbols.pins]\n"@G".file = "old"\n',
        'symbols = { pins = { "@A" = { file = "a" } } }\n',
        "symbols = {}\r\n[policy]\r\nmax_steps = 1\r\n",
        'symbols = { pins."@A".file = "a" }\n',
        '[symbols]\npins."@A".file = "a"\n[policy]\nmax_steps = 1\n',
        'symbols.pins."@A".file = "a"\n[symbols.pins."@B"]\nfile = "b"\n',
        'symbols.pins."@A".file = """\na"""\r\nsymbols.rules = []\r\n',
    ],
)
def test_however_the_pins_are_written_the_pin_is_there_and_nothing_else_changes(text: str) -> None:
    wanted = tomllib.loads(text)
    wanted.setdefault("symbols", {}).setdefault("pins", {})["@G"] = PIN
    assert tomllib.loads(with_pin(text, "@G", PIN)) == wanted


@pytest.mark.parametrize(
    "text",
    [
        '[intents]\nrepair = { description = "x" }\n',
        'intents = { repair = { description = "x", steps = [] } }\n',
        '[intents.repair]\nsteps = [\n  { name = "n", op = "NOTE", refs = { message = "m" } },\n]\n',
        '[[intents.repair.steps]]\nname = "n"\nop = "NOTE"\nrefs = { message = "m" }\n',
        'intents.repair.description = "x"\n',
        'intents = { repair.description = "x" }\n',
    ],
)
def test_new_steps_come_before_those_that_an_intent_has_however_they_are_written(text: str) -> None:
    before = tomllib.loads(text)["intents"]["repair"].get("steps", [])
    after = tomllib.loads(with_steps(text, "repair", [STEP, STEP]))["intents"]["repair"]["steps"]
    assert after == [STEP, STEP, *before]


@pytest.mark.parametrize("text", ["intents = 1\n", "[intents]\nrepair = []\n"])
def test_what_cannot_be_added_to_is_refused_rather_than_spoiled(text: str) -> None:
    with pytest.raises(PlannerError, match="cannot be added to"):
        with_steps(text, "repair", [STEP])


def test_new_steps_come_before_the_comment_of_the_first() -> None:
    text = '[intents.repair]\ndescription = "x"\n\n# Note it.\n[[intents.repair.steps]]\nname = "n"\n'
    after = with_steps(text, "repair", [STEP])
    assert after.index("read-guide") < after.index("# Note it.\n[[intents.repair.steps]]\nname = ")


@pytest.mark.parametrize(
    "text", ['[symbols.pins]\n"@G".file = "a" # mine\n', 'symbols.pins."@G".file = "a" # mine\n']
)
def test_a_pin_of_dotted_keys_gets_its_slice_as_one(text: str) -> None:
    after = with_slice(text, ("symbols", "pins", "@G"), "head(9)")
    assert tomllib.loads(after)["symbols"]["pins"] == {"@G": {"file": "a", "slice": "head(9)"}}
    assert after.startswith(text)
