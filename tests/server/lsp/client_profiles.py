"""What four kinds of client say that they can do, reduced to what the server looks at."""

from __future__ import annotations

from typing import Any

MINIMAL: dict[str, Any] = {}

EGLOT: dict[str, Any] = {
    "workspace": {
        "applyEdit": True,
        "workspaceEdit": {"documentChanges": True},
        "executeCommand": {"dynamicRegistration": False},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "configuration": True,
        "workspaceFolders": True,
    },
    "textDocument": {
        "synchronization": {"didSave": True},
        "completion": {"completionItem": {"snippetSupport": False}, "contextSupport": True},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "definition": {"linkSupport": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source"]}}},
        "documentHighlight": {"dynamicRegistration": False},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "publishDiagnostics": {"relatedInformation": False},
    },
    "window": {"workDoneProgress": True},
}

NEOVIM: dict[str, Any] = {
    "workspace": {
        "applyEdit": True,
        "workspaceEdit": {"resourceOperations": ["rename", "create", "delete"]},
        "configuration": True,
        "workspaceFolders": True,
    },
    "textDocument": {
        "synchronization": {"didSave": True},
        "completion": {"completionItem": {"snippetSupport": False}},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "definition": {"linkSupport": True},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix", "source"]}},
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
        },
        "documentHighlight": {"dynamicRegistration": False},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "publishDiagnostics": {"relatedInformation": True},
    },
    "window": {"workDoneProgress": True, "showMessage": {"messageActionItem": {}}},
}

VSCODE: dict[str, Any] = {
    "workspace": {
        "applyEdit": True,
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename", "delete"]},
        "semanticTokens": {"refreshSupport": True},
        "configuration": True,
        "didChangeConfiguration": {"dynamicRegistration": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True, "relativePatternSupport": True},
        "workspaceFolders": True,
        "codeLens": {"refreshSupport": True},
        "inlayHint": {"refreshSupport": True},
        "diagnostics": {"refreshSupport": True},
        "textDocumentContent": {"dynamicRegistration": True},
    },
    "textDocument": {
        "synchronization": {"didSave": True, "dynamicRegistration": True},
        "diagnostic": {"dynamicRegistration": True, "relatedDocumentSupport": False},
        "completion": {
            "contextSupport": True,
            "completionItem": {
                "snippetSupport": True,
                "insertReplaceSupport": True,
                "resolveSupport": {"properties": ["documentation"]},
            },
            "completionList": {"itemDefaults": ["editRange", "data"]},
        },
        "hover": {"contentFormat": ["markdown"]},
        "definition": {"linkSupport": True},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix", "source"]}},
            "isPreferredSupport": True,
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
        },
        "codeLens": {"dynamicRegistration": True},
        "inlayHint": {"dynamicRegistration": True, "resolveSupport": {"properties": ["tooltip"]}},
        "documentHighlight": {"dynamicRegistration": True},
        "documentLink": {"dynamicRegistration": True, "tooltipSupport": True},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "semanticTokens": {
            "requests": {"range": True, "full": {"delta": True}},
            "tokenTypes": [],
            "tokenModifiers": [],
            "formats": ["relative"],
        },
        "publishDiagnostics": {"relatedInformation": True, "versionSupport": True},
    },
    "window": {"workDoneProgress": True, "showDocument": {"support": True}, "showMessage": {}},
    "experimental": {"cortexPreview": True, "cortexCopyText": True},
}

PROFILES = {"vscode": VSCODE, "neovim": NEOVIM, "eglot": EGLOT, "minimal": MINIMAL}


def with_encoding(capabilities: dict[str, Any], encoding: str) -> dict[str, Any]:
    """Return a profile that counts columns in the units of `encoding`."""
    return {**capabilities, "general": {"positionEncodings": [encoding]}}
