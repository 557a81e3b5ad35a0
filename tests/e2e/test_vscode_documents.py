"""How VS Code takes plan documents: their languages, their colours, the small commands about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from e2e.browser.workbench import PALETTE, run_command

if TYPE_CHECKING:
    from e2e.browser.workbench import SharedVSCode

LANGUAGE = r"#status\.editor\.mode"
DRAWN = """[...document.querySelectorAll('.view-line span span')]
    .map((span) => [span.textContent.replaceAll('"', ''), getComputedStyle(span).color])
    .filter(([text]) => /^(plain|@DOC.*|step_.*)$/.test(text))"""
KINDS = {
    "plan_request_nightly.json": "Cortex plan request",
    "plan_request_a.plan-output.json": "Cortex plan output",
    "plan_request.schema.json": "JSON",
    "b.goal.json": "Cortex goal",
}


def test_vscode_knows_the_kind_by_the_name(shared_vscode: SharedVSCode) -> None:
    """The status bar names the language that each file's name says."""
    for name, language in KINDS.items():
        page = shared_vscode.open(name, "{}\n")
        page.wait(LANGUAGE, language)
        assert page.texts(LANGUAGE) == [language]


def test_vscode_colours_symbols_and_step_ids(shared_vscode: SharedVSCode) -> None:
    """A symbol, a step id and a plain string have three colours, by the grammar alone."""
    text = '{"notes": ["plain", "@DOC/a.md#b", "step_0123456789abcdef"]}\n'
    page = shared_vscode.open("colours.plan-output.json", text)
    page.wait_until(f"new Set({DRAWN}.map(([text, colour]) => colour)).size === 3")
    assert [text for text, _ in page.evaluate(DRAWN)] == ["plain", "@DOC/a.md#b", "step_0123456789abcdef"]


def test_vscode_makes_a_new_plan_request(shared_vscode: SharedVSCode) -> None:
    """The command asks for the intent and the symbols and opens the request, named after the intent."""
    page = shared_vscode.page
    run_command(page, "Cortex: New Plan Request")
    page.wait(PALETTE, "The intent")
    page.type("Sum up")
    page.press("Enter")
    page.wait(PALETTE, "2 of 2")
    page.press("Enter")
    page.wait(".tab.active", "sum-up.plan-request.json")
    page.wait(".view-line", "sum-up-1")


def test_vscode_doctor_tells_where_the_server_came_from(shared_vscode: SharedVSCode) -> None:
    """The doctor's report names the setting that gave the server."""
    page = shared_vscode.page
    run_command(page, "Cortex: Doctor")
    page.wait(".view-line", "cortex.server.command")
