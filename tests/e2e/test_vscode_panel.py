"""The plan panel beside the document."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from e2e.browser.layout import faint_texts, layout_problems
from e2e.browser.workbench import PANEL, TOAST, cortex, go_to, run_command, use_theme
from e2e.requests import CHANGING, PRICED_REQUEST, READING_REQUEST, noting_request

if TYPE_CHECKING:
    from pathlib import Path

    from e2e.browser.bridge import Browser
    from e2e.browser.workbench import SharedVSCode

ROW = "#rows .row"
POSITION = r"#status\.editor\.selection"
PARTS = "h1, p:not(:empty), .badge, #actions button, h2, .budget > *, button.finding, .row > span, #graph svg"
HOSTILE = "<img src=x onerror=document.title='hacked'>"
THEMES = {
    "Light Modern": "vscode-light",
    "Light High Contrast": "vscode-high-contrast-light",
    "Dark High Contrast": "vscode-high-contrast",
    "Dark Modern": "vscode-dark",
}
NARROW_PARTS = "h1, p:not(:empty), .badge, #actions button, h2, .budget > *, button.finding"
SHOW_EVERYTHING = """(() => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const place = { uri: "file:///a.md", range };
  const steps = [{ stepId: "step_0123456789abcdef", ordinal: 1, op: "READ_SYMBOL", target: "@DOC/a.md", bytes: 12, needs: [], range, source: place }];
  const findings = ["error", "warning", "hint"].map((severity) => ({ severity, code: "symbol-unknown", message: "No such symbol.", range }));
  const budgets = [{ name: "steps", used: 3, limit: 2 }, { name: "bytes", used: 19, limit: 20 }];
  const show = (state) => window.dispatchEvent(new MessageEvent("message", { data: { type: "show", notice: "", withoutIndex: true,
    preview: { uri: "file:///themes.plan-request.json", version: 1, stale: true, planHash: "00", budgets, findings, steps },
    stored: { state, cause: "a.md changed" } } }));
  show("matches");
  const good = document.querySelector(".stored").innerHTML;
  show("drifted");
  document.querySelector(".stored").innerHTML += good;
})()"""
SHOW_5000 = """(() => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const step = (ordinal, text) => ({ stepId: `step_${String(ordinal).padStart(16, "0")}`, ordinal, op: "NOTE",
    target: `${text} ${ordinal}`, bytes: 0, needs: ordinal > 1 ? [`step_${String(ordinal - 1).padStart(16, "0")}`] : [], range });
  const show = (text) => {
    const steps = Array.from({ length: 5000 }, (_, index) => step(index + 1, text));
    const preview = { uri: "file:///many.plan-request.json", version: 1, stale: false, planHash: "00", budgets: [], findings: [], steps };
    const start = performance.now();
    window.dispatchEvent(new MessageEvent("message", { data: { type: "show", preview, notice: "" } }));
    document.body.getBoundingClientRect();
    return performance.now() - start;
  };
  return [show("first"), show("second"), show("third")];
})()"""


def open_panel(vscode: SharedVSCode, name: str, text: str) -> Browser:
    """Open a request of this name with the panel beside it."""
    page = vscode.open(name, text)
    run_command(page, "Cortex: Show Plan Panel")
    page.wait("h1", name, frame=PANEL)
    return page


def test_vscode_panel_shows_the_plan_and_follows_the_text(shared_vscode: SharedVSCode) -> None:
    """The panel has a row per step and a bar per budget, and a new row as soon as a note is typed."""
    page = open_panel(shared_vscode, "panel.plan-request.json", READING_REQUEST)
    page.wait(ROW, "@DOC/docs/guide.md#install", frame=PANEL)
    page.wait(".budget", "1 of 20 steps", frame=PANEL)
    go_to(page, 8, 6)
    page.type(',"notes": ["a"]')
    page.wait(ROW, "NOTE", frame=PANEL)
    page.wait(".codelens-decoration", "2 of 20 steps")
    rows = page.boxes(ROW, frame=PANEL)
    assert [row.text[0] for row in rows] == ["1", "2"]
    assert layout_problems(page, PARTS, frame=PANEL) == []


def test_vscode_panel_leads_to_the_input_and_to_the_section(shared_vscode: SharedVSCode) -> None:
    """A click on a step selects its symbol in the request; the arrow opens the section that it reads."""
    page = open_panel(shared_vscode, "jump.plan-request.json", READING_REQUEST)
    page.click(ROW, "READ_SYMBOL", frame=PANEL)
    page.wait(POSITION, "Ln 7")
    page.click("[data-source]", frame=PANEL)
    page.wait(".tab.active", "guide.md")
    page.wait(POSITION, "Ln 5")


def test_vscode_panel_can_be_read_in_every_theme(shared_vscode: SharedVSCode) -> None:
    """In dark, light and both high contrasts all text stands out, stale and stored too; nothing overlaps or is cut off."""
    page = open_panel(shared_vscode, "themes.plan-request.json", READING_REQUEST)
    page.wait(ROW, "READ_SYMBOL", frame=PANEL)
    for theme, name in THEMES.items():
        use_theme(page, theme)
        page.wait(f"body.{name}", frame=PANEL)
        page.evaluate(SHOW_EVERYTHING, frame=PANEL)
        assert faint_texts(page, f"{PARTS}, .finding span, .finding code", 4.5, frame=PANEL) == [], theme
        assert layout_problems(page, PARTS, frame=PANEL) == [], theme
        shared_vscode.picture(f"panel in {theme}")


def test_vscode_panel_stays_whole_where_it_is_narrow(shared_vscode: SharedVSCode) -> None:
    """A narrow panel reaches no further than its page: its table is scrolled, header and all."""
    page = open_panel(shared_vscode, "narrow.plan-request.json", READING_REQUEST)
    page.wait(ROW, "READ_SYMBOL", frame=PANEL)
    page.resize(900, 800)
    page.wait_until("innerWidth < 380", frame=PANEL)
    shared_vscode.picture("narrow panel")
    beyond = "[document.documentElement.scrollWidth - innerWidth, grid.scrollWidth > grid.clientWidth]"
    assert page.evaluate(beyond, frame=PANEL) == [0, True]
    assert layout_problems(page, NARROW_PARTS, frame=PANEL) == []
    page.resize(1280, 800)


def test_vscode_panel_opens_the_plan_among_the_editors(shared_vscode: SharedVSCode) -> None:
    """Compile, pressed in the panel, shows the plan beside it: the panel stays in sight."""
    page = open_panel(shared_vscode, "beside.plan-request.json", READING_REQUEST)
    page.click("button", "Compile", frame=PANEL)
    page.wait(".tab", "beside.plan-output.json")
    page.wait(".view-line", "plan_hash")
    page.wait("h1", "beside.plan-request.json", frame=PANEL)


def test_vscode_panel_explains_a_refusal(shared_vscode: SharedVSCode) -> None:
    """Findings and overdrawn budgets are of the text as it is, the last good plan stays; a finding leads to its place."""
    page = open_panel(shared_vscode, "refused.plan-request.json", READING_REQUEST)
    page.wait(ROW, "READ_SYMBOL", frame=PANEL)
    go_to(page, 8, 6)
    page.type(', "notes": ["a"]')
    page.wait(ROW, "NOTE", frame=PANEL)
    go_to(page, 11, 1)
    page.press("End", "Backspace", "Backspace")
    page.type("1")
    page.wait(".budget.over .use", "2 of 1 steps (too much)", frame=PANEL)
    page.wait(".badge", "stale: the last good plan is shown", frame=PANEL)
    page.click("button.finding", "budget-steps", frame=PANEL)
    page.wait(POSITION, "Ln 11")
    assert len(page.texts(ROW, frame=PANEL)) == 2


def test_vscode_panel_takes_hostile_names_as_text(shared_vscode: SharedVSCode) -> None:
    """A note and a symbol named like markup are shown as they are written, and nothing of them runs."""
    request = json.loads(READING_REQUEST)
    request["inputs"] = {"symbols": ["@<img/src=x/onerror=alert(1)>"], "notes": [HOSTILE]}
    page = open_panel(shared_vscode, "hostile.plan-request.json", json.dumps(request, indent=2) + "\n")
    page.wait("button.finding", "@<img/src=x/onerror=alert(1)>", frame=PANEL)
    go_to(page, 7, 1)
    page.press("Control+Shift+k")
    page.wait(ROW, HOSTILE, frame=PANEL)
    assert page.evaluate("[document.images.length, document.title]", frame=PANEL) == [0, "Cortex plan"]


def test_vscode_panel_is_used_by_keyboard(shared_vscode: SharedVSCode) -> None:
    """Tab reaches every button and the table, arrows move in it, Enter leads to the step's place."""
    page = open_panel(shared_vscode, "keys.plan-request.json", noting_request(30))
    page.wait(ROW, "note 1 of 30", frame=PANEL)
    page.click("h1", frame=PANEL)
    focused = "document.activeElement.dataset.command ?? document.activeElement.id"
    order = []
    for _ in range(6):
        page.press("Tab")
        order.append(page.evaluate(focused, frame=PANEL))
    assert order == ["copy-hash", "compile", "store", "verify", "copy-cli", "grid"]
    page.press("End", "ArrowUp")
    page.wait_until(
        "document.getElementById('grid').getAttribute('aria-activedescendant') === 'row-28'", frame=PANEL
    )
    page.wait("#row-28[aria-rowindex='30'][aria-selected='true']", frame=PANEL)
    page.press("Enter")
    page.wait(POSITION, "Ln 38")


