"""An editor: a raw client that answers what the server asks, and asks in the words of the protocol."""

from __future__ import annotations

import json
import queue
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from server.language_client import PATIENCE_SECONDS, RawClient

from cortex_server.lsp.uris import uri_of

Message = dict[str, Any]
CANCELLED = -32800


class EditorClient(RawClient):
    """Keeps everything that the server sent in `seen`; `answers` are its answers to requests, by method."""

    seen: list[Message]
    answers: dict[str, Callable[[Any], Any]]

    @classmethod
    def of(cls, client: RawClient) -> EditorClient:
        """Return a raw client as an editor; it must not have been used yet."""
        client.__class__ = cls
        assert isinstance(client, cls)
        client.seen = []
        client.answers = {
            "window/showDocument": lambda _params: {"success": True},
            "workspace/configuration": lambda _params: [None],
        }
        return client

    def forget(self) -> None:
        """Drop what was kept: what came before is no concern of the next test."""
        self._kept.clear()

    def wait(self, wanted: Callable[[Message], bool]) -> Message:
        """Return the next message that is `wanted`; others are kept, requests are answered."""
        for message in self._kept:
            if wanted(message):
                self._kept.remove(message)
                return message
        while True:
            message = self._next(PATIENCE_SECONDS)
            if wanted(message):
                return message
            self._kept.append(message)

    def told(self, method: str) -> Message:
        """Return the parameters of the next notification or request of this method."""
        params: Message = self.wait(lambda message: message.get("method") == method).get("params") or {}
        return params

    def progress(self, kind: str) -> Message:
        """Return the next piece of progress of this kind (`begin`, `report`, `end`)."""
        found = self.wait(
            lambda message: (
                message.get("method") == "$/progress" and message["params"]["value"]["kind"] == kind
            )
        )
        params: Message = found["params"]
        return params

    def sent(self, method: str) -> list[Message]:
        """Return the parameters of everything of this method that the server has sent so far."""
        return [message.get("params") or {} for message in self.seen if message.get("method") == method]

    def until(self, happened: Callable[[], bool]) -> None:
        """Go on reading until something has happened."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not happened():
            assert time.monotonic() < deadline, "it never happened"
            try:
                self._kept.append(self._next(0.02))
            except queue.Empty:
                continue

    def rest(self, seconds: float) -> None:
        """Read what comes within a while."""
        deadline = time.monotonic() + seconds
        self.until(lambda: time.monotonic() >= deadline)

    def result(self, method: str, params: Any) -> Any:
        """Return the result of a request, which must not fail."""
        reply = self.ask(method, params)
        assert "error" not in reply, reply
        return reply["result"]

    def of_document(self, method: str, uri: str, **more: Any) -> Any:
        """Return the result of a request about a document."""
        return self.result(method, {"textDocument": {"uri": uri}, **more})

    def edits_of(self, action: Message) -> dict[str, list[Message]]:
        """Return the edits of an action by URI, resolved where the client is expected to."""
        resolved = action if "edit" in action else self.result("codeAction/resolve", action)
        edit = resolved["edit"]
        files = [each for each in edit.get("documentChanges", []) if "textDocument" in each]
        return edit.get("changes") or {each["textDocument"]["uri"]: each["edits"] for each in files}

    def command(self, name: str, *arguments: Any) -> Any:
        """Return the result of a command."""
        return self.result("workspace/executeCommand", {"command": name, "arguments": list(arguments)})

    def write(self, path: Path, text: str) -> str:
        """Write a file and open it, as an editor does with a new document; return its URI."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
        return self.open(path, text)

    def use(self, section: Message) -> None:
        """Change the settings, once, with a document open; return when the server has taken them over."""
        self.told("workspace/configuration")
        self.forget()
        self.answers["workspace/configuration"] = lambda _params: [section]
        self.notify("workspace/didChangeConfiguration", {"settings": None})
        self.told("workspace/diagnostic/refresh")

    def close(self, uri: str) -> None:
        """Close a document."""
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def saved(self, path: Path) -> None:
        """Say that a document was saved."""
        self.notify("textDocument/didSave", {"textDocument": {"uri": uri_of(path)}})

    def watched(self, *paths: Path, kind: int = 2) -> None:
        """Say that files have changed on disk."""
        changes = [{"uri": uri_of(path), "type": kind} for path in paths]
        self.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    def _next(self, seconds: float) -> Message:
        message = self._messages.get(timeout=seconds)
        self.seen.append(message)
        if "id" in message and "method" in message:
            answer = self.answers.get(message["method"])
            result = answer(message.get("params")) if answer is not None else None
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": result})
        return message


def request_text(**changes: Any) -> str:
    """Return the text of a good request; `inputs` and the like replace its own."""
    request = {
        "run_id": "run-1",
        "request_id": "fix-login",
        "intent": "repair",
        "inputs": {
            "symbols": ["@DOC/docs/guide.md#install"],
            "files": ["src/app.py"],
            "notes": ["Mind \N{PARTY POPPER} and \N{LINE SEPARATOR}."],
        },
        "budgets": {"max_steps": 20},
    }
    return json.dumps({**request, **changes}, indent=2, ensure_ascii=False) + "\n"


def position_of(text: str, offset: int, encoding: str = "utf-16") -> dict[str, int]:
    """Return the LSP position of an offset, computed the slow and plain way."""
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return {"line": len(before) - 1, "character": width(before[-1], encoding)}


def range_of(text: str, part: str, encoding: str = "utf-16") -> dict[str, Any]:
    """Return the LSP range of the first occurrence of `part`."""
    start = text.index(part)
    return {
        "start": position_of(text, start, encoding),
        "end": position_of(text, start + len(part), encoding),
    }


def whole(text: str, encoding: str = "utf-16") -> dict[str, Any]:
    """Return the range of a whole text."""
    return {"start": {"line": 0, "character": 0}, "end": position_of(text, len(text), encoding)}


def width(text: str, encoding: str) -> int:
    """Return how many units of an encoding a text takes."""
    units = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    name = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding]
    return len(text.encode(name)) // units


def edited(text: str, edits: list[Message], encoding: str = "utf-16") -> str:
    """Return a text after LSP edits, made from the last to the first."""
    for edit in sorted(edits, key=lambda each: _key(each["range"]["start"]), reverse=True):
        start = offset_of(text, edit["range"]["start"], encoding)
        end = offset_of(text, edit["range"]["end"], encoding)
        text = text[:start] + edit["newText"] + text[end:]
    return text


def offset_of(text: str, position: Message, encoding: str = "utf-16") -> int:
    """Return the offset of an LSP position in a text with LF line ends."""
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[: position["line"]])
    line = lines[position["line"]]
    column = next(
        place for place in range(len(line) + 1) if width(line[:place], encoding) == position["character"]
    )
    return start + column


def _key(position: Message) -> tuple[int, int]:
    return position["line"], position["character"]
