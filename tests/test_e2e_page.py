"""The page of the editor tests says what each of them proves."""

from __future__ import annotations

from e2e.proofs import PAGE, page_with_table, table


def test_the_page_lists_what_every_editor_test_proves() -> None:
    """The table is made of the tests themselves; `python tests/e2e/proofs.py` writes it anew."""
    page = PAGE.read_text(encoding="utf-8")
    assert page == page_with_table(page)


def test_every_editor_test_says_what_it_proves() -> None:
    """No row is without words, so no test is without a docstring."""
    rows = table().splitlines()[2:]
    assert rows
    assert [row for row in rows if row.endswith("|  |")] == []