def test_vscode_panel_stores_and_verifies_the_plan(shared_vscode: SharedVSCode) -> None:
    """Store makes the panel say that it matches; when the text it reads changes, Verify names the file as the cause."""
    page = open_panel(shared_vscode, "priced.plan-request.json", PRICED_REQUEST)
    page.wait(".stored", "not stored", frame=PANEL)
    page.click("button", "Store", frame=PANEL)
    page.wait(TOAST, "Stored as")
    page.wait(".stored", "stored plan matches", frame=PANEL)
    page.click("button", "Verify", frame=PANEL)
    page.wait(TOAST, "The stored plan still holds.")
    run_command(page, "Notifications: Clear All Notifications")
    changed = CHANGING.replace("2.", "30.")
    (shared_vscode.folder / "docs" / "changing.md").write_text(changed, encoding="utf-8")
    page.wait(".budget", "26 B of 10 MB", frame=PANEL)
    page.wait(".stored", "drifted", frame=PANEL)
    page.click("button", "Verify", frame=PANEL)
    page.wait(".stored", "changing.md", frame=PANEL)
    page.wait(TOAST, "no longer holds")
    assert layout_problems(page, PARTS, frame=PANEL) == []
    shared_vscode.picture("drifted")
    run_command(page, "Notifications: Clear All Notifications")


