"""The server as a client library sees it, over standard input and output."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_lsp
from lsprotocol import types
from planner.cli.cortex_command import GOOD_TEXT
from pytest_lsp import ClientServerConfig, LanguageClient
from server.language_client import COMMAND

from cortex_server.lsp.uris import uri_of


@pytest_lsp.fixture(config=ClientServerConfig(server_command=COMMAND))  # type: ignore[untyped-decorator]
async def editor(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    capabilities = pytest_lsp.client_capabilities("neovim")
    params = types.InitializeParams(capabilities=capabilities, root_uri=uri_of(tmp_path))
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


async def test_an_editor_opens_mends_and_closes_a_request(editor: LanguageClient, tmp_path: Path) -> None:
    """What a person sees from the first mistake to the last: findings, then none."""
    uri = uri_of(tmp_path / "fix-login.plan-request.json")
    item = types.TextDocumentItem(
        uri=uri, language_id="json", version=1, text=GOOD_TEXT.replace(",", ",,", 1)
    )
    editor.text_document_did_open(types.DidOpenTextDocumentParams(item))
    assert "json-syntax" in await _codes(editor, uri)
    position = types.Position(1, len('  "run_id": "run-42",'))
    extra = types.Range(position, types.Position(1, position.character + 1))
    change = types.TextDocumentContentChangePartial(range=extra, text="")
    version = types.VersionedTextDocumentIdentifier(version=2, uri=uri)
    editor.text_document_did_change(types.DidChangeTextDocumentParams(version, [change]))
    assert await _codes(editor, uri) == []


async def _codes(editor: LanguageClient, uri: str) -> list[object]:
    params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
    report = await editor.text_document_diagnostic_async(params)
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    return [item.code for item in report.items]
