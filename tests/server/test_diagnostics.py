"""Findings in the editor: pushed with the version, or pulled with a result id."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from planner.cli.cortex_command import GOOD_TEXT
from server.language_client import PULLS, RawClient

from cortex_server.lsp.uris import uri_of

NAME = "fix-login.plan-request.json"
BROKEN = GOOD_TEXT.replace('"intent"', '"intend"')


def codes(report: dict[str, Any]) -> list[str]:
    return [item["code"] for item in report.get("items", report.get("diagnostics", []))]


def test_opening_a_broken_request_publishes_its_findings_with_the_version(
    client: RawClient, tmp_path: Path
) -> None:
    client.initialize(tmp_path)
    uri = client.open(tmp_path / NAME, BROKEN, version=7)
    assert codes(client.published(uri, 7)) == ["field-missing", "field-unknown"]


def test_mending_it_publishes_that_nothing_is_left_and_closing_takes_all_away(
    client: RawClient, tmp_path: Path
) -> None:
    client.initialize(tmp_path)
    uri = client.open(tmp_path / NAME, BROKEN)
    client.published(uri, 1)
    client.change(uri, 2, {"text": GOOD_TEXT})
    assert client.published(uri, 2)["diagnostics"] == []
    client.change(uri, 3, {"text": "{"})
    assert codes(client.published(uri, 3)) == ["json-syntax"]
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert client.published(uri)["diagnostics"] == []


def test_a_diagnostic_says_what_where_and_where_to_read_more(client: RawClient, tmp_path: Path) -> None:
    client.initialize(tmp_path)
    uri = client.open(tmp_path / NAME, BROKEN)
    unknown = client.published(uri, 1)["diagnostics"][1]
    assert unknown["range"] == {"start": {"line": 3, "character": 2}, "end": {"line": 3, "character": 10}}
    assert (unknown["severity"], unknown["source"]) == (1, "cortex")
    assert unknown["codeDescription"]["href"].endswith("/field-unknown.md")
    assert unknown["data"]["field"] == "intend"


def test_pulling_gives_a_result_id_and_unchanged_when_nothing_changed(
    client: RawClient, tmp_path: Path
) -> None:
    client.initialize(tmp_path, PULLS)
    uri = client.open(tmp_path / NAME, BROKEN)
    first = client.pull(uri)
    assert codes(first) == ["field-missing", "field-unknown"]
    assert client.pull(uri, first["resultId"]) == {"kind": "unchanged", "resultId": first["resultId"]}
    client.change(uri, 2, {"text": GOOD_TEXT})
    second = client.pull(uri, first["resultId"])
    assert (second["kind"], second["items"]) == ("full", [])


def test_a_document_that_is_not_open_or_none_of_ours_has_nothing_to_report(
    client: RawClient, tmp_path: Path
) -> None:
    client.initialize(tmp_path, PULLS)
    assert client.pull(uri_of(tmp_path / NAME))["items"] == []
    assert client.pull(client.open(tmp_path / "package.json", "{"))["items"] == []


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 16), ("utf-16", 14), ("utf-32", 13)])
def test_columns_are_in_the_units_that_were_agreed(
    client: RawClient, tmp_path: Path, encoding: str, column: int
) -> None:
    client.initialize(tmp_path, {**PULLS, "general": {"positionEncodings": [encoding]}})
    uri = client.open(tmp_path / NAME, '{"run_id":"🎉",}')
    comma = next(item for item in client.pull(uri)["items"] if item["code"] == "json-trailing-comma")
    assert comma["range"]["start"] == {"line": 0, "character": column + 1 - 1}


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 8), ("utf-16", 4), ("utf-32", 3)])
def test_an_edit_after_an_emoji_and_a_line_separator_lands_where_it_was_meant(
    client: RawClient, tmp_path: Path, encoding: str, column: int
) -> None:
    client.initialize(tmp_path, {**PULLS, "general": {"positionEncodings": [encoding]}})
    uri = client.open(tmp_path / NAME, '"🎉\u2028x')
    end = {"line": 0, "character": column}
    client.change(uri, 2, {"range": {"start": end, "end": {"line": 0, "character": column + 1}}, "text": '"'})
    assert codes(client.pull(uri)) == ["field-type"]


def test_an_untitled_buffer_is_judged_by_its_language(client: RawClient, tmp_path: Path) -> None:
    client.initialize(tmp_path, PULLS)
    uri = "untitled:Untitled-1"
    item = {"uri": uri, "languageId": "cortex-plan-request", "version": 1, "text": "{}"}
    client.notify("textDocument/didOpen", {"textDocument": item})
    assert "field-missing" in codes(client.pull(uri))


def test_findings_of_the_governing_configuration_are_published_and_taken_away(
    client: RawClient, tmp_path: Path
) -> None:
    config = tmp_path / "cortex.toml"
    config.write_text("[policy]\nmax_step = 1\n")
    client.initialize(tmp_path)
    client.open(tmp_path / NAME, GOOD_TEXT)
    [item] = client.published(uri_of(config))["diagnostics"]
    assert item["code"] == "config-unknown-key"
    assert item["range"] == {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 8}}
    config.write_text("[policy]\nmax_steps = 100\n")
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri_of(config)}})
    assert client.published(uri_of(config))["diagnostics"] == []


def test_a_changed_configuration_changes_the_kind_of_a_document(client: RawClient, tmp_path: Path) -> None:
    client.initialize(tmp_path, PULLS)
    uri = client.open(tmp_path / "login.json", "{}")
    assert client.pull(uri)["items"] == []
    (tmp_path / "cortex.toml").write_text('[documents]\n"*.json" = "plan-request"\n')
    watched = {"changes": [{"uri": uri_of(tmp_path / "cortex.toml"), "type": 1}]}
    client.notify("workspace/didChangeWatchedFiles", watched)
    assert "field-missing" in codes(client.pull(uri))


def test_no_text_keeps_the_server_from_answering(client: RawClient, tmp_path: Path) -> None:
    client.initialize(tmp_path, PULLS)
    for number, text in enumerate(["", "\0", "[" * 100_000, "9" * 5000, '"\ud800"', "\ufeff{}", "nul"]):
        uri = client.open(tmp_path / f"{number}.plan-request.json", text)
        assert client.pull(uri)["items"], repr(text[:20])
