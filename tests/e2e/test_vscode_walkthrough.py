"""The walkthrough, which shows a new user what there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from e2e.browser.workbench import PALETTE, run_command

if TYPE_CHECKING:
    from e2e.browser.workbench import SharedVSCode

STEP = ".gettingStarted .getting-started-step"
PICTURES = {
    "Write a plan request": "writing.png",
    'Type "@ and choose': "completion.png",
    "See the plan beside it": "panel.png",
}
SHOWN = """[...document.querySelectorAll(".getting-started-media img")]
    .some((image) => image.currentSrc.includes("NAME") && image.naturalWidth > 500 && image.clientWidth > 300)"""


def test_vscode_walkthrough_shows_the_extension_in_pictures(shared_vscode: SharedVSCode) -> None:
    """Each step shows its picture, which is a file of the package; its button runs the command."""
    page = shared_vscode.page
    page.resize(2600, 1000)
    run_command(page, "Welcome: Open Walkthrough")
    page.click(f"{PALETTE} .monaco-list-row", "Get Started with Cortex Plans")
    for words, picture in PICTURES.items():
        page.click(STEP, words)
        page.wait(f"{STEP}.expanded", words)
        page.wait_until(SHOWN.replace("NAME", picture))
    shared_vscode.picture("walkthrough")
    page.click(f"{STEP}.expanded .monaco-button", "Show Plan Panel")
    page.wait(".tab", "Plan")
    page.press("Control+1", "Control+w")
    page.resize(1280, 800)