def test_vscode_panel_copies_the_hash_and_the_command_line(shared_vscode: SharedVSCode) -> None:
    """What is copied is the whole plan hash, and a command line that prints a plan with that hash."""
    page = open_panel(shared_vscode, "copied.plan-request.json", READING_REQUEST)
    page.wait(ROW, "READ_SYMBOL", frame=PANEL)
    page.click("[data-command=copy-cli]", frame=PANEL)
    page.wait(".statusbar-item", "Copied")
    line = page.clipboard()
    page.click("[data-command=copy-hash]", frame=PANEL)
    page.wait_until("navigator.clipboard.readText().then((text) => /^[0-9a-f]{64}$/.test(text))")
    plan = json.loads(cortex(shared_vscode.folder, *line.split()[1:]))
    assert line == "cortex plan --request-file copied.plan-request.json --dry-run"
    assert page.clipboard() == plan["plan_hash"]


def test_vscode_panel_stays_smooth_with_5000_steps(shared_vscode: SharedVSCode, screenshots: Path) -> None:
    """Of 5,000 steps only those in sight are in the page; the last is a key away; drawing takes well under a second."""
    page = open_panel(shared_vscode, "many.plan-request.json", noting_request(5000))
    page.wait(".budget", "5,000 of 5,000 steps", frame=PANEL)
    assert len(page.texts(ROW, frame=PANEL)) < 80
    page.click("#grid .header", frame=PANEL)
    page.press("End")
    page.wait(ROW, "note 5000 of 5000", frame=PANEL)
    shared_vscode.picture("the last of 5000 steps")
    assert layout_problems(page, f"{ROW} .ordinal", frame=PANEL) == []
    assert len({box.x for box in page.boxes(".row > :nth-child(2)", frame=PANEL)}) == 1, (
        "the header stands askew"
    )
    page.press("Home", "Enter")
    page.wait(POSITION, "Ln 10")
    page.wait(".editor-instance .monaco-editor.focused")
    go_to(page, 10, 8)
    page.type("first ")
    started = time.monotonic()
    page.type("x")
    page.wait(ROW, "first xnote 1 of 5000", frame=PANEL)
    updated = time.monotonic() - started
    drawn = page.evaluate(SHOW_5000, frame=PANEL)
    figures = [f"{each:.0f} ms to draw 5,000 steps anew" for each in drawn]
    figures.append(f"{updated:.2f} s from a key in the document to its row in the panel")
    (screenshots / "panel-5000.txt").write_text("\n".join(figures) + "\n", encoding="utf-8")
    assert max(drawn) < 1000
    assert len(page.texts(ROW, frame=PANEL)) < 80
