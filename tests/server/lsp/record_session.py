"""Records one editing session, from an empty file to a compiled plan, with what the server showed.

To write the page anew: PYTHONPATH=tests python tests/server/lsp/record_session.py
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from planner.cli.cortex_command import write_files
from server.ide.conftest import FILES
from server.language_client import ServerProcess
from server.lsp.client_profiles import VSCODE
from server.lsp.editor_client import EditorClient, position_of, whole

REPOSITORY = Path(__file__).parents[3]
PAGE = REPOSITORY / "docs" / "recording.md"
NAME = "fix-login.plan-request.json"
MOST_ITEMS = 4
SEVERITIES = {1: "error", 2: "warning", 4: "hint"}
INTRODUCTION = """# An editing session, step by step

A request is written from nothing to a compiled plan, in a small repository that was never indexed. `▮`
is the cursor. This page is recorded from the real server by a script, and a test keeps it current.
"""
HEAD = '{\n  "run_id": "run-1",\n  "request_id": "fix-login",\n'
READ = '"inputs": {\n    "symbols": ["%s"],\n    "notes": ["Do not log passwords."]\n  }'
BODY = HEAD + '  "intent": "repair",\n  ' + READ
SYMBOL = "@DOC/docs/guide.md#install"
STEPS = [
    ("An empty file", "▮"),
    ("A brace and a quote: the keys that are missing are offered", '{\n  "▮'),
    ("The intent is one of those that `cortex.toml` declares", HEAD + '  "intent": "▮'),
    ("The first symbol: there is no index, which is asked about once", BODY % "@g▮"),
    ("With an index, a few letters find the symbol", BODY % "@gui▮"),
    ("A slip of the finger", BODY % "@DOC/docs/guide.md#instal▮" + ',\n  "budgets": {"max_steps": 2}\n}\n'),
    (
        "The name is mended; the budget is too small",
        BODY % f"{SYMBOL}▮" + ',\n  "budgets": {"max_steps": 2}\n}\n',
    ),
    ("The budget is raised: there is a plan", BODY % SYMBOL + ',\n  "budgets": {"max_steps": 3▮}\n}\n'),
    ("A further key is begun: the last good plan stays, marked stale", BODY % SYMBOL + ',\n  "bud▮'),
    ("And back again", BODY % SYMBOL + ',\n  "budgets": {"max_steps": 3}▮\n}\n'),
]


def recorded(folder: Path) -> str:
    """Return the page, recorded in an empty folder."""
    write_files(folder, FILES)
    server = ServerProcess("--log-file", os.devnull)
    try:
        return "\n".join([INTRODUCTION, *_session(EditorClient.of(server.client), folder)])
    finally:
        server.end()


def _session(editor: EditorClient, folder: Path) -> Iterator[str]:
    editor.initialize(folder, VSCODE)
    uri = editor.open(folder / NAME, "")
    for version, (title, marked) in enumerate(STEPS, start=2):
        text = marked.replace("▮", "")
        editor.change(uri, version, {"text": text})
        yield f"## {version - 1}. {title}\n\n```\n{marked.rstrip()}\n```\n"
        yield from _shown(editor, uri, text, marked.index("▮"))
        if "no index" in title:
            yield from _indexed(editor, uri)
    yield from _compiled(editor, uri)


def _shown(editor: EditorClient, uri: str, text: str, offset: int) -> Iterator[str]:
    """Return what stands on the page: findings with their fixes, lenses, hints, and what is offered."""
    findings = editor.pull(uri)["items"]
    yield from _list("Findings", [_finding(item) for item in findings])
    yield from _list("Quick fixes", _fixes(editor, uri, text))
    lenses = editor.of_document("textDocument/codeLens", uri)
    resolved = [lens if "command" in lens else editor.result("codeLens/resolve", lens) for lens in lenses]
    yield from _list("Lenses", [lens["command"]["title"] for lens in resolved])
    hints = editor.of_document("textDocument/inlayHint", uri, range=whole(text))
    yield from _list("Hints", [hint["label"] for hint in hints])
    place = position_of(text, offset)
    offered = editor.of_document("textDocument/completion", uri, position=place) or {"items": []}
    yield from _list("Offered", [item["label"] for item in offered["items"]])


def _finding(item: dict[str, Any]) -> str:
    start = item["range"]["start"]
    place = f"{start['line'] + 1}:{start['character'] + 1}"
    return f"{place} {SEVERITIES[item['severity']]} {item['code']}: {item['message']}"


def _fixes(editor: EditorClient, uri: str, text: str) -> list[str]:
    context = {"diagnostics": [], "only": ["quickfix"]}
    found = editor.of_document("textDocument/codeAction", uri, range=whole(text), context=context)
    return [fix["title"] + (" (preferred)" if fix["isPreferred"] else "") for fix in found]


def _indexed(editor: EditorClient, uri: str) -> Iterator[str]:
    asked = editor.told("window/showMessageRequest")
    question = asked["message"].split(" ", 1)[1]
    editor.command("cortex.reindex", uri)
    yield from _list("Asked", [f"… {question} [{asked['actions'][0]['title']}]"])
    yield "The question is put aside for now; a click on the lens builds the index.\n"


def _compiled(editor: EditorClient, uri: str) -> Iterator[str]:
    editor.command("cortex.compilePlan", uri)
    shown = editor.told("window/showDocument")["uri"]
    text = editor.result("workspace/textDocumentContent", {"uri": shown})["text"]
    yield f"## {len(STEPS) + 1}. Compile plan\n\nOpened beside it: `{Path(shown).name}`\n"
    yield f"```json\n{json.dumps(json.loads(text), indent=2, ensure_ascii=False)}\n```\n"


def _list(title: str, lines: list[str]) -> Iterator[str]:
    if lines:
        more = [f"… and {len(lines) - MOST_ITEMS} more"] if len(lines) > MOST_ITEMS else []
        yield f"{title}:\n\n" + "".join(f"- {line}\n" for line in [*lines[:MOST_ITEMS], *more])


def main() -> None:
    """Write the page."""
    with tempfile.TemporaryDirectory() as folder:
        PAGE.write_text(recorded(Path(folder).resolve()), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
