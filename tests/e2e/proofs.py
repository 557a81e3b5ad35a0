"""Proofs: what each test in a real editor proves, as the table in README.md, made of the tests' own words.

`python tests/e2e/proofs.py` writes the table; a test fails where the page says something else.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
PAGE = FOLDER / "README.md"
HOST_TESTS = FOLDER.parents[1] / "vscode-client" / "host-test" / "index.ts"
START, END = "<!-- proofs -->\n", "<!-- end of proofs -->\n"


def table() -> str:
    """Return the table: one row per test, file by file."""
    rows = [f"| `{name}` | {proof} |" for name, proof in _proofs()]
    return "\n".join(["| test | proves |", "| --- | --- |", *rows]) + "\n"


def page_with_table(page: str) -> str:
    """Return the page with its table made anew."""
    before, rest = page.split(START)
    return f"{before}{START}\n{table()}\n{END}{rest.split(END)[1]}"


def _proofs() -> Iterator[tuple[str, str]]:
    for file in sorted(FOLDER.glob("test_*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name, " ".join((ast.get_docstring(node) or "").split("\n\n")[0].split())
    for words in re.findall(r'^  async "(.+)"\(\)', HOST_TESTS.read_text(encoding="utf-8"), re.MULTILINE):
        yield "host-test", f"{words[0].upper()}{words[1:]}."


if __name__ == "__main__":
    PAGE.write_text(page_with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
