"""Completion items as LSP wants them: plain dicts, one shared edit range where the client takes it.

There is never a `filterText`: Neovim 0.7 ignores the range of items that have one and doubles the `@`.
"""

from __future__ import annotations

import re
from typing import Any

from cortex_planner.text.lines import Encoding
from cortex_server.ide.items import Completions, Item, ItemKind
from cortex_server.lsp.client import Client
from cortex_server.lsp.store import OpenDocument
from cortex_server.lsp.to_lsp import range_of, text_edits

_KINDS = {
    ItemKind.SYMBOL: 18,
    ItemKind.FILE: 17,
    ItemKind.FOLDER: 19,
    ItemKind.KEY: 10,
    ItemKind.INTENT: 23,
    ItemKind.VALUE: 12,
}
_SNIPPET = 2
_TAB_STOP = re.compile(r"\$\{?\d")
_ASK_AGAIN = {"title": "Complete", "command": "editor.action.triggerSuggest"}


def completion_list(
    found: Completions, document: OpenDocument, encoding: Encoding, client: Client
) -> dict[str, Any]:
    """Return the completion list."""
    insert = range_of(found.insert, document.lines, encoding)
    replace = range_of(found.replace, document.lines, encoding) if client.takes_insert_replace else None
    shared = client.takes_default_edit_range
    items = [_item(item, place, document, client) for place, item in enumerate(found.items)]
    result: dict[str, Any] = {"isIncomplete": found.incomplete, "items": items}
    if found.besides:
        besides = text_edits(found.besides, document.lines, encoding)
        for item in items:
            item["additionalTextEdits"] = besides
    if shared:
        result["itemDefaults"] = {"editRange": {"insert": insert, "replace": replace} if replace else insert}
        return result
    for item in items:
        text = item.pop("textEditText")
        item["textEdit"] = (
            {"newText": text, "insert": insert, "replace": replace}
            if replace
            else {"newText": text, "range": insert}
        )
    return result


def _item(item: Item, place: int, document: OpenDocument, client: Client) -> dict[str, Any]:
    text = item.text
    is_snippet = item.kind is ItemKind.KEY and _TAB_STOP.search(text) is not None
    if is_snippet and not client.takes_snippets:
        text, is_snippet = item.plain if item.plain is not None else item.label, False
    made: dict[str, Any] = {
        "label": item.label,
        "kind": _KINDS[item.kind],
        "sortText": f"{place:04d}",
        "textEditText": text,
    }
    if item.detail:
        made["detail"] = item.detail
    if is_snippet:
        made["insertTextFormat"] = _SNIPPET
    if item.again and client.experimental(
        "cortexCopyText"
    ):  # our extension: another editor lacks the command
        made["command"] = _ASK_AGAIN
    if item.kind is ItemKind.SYMBOL:
        made["data"] = {"uri": document.uri, "symbol": item.label}
    return made
