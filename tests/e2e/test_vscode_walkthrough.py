"""The walkthrough, which shows a new user what there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from e2e.browser.workbench import PALETTE, run_command

if TYPE_CHECKING:
    from e2e.browser.workbench import SharedVSCode

STEP = ".gettingStarted .getting-started-step"
WHOLE = "[...document.querySelectorAll('.gettingStarted img')].some((image) => image.naturalWidth > 500)"


def test_vscode_walkthrough_shows_the_extension_in_pictures(shared_vscode: SharedVSCode) -> None:
    """Its pictures are files of the package, which are shown; its button runs the command."""
    page = shared_vscode.page
    run_command(page, "Welcome: Open Walkthrough")
    page.click(f"{PALETTE} .monaco-list-row", "Get Started with Cortex Plans")
    for words in ("Write a plan request", "See the plan beside it"):
        page.click(STEP, words)
        page.wait(f"{STEP}.expanded", words)
        page.wait_until(WHOLE)
        shared_vscode.picture(f"walkthrough {words}")
    page.click(f"{STEP}.expanded .monaco-button", "Show Plan Panel")
    page.wait(".tab", "Plan")
    page.press("Control+1")
