"""The index from none to current: asked for once, built with progress, kept, shared."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from planner.cli.cortex_command import write_files
from server.lsp.client_profiles import EGLOT, NEOVIM, VSCODE
from server.lsp.conftest import StartEditor
from server.lsp.editor_client import EditorClient, request_text

from cortex_planner.substrate import SectionIndexer
from cortex_server.lsp.uris import uri_of

TEXT = request_text()
NAME = "a.plan-request.json"
ASK = "window/showMessageRequest"
GUIDE = "# Guide\n\n## Install\n\nRun it again.\n"


def yes(_params: object) -> dict[str, str]:
    return {"title": "Build index"}


def generation(editor: EditorClient, root: Path) -> int | None:
    """Return which generation of a root's index the server answers from."""
    roots = editor.command("cortex.printDebugInformation")["roots"]
    found: int | None = next(each["index"] for each in roots if each["path"] == str(root))
    return found


def lens_titles(editor: EditorClient, uri: str) -> list[str]:
    lenses = editor.of_document("textDocument/codeLens", uri)
    return [lens["command"]["title"] for lens in lenses if "command" in lens]


def eventually(editor: EditorClient, root: Path, wanted: int) -> None:
    editor.until(lambda: generation(editor, root) == wanted)


def test_without_an_index_there_is_one_question_one_lens_and_no_diagnostic(
    start_editor: StartEditor, bare: Path
) -> None:
    editor = start_editor(bare, capabilities=VSCODE)
    uris = [editor.open(bare / name, TEXT) for name in (NAME, "b.plan-request.json")]
    asked = editor.told(ASK)
    assert [action["title"] for action in asked["actions"]] == ["Build index"]
    assert [editor.pull(uri)["items"] for uri in uris] == [[], []]
    assert lens_titles(editor, uris[0])[1:] == ["no index · Build index"]
    editor.change(uris[0], 2, {"text": TEXT + " "})
    editor.pull(uris[0])
    assert len(editor.sent(ASK)) == 1
    assert not (bare / "CORTEX").exists()


def test_a_document_that_comes_to_name_a_symbol_is_asked_about_then(
    start_editor: StartEditor, bare: Path
) -> None:
    """An empty file needs no index; the question comes with the first name."""
    editor = start_editor(bare, capabilities=VSCODE)
    uri = editor.open(bare / NAME, "{}")
    editor.pull(uri)
    assert editor.sent(ASK) == []
    editor.change(uri, 2, {"text": TEXT})
    editor.pull(uri)
    editor.told(ASK)


def test_a_client_that_does_not_pull_is_asked_then_too(start_editor: StartEditor, bare: Path) -> None:
    editor = start_editor(bare, capabilities=EGLOT)
    uri = editor.open(bare / NAME, "{}")
    editor.published(uri, 1)
    assert editor.sent(ASK) == []
    editor.change(uri, 2, {"text": TEXT})
    editor.told(ASK)


def test_a_yes_builds_the_index_with_progress_and_then_there_is_a_plan(
    start_editor: StartEditor, bare: Path
) -> None:
    editor = start_editor(bare, capabilities=VSCODE)
    editor.answers[ASK] = yes
    uri = editor.open(bare / NAME, TEXT)
    begin = editor.progress("begin")["value"]
    assert (begin["title"], begin["cancellable"]) == (f"Indexing {bare.name}", True)
    assert editor.progress("report")["value"]["message"]
    editor.progress("end")
    editor.told("workspace/diagnostic/refresh")
    assert " · plan " in lens_titles(editor, uri)[0]


def test_a_no_leaves_everything_as_it_is_and_the_lens_can_build_it_later(
    start_editor: StartEditor, bare: Path
) -> None:
    editor = start_editor(bare, capabilities=VSCODE)
    uri = editor.open(bare / NAME, TEXT)
    editor.told(ASK)
    assert generation(editor, bare) is None
    assert editor.command("cortex.reindex", uri) is True
    assert generation(editor, bare) == 1


