"""The pages about the server say what the server does."""

from __future__ import annotations

import json
import re
from pathlib import Path

from server.lsp import feature_page, record_session
from server.lsp.editor_client import EditorClient

from cortex_server.ide.legend import MODIFIERS, TYPES
from cortex_server.lsp.features import features
from cortex_server.lsp.server import CortexServer, create_server

TESTS = Path(__file__).parents[1]


def test_the_page_of_features_is_current() -> None:
    """If not: PYTHONPATH=tests python tests/server/lsp/feature_page.py."""
    assert feature_page.PAGE.read_text(encoding="utf-8") == feature_page.page()


def test_every_feature_has_a_proof_and_every_proof_a_feature() -> None:
    assert {feature.name for feature in features(create_server())} == set(feature_page.PROOFS)


def test_every_message_that_the_code_sends_is_on_the_page_and_no_other() -> None:
    assert feature_page.sent_by_the_code() == {feature.name for feature in feature_page.SENT}


def test_messages_are_sent_in_ways_that_the_page_knows() -> None:
    """By a method of pygls's, or with `send_plain` and a name; nothing else puts a message together."""
    other = re.compile(
        r"\.(?:notify|send_request|_send_data)\w*\(|send_plain\([^A-Z]|getattr\((?:ls|self\._server)\b"
    )
    files = [file for file in (feature_page.SERVER / "lsp").rglob("*.py") if file.name != "protocol.py"]
    assert all(hasattr(CortexServer, name) for name in feature_page.SENDERS)
    assert [file.name for file in files if other.search(file.read_text(encoding="utf-8"))] == []


def test_every_test_that_is_named_exists() -> None:
    proofs = {*feature_page.PROOFS.values(), *feature_page.SENT.values()}
    for file, _, name in (proof.partition("::") for proof in proofs):
        assert re.search(
            rf"^(async )?def {name}\(", (TESTS / file).read_text(encoding="utf-8"), re.MULTILINE
        ), name


def test_every_capability_that_is_advertised_is_in_the_page(vscode: EditorClient) -> None:
    """`hoverProvider` is `textDocument/hover`, and so on."""
    reply = next(message for message in vscode.seen if "capabilities" in (message.get("result") or {}))
    providers = [
        name for name, value in reply["result"]["capabilities"].items() if value and "Provider" in name
    ]
    methods = "\n".join(feature_page.PROOFS).lower()
    missing = [name for name in providers if _word(name) not in methods]
    assert missing == []


def test_the_extension_has_a_colour_for_every_word_of_the_legend() -> None:
    """The words are public: themes and users' settings name them."""
    manifest = json.loads((TESTS.parents[1] / "vscode-client/package.json").read_text(encoding="utf-8"))
    contributed = manifest["contributes"]
    assert [each["id"] for each in contributed["semanticTokenTypes"]] == list(TYPES)
    assert [each["id"] for each in contributed["semanticTokenModifiers"]] == list(MODIFIERS)


def test_the_recording_is_current(tmp_path: Path) -> None:
    """If not: PYTHONPATH=tests python tests/server/lsp/record_session.py."""
    assert record_session.PAGE.read_text(encoding="utf-8") == record_session.recorded(tmp_path)


def _word(provider: str) -> str:
    names = {"documentFormattingProvider": "formatting", "documentRangeFormattingProvider": "rangeformatting"}
    names["workspaceSymbolProvider"] = "workspace/symbol"
    return names.get(provider, provider.removesuffix("Provider").lower())
