"""A long session of a restless user: edits, requests, changes of mind."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from server.language_client import ServerProcess
from server.lsp.client_profiles import VSCODE
from server.lsp.conftest import begun, ended
from server.lsp.editor_client import EditorClient, position_of, request_text, whole

ACTS = 2_000
DOCUMENTS = 3
TEXT = request_text()
PIECES = [
    '"',
    "@",
    "{",
    "}",
    ",",
    ":",
    "\n",
    "\r\n",
    "@DOC/",
    "\N{PARTY POPPER}",
    "\N{LINE SEPARATOR}",
    "20",
    TEXT,
]
CANCELLED = -32800
CONTENT_MODIFIED = -32801
SERVER_CANCELLED = -32802
REFUSED = {CANCELLED, CONTENT_MODIFIED, SERVER_CANCELLED}
MOST_GROWTH_KILOBYTES = 10_000


class Restless:
    """Types and asks at random, and remembers what was asked."""

    def __init__(self, editor: EditorClient, folder: Path, seed: int) -> None:
        self.editor = editor
        self.random = random.Random(seed)
        self.texts = {editor.open(folder / f"{n}.plan-request.json", TEXT): TEXT for n in range(DOCUMENTS)}
        self.versions = dict.fromkeys(self.texts, 1)
        self.asked: list[str] = []

    def act(self) -> None:
        """Do one thing."""
        uri = self.random.choice(list(self.texts))
        self.random.choices([self.edit, self.ask], [3, 2])[0](uri)

    def edit(self, uri: str) -> None:
        """Replace a short piece by another; now and then start over."""
        text = self.texts[uri]
        start = self.random.randint(0, len(text))
        end = min(len(text), start + self.random.choice([0, 0, 1, 5]))
        piece = self.random.choice(PIECES)
        if piece == TEXT or len(text) > 5_000:
            start, end, piece = 0, len(text), TEXT
        area = {"start": position_of(text, start), "end": position_of(text, end)}
        if "\r" in text or "\r" in piece:
            change: dict[str, Any] = {"text": text[:start] + piece + text[end:]}
        else:
            change = {"range": area, "text": piece}
        self.texts[uri] = text[:start] + piece + text[end:]
        self.versions[uri] += 1
        self.editor.change(uri, self.versions[uri], change)

    def ask(self, uri: str) -> None:
        """Ask something, and now and then think better of it."""
        name = f"q{len(self.asked)}"
        method, params = self.random.choice(questions(uri, self.texts[uri], self.random))
        self.asked.append(name)
        self.editor.send({"jsonrpc": "2.0", "id": name, "method": method, "params": params})
        if self.random.random() < 0.2:
            self.editor.notify("$/cancelRequest", {"id": name})

    def replies(self) -> list[dict[str, Any]]:
        """Return the replies that have come to what was asked."""
        return [message for message in self.editor.seen if str(message.get("id", "")).startswith("q")]


def questions(uri: str, text: str, chance: random.Random) -> list[tuple[str, dict[str, Any]]]:
    document = {"textDocument": {"uri": uri}}
    place = {**document, "position": position_of(text, chance.randint(0, len(text)))}
    area = {**document, "range": whole(text)}
    return [
        ("textDocument/completion", place),
        ("textDocument/hover", place),
        ("textDocument/definition", place),
        ("textDocument/codeLens", document),
        ("textDocument/inlayHint", area),
        ("textDocument/diagnostic", document),
        ("textDocument/codeAction", {**area, "context": {"diagnostics": []}}),
        ("textDocument/documentHighlight", place),
        ("textDocument/documentLink", document),
        ("textDocument/documentSymbol", document),
        ("textDocument/foldingRange", document),
        ("textDocument/selectionRange", {**document, "positions": [place["position"]]}),
        ("textDocument/semanticTokens/full", document),
        ("textDocument/semanticTokens/range", area),
        ("codeLens/resolve", {"range": whole(""), "data": {"uri": uri}}),
        ("cortex/preview", {"uri": uri}),
        ("workspace/executeCommand", {"command": "cortex.compilePlan", "arguments": [uri]}),
    ]


def test_every_request_is_answered_once_nothing_fails_and_memory_is_flat(
    repository: Path, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    server = ServerProcess("--log-file", str(log))
    editor = begun(server, repository, capabilities=VSCODE)
    user = Restless(editor, repository, seed=7)
    settled = 0
    for number in range(ACTS):
        user.act()
        if number == ACTS // 2:
            settled = memory_kilobytes(user, server)
    grown = memory_kilobytes(user, server) - settled
    replies = user.replies()
    assert sorted(message["id"] for message in replies) == sorted(user.asked)
    assert {message["error"]["code"] for message in replies if "error" in message} <= REFUSED
    assert "ERROR" not in log.read_text(encoding="utf-8")
    assert grown < MOST_GROWTH_KILOBYTES
    ended(server)


def memory_kilobytes(user: Restless, server: ServerProcess) -> int:
    """Return what the server holds in memory once it has answered everything."""
    user.editor.until(lambda: len(user.replies()) >= len(user.asked))
    user.editor.command("cortex.printDebugInformation")
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))
