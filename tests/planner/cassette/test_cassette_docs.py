from __future__ import annotations

import re
from pathlib import Path

import pytest

from cortex_planner.cassette.rules import RULES

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
