"""What VS Code shows of a request beside findings and plan: folds, growing selections, colours, links, marks, outline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from e2e.browser.workbench import PALETTE, go_to, run_command
from e2e.requests import READING_REQUEST, SQUEEZED_REQUEST

if TYPE_CHECKING:
    from e2e.browser.bridge import Browser
    from e2e.browser.workbench import SharedVSCode

# The line of `max_steps` is not indented, so that VS Code's own folding by indentation finds nothing there.
TEXT = """{
  "run_id": "run-1",
  "request_id": "request-1",
  "intent": "summarise",
  "inputs": {
    "symbols": [
      "@DOC/docs/guide.md#install",
      "@DOC/docs/nowhere.md",
      "@DOC/docs/guide.md#install"
    ],
    "files": [
      "docs/guide.md"
    ]
  },
  "budgets": {
"max_steps": 20
  }
}
"""
LENS = ".codelens-decoration"
SYMBOL_LINE, FILE_LINE, BUDGETS_LINE = 7, 12, 15
LIST = TEXT[TEXT.index('"symbols"') : TEXT.index("],") + 1]
NAME = "@DOC/docs/guide.md#install"
GROWING = (
    NAME,
    f'"{NAME}"',
    f'"{NAME}",',
    f'      "{NAME}",',
    LIST.removeprefix('"symbols": [').removesuffix("]"),
    LIST.removeprefix('"symbols": '),
    LIST,
)
COLOURS = """Object.fromEntries([...document.querySelectorAll('.view-line span span')]
    .map((span) => [span.textContent.replaceAll('"', ''), getComputedStyle(span).color])
    .filter(([text]) => text.startsWith('@DOC')))"""
SELECTED = r"#status\.editor\.selection"
MARKS = "document.querySelectorAll('.wordHighlightText, .wordHighlight').length"
HEADER = ".pane-header"
OUTLINE = ".outline-pane .monaco-list-row"


def test_vscode_shows_colours_links_marks_and_folds(shared_vscode: SharedVSCode) -> None:
    """An unknown name has a colour of its own, a file is a link, a repeated name is marked twice, an object folds."""
    page = shared_vscode.open("breadth.plan-request.json", TEXT)
    page.wait_until(f"new Set(Object.values({COLOURS})).size === 2")
    page.wait(".detected-link", "docs/guide.md")
    fold_the_budgets(page)
    go_to(page, SYMBOL_LINE, 20)
    page.wait_until(f"{MARKS} === 2")
    shared_vscode.picture("colours, a link, marks and a fold")
    go_to(page, FILE_LINE, 12)
    run_command(page, "Open Link")
    page.wait(".tab.active", "guide.md")


def test_vscode_grows_a_selection_beside_the_outline(shared_vscode: SharedVSCode) -> None:
    """Shift+Alt+Right takes the name, its quotes, its line, the list, and the list with its key; the outline has them all."""
    page = shared_vscode.open("growing.plan-request.json", TEXT)
    fold_the_budgets(page)
    run_command(page, "Explorer: Focus on Outline View")
    page.click(HEADER, "a folder")
    for name in ("3 items", NAME, "budgets"):
        page.wait(OUTLINE, name)
    go_to(page, SYMBOL_LINE, 20)
    for text in GROWING:
        page.press("Shift+Alt+ArrowRight")
        page.wait(SELECTED, f"({len(text)} selected)")
    shared_vscode.picture("a grown selection and the outline")
    page.click(HEADER, "a folder")
    page.click(HEADER, "Outline")


def test_vscode_gives_a_request_with_crlf_the_layout_of_cortex_fmt(shared_vscode: SharedVSCode) -> None:
    """Formatting leaves the line ends; with LF chosen in the status bar the saved file is as `cortex fmt` lays it out."""
    page = shared_vscode.open("crlf.plan-request.json", SQUEEZED_REQUEST.replace("\n", "\r\n"))
    page.wait(LENS, "1 of 20 steps")
    run_command(page, "Format Document")
    page.wait_until("document.querySelectorAll('.view-line').length > 5")
    page.click(r"#status\.editor\.eol", "CRLF")
    page.click(f'{PALETTE} .monaco-list-row[aria-label^="LF"]')
    page.wait_gone(r"#status\.editor\.eol", "CRLF")
    shared_vscode.saved("crlf.plan-request.json")
    assert (shared_vscode.folder / "crlf.plan-request.json").read_bytes() == READING_REQUEST.encode()


def fold_the_budgets(page: Browser) -> None:
    """Fold an object by its key."""
    page.wait(LENS, "3 of 20 steps")
    go_to(page, BUDGETS_LINE, 5)
    page.press("Control+Shift+BracketLeft")
    page.wait_gone(".view-line", "max_steps")
