"""Writing into `cortex.toml`: what was there stays as it was, comments and all."""

from __future__ import annotations

import tomllib

import pytest

from cortex_planner.config.writing import with_slice, with_steps
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
