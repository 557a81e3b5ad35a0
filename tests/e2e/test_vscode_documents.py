"""How VS Code takes plan documents: their languages, their colours, the small commands about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from e2e.browser.workbench import PALETTE, open_file, run_command
from e2e.requests import GOOD_REQUEST, READING_REQUEST

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


def test_vscode_takes_a_file_that_cortex_toml_names(shared_vscode: SharedVSCode) -> None:
    """A JSON file that a glob of cortex.toml maps to plan requests becomes one, lens and all."""
    file = shared_vscode.folder / "mapped" / "anything.json"
    file.parent.mkdir()
    file.write_text(READING_REQUEST, encoding="utf-8")
    open_file(shared_vscode.page, file)
    shared_vscode.page.wait(LANGUAGE, "Cortex plan request")
    shared_vscode.page.wait(".codelens-decoration", "1 of 20 steps")


def test_vscode_colours_symbols_and_step_ids(shared_vscode: SharedVSCode) -> None:
    """A symbol, a step id and a plain string have three colours, by the grammar alone."""
    text = '{"notes": ["plain", "@DOC/a.md#b", "step_0123456789abcdef"]}\n'
    page = shared_vscode.open("colours.plan-output.json", text)
    page.wait_until(f"new Set({DRAWN}.map(([text, colour]) => colour)).size === 3")
    assert [text for text, _ in page.evaluate(DRAWN)] == ["plain", "@DOC/a.md#b", "step_0123456789abcdef"]


def test_vscode_makes_a_new_plan_request(shared_vscode: SharedVSCode) -> None:
    """The command asks for the intent, finds symbols, and opens a good request under a name that is free."""
    (shared_vscode.folder / "sum-up.plan-request.json").write_text(GOOD_REQUEST, encoding="utf-8")
    page = shared_vscode.page
    run_command(page, "Cortex: New Plan Request")
    page.wait(PALETTE, "The intent")
    page.type("Sum up")
    page.press("Enter")
    page.wait(PALETTE, "2 of 2")
    page.type("guide.md#inst")
    page.click(f"{PALETTE} .monaco-list-row", "@DOC/docs/guide.md#install")
    shared_vscode.picture("picking symbols")
    page.press("Enter")
    page.wait(".tab.active", "sum-up-2.plan-request.json")
    page.wait(".codelens-decoration", "1 of 100 steps")
    page.wait(".view-line", "@DOC/docs/guide.md#install")


def test_vscode_doctor_tells_where_the_server_came_from(shared_vscode: SharedVSCode) -> None:
    """The doctor's report names the setting that gave the server, as a document to copy from."""
    page = shared_vscode.page
    run_command(page, "Cortex: Doctor")
    page.wait(".view-line", "cortex.server.command")
