"""Quick fixes: offered where the finding is, safe ones preferred, and all safe ones at once."""

from __future__ import annotations

from server.ide.conftest import Open

from cortex_planner.finding import apply_edits
from cortex_server.ide.actions import fix_all, quick_fixes

TEXT = """{
  "run_id": "r", "request_id": "q", "intent": "x",
  "inputs": {"symbols": ["@DOC/docs/guide.md#instal"], "files": ["./src/app.py", "src/app.py", "src/app.py"]},
  "budgets": {"max_steps": 9.0}
}"""


def at(open_at: Open, needle: str) -> list[tuple[str, bool]]:
    """Return what is offered on `needle`, and which of it is preferred."""
    view, _ = open_at(TEXT)
    start = TEXT.index(needle)
    return [
        (offered.fix.title, offered.preferred) for offered in quick_fixes(view, (start, start + len(needle)))
    ]


def test_an_unknown_symbol_offers_those_that_resemble_it(open_at: Open) -> None:
    """The likeliest first; choosing is the author's."""
    assert at(open_at, "#instal")[0] == ("Write @DOC/docs/guide.md#install", False)


def test_a_safe_fix_is_preferred(open_at: Open) -> None:
    """A path in another spelling has one right spelling."""
    assert at(open_at, "./src") == [('Write it as "src/app.py"', True)]


def test_all_safe_fixes_are_made_at_once_and_no_unsafe_one(open_at: Open) -> None:
    """The spelling, the repeat and the number; the symbol stays."""
    view, _ = open_at(TEXT)
    after = apply_edits(TEXT, fix_all(view))
    assert '"files": ["src/app.py", "src/app.py"]' in after
    assert '"max_steps": 9}' in after
    assert "#instal" in after
