from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from cortex_planner.cassette.rules import RULES
from cortex_planner.cli.cassette import COMMANDS
from cortex_planner.storing.verifying import Cause

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "planner" / "cortex_planner" / "cassette"
PAGE = (ROOT / "docs" / "cassette.md").read_text()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_rule_has_its_page(rule: object) -> None:
    code = getattr(rule, "code", "")
    assert (ROOT / "docs" / "rules" / f"{code}.md").read_text().startswith(f"# {code}\n")
    assert f"rules/{code}.md" in PAGE


def test_every_code_that_is_raised_is_explained() -> None:
    sources = "".join(path.read_text() for path in PACKAGE.glob("*.py"))
    raised = set(re.findall(r'CassetteError\(\s*"([a-z-]+)"', sources)) | {"lease-expired", "lease-not-held"}
    assert len(raised) == 12
    assert {code for code in raised if f"| `{code}` |" not in PAGE} == set()


def test_every_command_and_every_cause_is_explained() -> None:
    assert [name for name in COMMANDS if f"| `cassette {name} " not in PAGE] == []
    assert [cause for cause in get_args(Cause) if f"| `{cause}` |" not in PAGE] == []
