"""The conformance page names tests that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parents[3]
PAGE = (HERE / "docs" / "conformance.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in PAGE.splitlines()
    if re.match(r"\| \d", line)
]
NAMED = sorted(set(re.findall(r"`(tests/[^`]+\.py::[^`]+)`", PAGE)))


@pytest.mark.parametrize("test", NAMED)
def test_a_named_test_exists(test: str) -> None:
    path, _, name = test.partition("::")
    tree = ast.parse((HERE / path).read_text(encoding="utf-8"))
    functions = [
        node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert name in functions


def test_every_row_has_a_number_a_statement_a_decision_and_a_proof_or_is_open() -> None:
    assert [row[0] for row in ROWS] == [str(number) for number in range(1, len(ROWS) + 1)]
    assert all(len(row) == 4 and all(row) for row in ROWS)
    assert [row for row in ROWS if row[3] != "open" and "::" not in row[3]] == []