@pytest.mark.parametrize("markers", [[], [".git"], ["cortex.toml", "CORTEX/_generated/keep"]])
def test_a_whole_home_folder_is_never_indexed_and_that_is_said(
    start_editor: StartEditor, bare: Path, markers: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Be it a repository or not."""
    monkeypatch.setenv("HOME", str(bare))
    monkeypatch.setenv("USERPROFILE", str(bare))
    write_files(bare, dict.fromkeys(markers, ""))
    editor = start_editor(bare, capabilities=VSCODE)
    editor.answers[ASK] = yes
    uri = editor.open(bare / NAME, TEXT)
    assert editor.pull(uri)["items"] == []
    assert lens_titles(editor, uri)[-1].startswith("a whole home folder or disk is never indexed")
    for asked in (uri, uri_of(bare), None):
        assert editor.command("cortex.reindex", *[asked] if asked else []) is False
        assert "which is never indexed" in editor.told("window/showMessage")["message"]
    editor.command("cortex.compilePlan", uri)
    assert "Put a cortex.toml into the folder" in editor.told("window/showMessage")["message"]
    assert editor.sent(ASK) == []
    assert not list(bare.glob("CORTEX/_generated/*.db"))


def test_an_index_that_a_home_folder_has_all_the_same_is_used_and_left_alone(
    start_editor: StartEditor, bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(bare))
    monkeypatch.setenv("USERPROFILE", str(bare))
    SectionIndexer(bare).build()
    editor = start_editor(bare, capabilities=VSCODE)
    uri = editor.open(bare / NAME, TEXT)
    assert " · plan " in lens_titles(editor, uri)[0]
    write_files(bare, {"docs/guide.md": GUIDE})
    editor.watched(bare / "docs" / "guide.md")
    editor.rest(1)
    assert (generation(editor, bare), editor.sent("window/showMessage")) == (1, [])


def test_nobody_offers_to_index_the_whole_disk(start_editor: StartEditor, tmp_path: Path) -> None:
    editor = start_editor(Path(tmp_path.anchor), capabilities=VSCODE)
    uri = editor.open(tmp_path / NAME, TEXT)
    assert editor.pull(uri)["items"] == []
    assert "Build index" not in "".join(lens_titles(editor, uri))
    assert editor.sent(ASK) == []


@pytest.fixture
def big(bare: Path) -> Path:
    """Return a repository that takes a while to index."""
    functions = "".join(f"def f{number}():\n    return {number}\n\n\n" for number in range(300))
    write_files(bare, {f"src/m{number}.py": functions for number in range(60)})
    return bare


def cancel_first(editor: EditorClient) -> None:
    """Cancel the first work that the server begins."""
    token = editor.progress("begin")["token"]
    editor.notify("window/workDoneProgress/cancel", {"token": token})
    assert editor.progress("end")["token"] == token


def test_a_build_is_cancelled_and_can_be_run_again(start_editor: StartEditor, big: Path) -> None:
    """There is no index afterwards, and nothing stands in the way of the next build."""
    editor = start_editor(big, capabilities=VSCODE)
    editor.answers[ASK] = yes
    uri = editor.open(big / NAME, TEXT)
    cancel_first(editor)
    assert generation(editor, big) is None
    assert "no index · Build index" in lens_titles(editor, uri)
    assert editor.command("cortex.reindex", uri) is True
    assert " · plan " in lens_titles(editor, uri)[0]


def test_a_cancelled_refresh_leaves_the_old_index(start_editor: StartEditor, big: Path) -> None:
    SectionIndexer(big).build()
    for path in (big / "src").glob("m*.py"):
        path.write_text(path.read_text() + "x = 1\n")
    editor = start_editor(big, capabilities=VSCODE)
    uri = editor.open(big / NAME, TEXT)
    ask = {"command": "cortex.reindex", "arguments": [uri]}
    editor.send({"jsonrpc": "2.0", "id": "r", "method": "workspace/executeCommand", "params": ask})
    cancel_first(editor)
    assert editor.wait(lambda message: message.get("id") == "r")["result"] is False
    assert generation(editor, big) == 1
    assert " · plan " in lens_titles(editor, uri)[0]


def test_a_watched_file_that_changes_is_stale_at_once_and_indexed_soon(
    start_editor: StartEditor, repository: Path
) -> None:
    editor = start_editor(repository, capabilities=VSCODE)
    uri = editor.open(repository / NAME, TEXT)
    assert editor.pull(uri)["items"] == []
    (repository / "docs/guide.md").write_text(GUIDE)
    editor.watched(repository / "docs/guide.md")
    assert [item["code"] for item in editor.pull(uri)["items"]] == ["section-stale"]
    eventually(editor, repository, 2)
    assert editor.pull(uri)["items"] == []


def test_many_events_make_one_build(start_editor: StartEditor, repository: Path) -> None:
    editor = start_editor(repository, capabilities=VSCODE)
    editor.open(repository / NAME, TEXT)
    for number in range(30):
        (repository / "docs/guide.md").write_text(GUIDE + str(number))
        editor.watched(repository / "docs/guide.md")
    eventually(editor, repository, 2)
    editor.rest(0.8)
    begun = [each for each in editor.sent("$/progress") if each["value"]["kind"] == "begin"]
    assert len(begun) == 1


def test_an_event_below_the_generated_folder_never_indexes(
    start_editor: StartEditor, repository: Path
) -> None:
    editor = start_editor(repository, capabilities=VSCODE)
    editor.open(repository / NAME, TEXT)
    editor.watched(repository / "CORTEX/_generated/system1.db", repository / ".git/index")
    editor.rest(0.8)
    assert editor.sent("$/progress") == []


def test_an_index_that_somebody_else_refreshed_is_read_at_once(
    start_editor: StartEditor, repository: Path
) -> None:
    """The event below the generated folder says so."""
    editor = start_editor(repository, capabilities=VSCODE)
    uri = editor.open(repository / NAME, TEXT)
    before = editor.result("cortex/preview", {"uri": uri})["planHash"]
    (repository / "docs/guide.md").write_text(GUIDE)
    SectionIndexer(repository).build()
    editor.watched(repository / "CORTEX/_generated/system1.db")
    assert generation(editor, repository) == 2
    assert editor.result("cortex/preview", {"uri": uri})["planHash"] != before


def test_automatic_indexing_can_be_switched_off(start_editor: StartEditor, repository: Path) -> None:
    editor = start_editor(repository, capabilities=VSCODE)
    editor.open(repository / NAME, TEXT)
    editor.use({"index": {"automatic": False}})
    (repository / "docs/guide.md").write_text(GUIDE)
    editor.watched(repository / "docs/guide.md")
    editor.rest(0.8)
    assert generation(editor, repository) == 1


def test_without_watching_a_save_refreshes_the_index(start_editor: StartEditor, repository: Path) -> None:
    editor = start_editor(repository, capabilities=NEOVIM)
    editor.open(repository / NAME, TEXT)
    (repository / "docs/guide.md").write_text(GUIDE)
    editor.saved(repository / "docs/guide.md")
    eventually(editor, repository, 2)


def changed_by_another_hand(editor: EditorClient, repository: Path, act: Callable[[], Any]) -> None:
    editor.published(editor.open(repository / NAME, TEXT), 1)
    (repository / "docs/guide.md").write_text(GUIDE)
    act()
    eventually(editor, repository, 2)


def test_without_watching_the_files_that_documents_name_are_looked_at_on_open_and_save(
    start_editor: StartEditor, repository: Path
) -> None:
    editor = start_editor(repository, capabilities=NEOVIM)
    other = repository / "b.plan-request.json"
    changed_by_another_hand(editor, repository, lambda: editor.open(other, TEXT))
    (repository / "src/app.py").write_text("x = 1\n")
    editor.saved(other)
    eventually(editor, repository, 3)


def test_without_watching_they_are_looked_at_while_there_is_activity(
    start_editor: StartEditor, repository: Path
) -> None:
    """After five seconds, that is; this server is in a hurry."""
    hurry = "import cortex_server.lsp.looking as looking; looking.LOOK_SECONDS = 0.2"
    editor = start_editor(repository, capabilities=NEOVIM, patch=hurry)
    uri = uri_of(repository / NAME)
    changed_by_another_hand(editor, repository, lambda: editor.change(uri, 2, {"text": TEXT + " "}))


def test_without_watching_a_named_file_that_comes_into_being_is_indexed(
    start_editor: StartEditor, repository: Path
) -> None:
    editor = start_editor(repository, capabilities=NEOVIM)
    text = request_text(inputs={"files": ["new.md"]})
    uri = editor.open(repository / NAME, text)
    assert [item["code"] for item in editor.published(uri, 1)["diagnostics"]] == ["file-missing"]
    (repository / "new.md").write_text("# New\n")
    editor.open(repository / "b.plan-request.json", text)
    eventually(editor, repository, 2)


def test_two_folders_have_an_index_each(start_editor: StartEditor, repository: Path, bare: Path) -> None:
    editor = start_editor(repository, bare, capabilities=VSCODE)
    indexed, missing = (editor.open(folder / NAME, TEXT) for folder in (repository, bare))
    assert bare.name in editor.told(ASK)["message"]
    assert " · plan " in lens_titles(editor, indexed)[0]
    assert "no index · Build index" in lens_titles(editor, missing)
    assert editor.command("cortex.reindex", missing) is True
    assert (generation(editor, repository), generation(editor, bare)) == (1, 1)


def test_two_servers_share_the_index_of_one_folder(start_editor: StartEditor, bare: Path) -> None:
    """What one builds the other reads; both may build at once."""
    first, second = (start_editor(bare, capabilities=profile) for profile in (VSCODE, EGLOT))
    uris = [editor.open(bare / NAME, TEXT) for editor in (first, second)]
    ask = {"command": "cortex.reindex", "arguments": uris[:1]}
    for editor in (first, second):
        editor.send({"jsonrpc": "2.0", "id": "r", "method": "workspace/executeCommand", "params": ask})
    for editor in (first, second):
        assert editor.wait(lambda message: message.get("id") == "r")["result"] is True
    plans = [
        editor.result("cortex/preview", {"uri": uri})["planHash"]
        for editor, uri in zip((first, second), uris, strict=True)
    ]
    assert plans[0] == plans[1] is not None


def test_an_index_of_a_newer_program_is_an_error_and_nobody_asks_to_overwrite_it(
    start_editor: StartEditor, repository: Path
) -> None:
    database = repository / "CORTEX/_generated/system1.db"
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA user_version = 9999")
    connection.close()
    editor = start_editor(repository, capabilities=VSCODE)
    codes = [item["code"] for item in editor.pull(editor.open(repository / NAME, TEXT))["items"]]
    assert codes == ["index-newer"]
    assert editor.sent(ASK) == []
