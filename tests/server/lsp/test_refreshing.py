"""When the index, `cortex.toml` or the settings change, what was shown is shown anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from server.lsp.client_profiles import EGLOT, MINIMAL, VSCODE
from server.lsp.conftest import StartEditor
from server.lsp.editor_client import request_text, whole

from cortex_server.lsp.uris import uri_of

TEXT = request_text()
NAME = "a.plan-request.json"
POLICY = "[policy]\nmax_steps = 3\n"
REFRESHES = ("workspace/diagnostic/refresh", "workspace/codeLens/refresh", "workspace/inlayHint/refresh")


def codes(report: dict[str, Any]) -> list[str]:
    return [item["code"] for item in report.get("items", report.get("diagnostics", []))]


def test_opening_a_second_document_refreshes_nothing(start_editor: StartEditor, repository: Path) -> None:
    """Nothing in the world has changed by that."""
    editor = start_editor(repository, capabilities=VSCODE)
    first = editor.pull(uri := editor.open(repository / NAME, TEXT))
    editor.pull(editor.open(repository / "b.plan-request.json", TEXT))
    assert editor.pull(uri, first["resultId"])["kind"] == "unchanged"
    assert [method for method in REFRESHES if editor.sent(method)] == []


def test_a_changed_configuration_file_refreshes_all_that_is_pulled(
    start_editor: StartEditor, repository: Path
) -> None:
    editor = start_editor(repository, capabilities=VSCODE)
    uri = editor.open(repository / NAME, TEXT)
    first = editor.pull(uri)
    (repository / "cortex.toml").write_text(POLICY)
    editor.watched(repository / "cortex.toml")
    for method in REFRESHES:
        editor.told(method)
    again = editor.pull(uri, first["resultId"])
    assert (again["kind"], codes(again)) == ("full", ["policy-budget"])


def test_a_changed_configuration_file_is_pushed_to_a_client_that_does_not_pull(
    start_editor: StartEditor, repository: Path
) -> None:
    editor = start_editor(repository, capabilities=EGLOT)
    uri = editor.open(repository / NAME, TEXT)
    assert codes(editor.published(uri, 1)) == []
    (repository / "cortex.toml").write_text(POLICY)
    editor.watched(repository / "cortex.toml")
    assert codes(editor.published(uri, 1)) == ["policy-budget"]


def test_a_new_index_is_pushed_to_a_client_that_does_not_pull(
    start_editor: StartEditor, repository: Path
) -> None:
    editor = start_editor(repository, capabilities=MINIMAL)
    text = request_text(inputs={"files": ["new.md"]})
    uri = editor.open(repository / NAME, text)
    assert codes(editor.published(uri, 1)) == ["file-missing"]
    (repository / "new.md").write_text("# New\n")
    assert editor.command("cortex.reindex", uri) is True
    assert codes(editor.published(uri, 1)) == []


def test_settings_are_pulled_at_the_start_and_when_they_change(
    start_editor: StartEditor, repository: Path
) -> None:
    editor = start_editor(repository, capabilities=VSCODE)
    uri = editor.open(repository / NAME, request_text(intent="other"))
    before = editor.pull(uri)
    assert codes(before) == ["intent-undeclared"]
    editor.use({"rules": {"intent-undeclared": "off"}})
    again = editor.pull(uri, before["resultId"])
    assert (again["kind"], codes(again)) == ("full", [])
    assert editor.sent("workspace/configuration") == [{"items": [{"section": "cortex"}]}] * 2


def test_lenses_and_hints_can_be_switched_off_and_compiling_brings_them_back(
    start_editor: StartEditor, repository: Path
) -> None:
    editor = start_editor(repository, capabilities=VSCODE)
    uri = editor.open(repository / NAME, TEXT)
    editor.use({"preview": {"codeLens": False, "inlayHints": False}})
    assert editor.of_document("textDocument/codeLens", uri) == []
    assert editor.of_document("textDocument/inlayHint", uri, range=whole(TEXT)) == []
    editor.command("cortex.compilePlan", uri)
    assert editor.of_document("textDocument/codeLens", uri)
    assert editor.of_document("textDocument/inlayHint", uri, range=whole(TEXT))


def test_the_kind_of_a_document_follows_the_settings(start_editor: StartEditor, repository: Path) -> None:
    editor = start_editor(repository, capabilities=VSCODE)
    uri = editor.open(repository / NAME, "{}")
    assert "field-missing" in codes(editor.pull(uri))
    editor.use({"documents": {"*.plan-request.json": "off"}})
    assert codes(editor.pull(uri)) == []


def test_settings_that_are_sent_are_used_where_none_can_be_pulled(
    start_editor: StartEditor, repository: Path
) -> None:
    editor = start_editor(repository, capabilities=MINIMAL)
    uri = editor.open(repository / NAME, request_text(intent="other"))
    assert codes(editor.published(uri, 1)) == ["intent-undeclared"]
    settings = {"cortex": {"rules": {"intent-undeclared": "off"}}}
    editor.notify("workspace/didChangeConfiguration", {"settings": settings})
    assert codes(editor.published(uri, 1)) == []


def test_a_nearer_configuration_file_takes_a_document_over(
    start_editor: StartEditor, repository: Path
) -> None:
    """Another root is another world, also where each has changed as often as the other."""
    editor = start_editor(repository, capabilities=VSCODE)
    (repository / "team").mkdir()
    uri = editor.open(repository / "team" / NAME, request_text(inputs={"notes": ["x"]}))
    first = editor.pull(uri)
    assert codes(first) == []
    (repository / "team/cortex.toml").write_text('[policy]\nallowed_intents = ["other"]\n')
    editor.watched(repository / "team/cortex.toml", kind=1)
    editor.told("workspace/diagnostic/refresh")
    assert codes(editor.pull(uri, first["resultId"])) == ["policy-intent"]


def test_a_nearer_configuration_file_is_pushed_too_when_it_is_saved(
    start_editor: StartEditor, repository: Path
) -> None:
    editor = start_editor(repository, capabilities=MINIMAL)
    (repository / "team").mkdir()
    uri = editor.open(repository / "team" / NAME, request_text(inputs={"notes": ["x"]}))
    assert codes(editor.published(uri, 1)) == []
    (repository / "team/cortex.toml").write_text('[policy]\nallowed_intents = ["other"]\n')
    editor.saved(repository / "team/cortex.toml")
    assert codes(editor.published(uri, 1)) == ["policy-intent"]


def test_a_folder_that_joins_the_window_governs_its_documents(
    start_editor: StartEditor, tmp_path: Path, repository: Path
) -> None:
    """Without a `cortex.toml` a document's root is the folder of the window that it lies in."""
    (repository / "cortex.toml").unlink()
    (repository / "team").mkdir()
    editor = start_editor(tmp_path / "elsewhere", capabilities=VSCODE)
    uri = editor.open(repository / "team" / NAME, request_text(inputs={"files": ["src/app.py"]}))
    assert editor.pull(uri)["items"] == []
    folder = {"uri": uri_of(repository), "name": "repository"}
    editor.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [folder], "removed": []}})
    editor.told("workspace/diagnostic/refresh")
    roots = editor.command("cortex.printDebugInformation")["roots"]
    assert str(repository) in [root["path"] for root in roots]


def test_a_glob_of_the_configuration_is_told_to_the_client(
    start_editor: StartEditor, repository: Path
) -> None:
    """The editor's own patterns do not know it; told again only when it is another."""
    (repository / "cortex.toml").write_text('[documents]\n"plans/*.json" = "plan-request"\n')
    editor = start_editor(repository, capabilities=VSCODE)
    editor.open(repository / NAME, TEXT)
    expected = {"glob": f"{repository.as_posix()}/plans/*.json", "languageId": "cortex-plan-request"}
    table: Any = editor.told("cortex/documents")
    assert table == [expected]
