"""Code actions and commands: mend, compile, show, store, verify, reindex."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from server.lsp.client_profiles import VSCODE
from server.lsp.conftest import StartEditor
from server.lsp.editor_client import EditorClient, edited, range_of, request_text, whole

from cortex_planner import Planner, __version__
from cortex_server.lsp.uris import uri_of

TEXT = request_text()
SYMBOL = "@DOC/docs/guide.md#install"
TRAILING = TEXT.replace('"max_steps": 20', '"max_steps": 20,')


@pytest.fixture
def path(tmp_path: Path, shared_repository: Path) -> Path:
    return shared_repository / f"{tmp_path.name}.plan-request.json"


@pytest.fixture
def uri(vscode: EditorClient, path: Path) -> str:
    """Return a good request that is open."""
    vscode.forget()
    return vscode.open(path, TEXT)


def actions(editor: EditorClient, uri: str, text: str, part: str, *only: str) -> list[dict[str, Any]]:
    """Return the actions offered at `part` of a text."""
    editor.change(uri, 2, {"text": text})
    context: dict[str, Any] = {"diagnostics": [], **({"only": list(only)} if only else {})}
    found: list[dict[str, Any]] = editor.of_document(
        "textDocument/codeAction", uri, range=range_of(text, part), context=context
    )
    return found


def mended(editor: EditorClient, uri: str, text: str, action: dict[str, Any]) -> str:
    return edited(text, editor.edits_of(action)[uri])


def test_a_safe_fix_is_preferred_and_mends_the_text(vscode: EditorClient, uri: str) -> None:
    [fix] = actions(vscode, uri, TRAILING, "20,", "quickfix")
    assert (fix["kind"], fix["isPreferred"]) == ("quickfix", True)
    assert [item["code"] for item in fix["diagnostics"]] == ["json-trailing-comma"]
    assert mended(vscode, uri, TRAILING, fix) == TEXT


def test_a_fix_that_raises_a_budget_is_never_preferred(vscode: EditorClient, uri: str) -> None:
    small = TEXT.replace('"max_steps": 20', '"max_steps": 2')
    [fix] = actions(vscode, uri, small, "2\n", "quickfix")
    assert fix["isPreferred"] is False
    assert '"max_steps": 4' in mended(vscode, uri, small, fix)


def test_did_you_mean_is_offered_for_a_symbol_that_is_not_there(vscode: EditorClient, uri: str) -> None:
    wrong = TEXT.replace(SYMBOL, "@DOC/docs/guide.md#instal")
    fixes = actions(vscode, uri, wrong, "@DOC/docs/guide.md#instal", "quickfix")
    assert TEXT in [mended(vscode, uri, wrong, fix) for fix in fixes]
    assert sum(fix["isPreferred"] for fix in fixes) <= 1


def test_without_only_compile_plan_has_no_kind_and_comes_with_storing_and_copying(
    vscode: EditorClient, uri: str
) -> None:
    """Light bulbs hide source actions."""
    found = actions(vscode, uri, TEXT, "{")
    assert [action["title"] for action in found] == [
        "Compile plan",
        "Store plan in cassette",
        "Copy command line",
        "Copy plan as JSON",
        "Hide lens and hints in this document",
    ]
    assert all("kind" not in action for action in found)
    copied = json.loads(found[3]["command"]["arguments"][0])
    assert copied["plan_hash"] == vscode.result("cortex/preview", {"uri": uri})["planHash"]


@pytest.mark.parametrize(
    ("only", "kinds"),
    [
        ("source", ["source.fixAll.cortex", "source.compilePlan.cortex"]),
        ("source.fixAll", ["source.fixAll.cortex"]),
        ("source.compilePlan.cortex", ["source.compilePlan.cortex"]),
        ("quickfix", ["quickfix"]),
        ("refactor", []),
    ],
)
def test_only_what_is_asked_for_is_offered(
    vscode: EditorClient, uri: str, only: str, kinds: list[str]
) -> None:
    assert [action["kind"] for action in actions(vscode, uri, TRAILING, "20,", only)] == kinds


def test_the_empty_kind_asks_for_everything(vscode: EditorClient, uri: str) -> None:
    kinds = {action["kind"] for action in actions(vscode, uri, TRAILING, "20,", "")}
    assert kinds == {"quickfix", "source.fixAll.cortex", "source.compilePlan.cortex"}


def test_there_is_no_fix_all_where_nothing_is_to_mend(vscode: EditorClient, uri: str) -> None:
    assert actions(vscode, uri, TEXT, "{", "source.fixAll") == []


def test_no_more_than_a_hundred_actions_are_offered(vscode: EditorClient, uri: str) -> None:
    text = request_text(inputs={"files": ["src/app.py"] * 300})
    found = actions(vscode, uri, text, text)
    assert len(found) == 100
    assert "Compile plan" in [action["title"] for action in found]


def test_a_quick_fix_is_resolved_when_chosen_for_the_version_that_it_is_for(
    vscode: EditorClient, uri: str
) -> None:
    [fix] = actions(vscode, uri, TRAILING, "20,", "quickfix")
    assert "edit" not in fix
    [change] = vscode.result("codeAction/resolve", fix)["edit"]["documentChanges"]
    assert change["textDocument"] == {"uri": uri, "version": 2}


def test_fix_all_is_resolved_when_chosen_and_makes_the_safe_fixes_only(
    vscode: EditorClient, uri: str
) -> None:
    text = TRAILING.replace('"max_steps": 20', '"max_steps": 2')
    [action] = actions(vscode, uri, text, "{", "source.fixAll.cortex")
    assert "edit" not in action
    resolved = vscode.result("codeAction/resolve", action)
    assert mended(vscode, uri, text, resolved) == TEXT.replace('"max_steps": 20', '"max_steps": 2')


def test_an_action_for_a_text_that_has_moved_on_gets_no_edit(vscode: EditorClient, uri: str) -> None:
    [action] = actions(vscode, uri, TRAILING, "{", "source.fixAll.cortex")
    vscode.change(uri, 3, {"text": TEXT})
    assert "edit" not in vscode.result("codeAction/resolve", action)


def test_resolving_compile_plan_keeps_its_command(vscode: EditorClient, uri: str) -> None:
    """Neovim 0.7 resolves every action without an edit before it runs it."""
    [action] = [each for each in actions(vscode, uri, TEXT, "{") if each["title"] == "Compile plan"]
    assert vscode.result("codeAction/resolve", action)["command"]["command"] == "cortex.compilePlan"


def test_compile_plan_returns_the_preview_and_opens_the_plan(
    vscode: EditorClient, uri: str, path: Path, shared_repository: Path
) -> None:
    found = vscode.command("cortex.compilePlan", uri)
    shown = vscode.told("window/showDocument")["uri"]
    assert shown == f"cortex-preview:{path.with_name(path.name.replace('request', 'output')).as_posix()}"
    plan = json.loads(vscode.result("workspace/textDocumentContent", {"uri": shown})["text"])
    assert plan == found["plan"] == Planner(shared_repository).plan_request(json.loads(TEXT))


def test_an_open_plan_follows_the_text_and_keeps_the_last_good_one(vscode: EditorClient, uri: str) -> None:
    vscode.command("cortex.showPlan", uri)
    shown = vscode.told("window/showDocument")["uri"]
    before = vscode.result("workspace/textDocumentContent", {"uri": shown})["text"]
    vscode.change(uri, 2, {"text": request_text(run_id="run-2")})
    assert vscode.told("workspace/textDocumentContent/refresh")["uri"] == shown
    after = vscode.result("workspace/textDocumentContent", {"uri": shown})["text"]
    assert json.loads(after)["run_id"] == "run-2" != json.loads(before)["run_id"]
    vscode.change(uri, 3, {"text": "{"})
    assert vscode.result("workspace/textDocumentContent", {"uri": shown})["text"] == after


def test_compiling_a_refused_request_says_why(vscode: EditorClient, uri: str) -> None:
    vscode.change(uri, 2, {"text": TEXT.replace('"max_steps": 20', '"max_steps": 2')})
    found = vscode.command("cortex.compilePlan", uri)
    assert (found["plan"], found["steps"]) == (None, [])
    assert [item["code"] for item in found["findings"]] == ["budget-steps"]
    assert vscode.told("window/showMessage")["message"].startswith("The plan was refused: ")


def test_showing_a_plan_that_never_was_says_so(vscode: EditorClient, path: Path) -> None:
    vscode.command("cortex.showPlan", vscode.open(path, "{"))
    assert vscode.told("window/showMessage")["message"] == "There is no compiled plan for this document yet."


def test_a_plan_is_stored_matches_changes_and_drifts(start_editor: StartEditor, repository: Path) -> None:
    """The whole life of a stored plan, as the lens tells it."""
    editor = start_editor(repository, capabilities=VSCODE)
    uri = editor.open(repository / "a.plan-request.json", TEXT)
    assert editor.result("cortex/stored", {"uri": uri})["state"] == "none"
    assert editor.command("cortex.verifyPlan", uri) is None
    assert "not stored yet" in editor.told("window/showMessage")["message"]
    ids = editor.command("cortex.storePlan", uri)
    found = editor.result("cortex/stored", {"uri": uri})
    assert found == {
        "state": "matches",
        "cause": None,
        "job_id": ids["job_id"],
        "plan_hash": ids["plan_hash"],
    }
    assert editor.command("cortex.verifyPlan", uri)["ok"] is True
    editor.change(uri, 2, {"text": request_text(intent="other")})
    assert editor.result("cortex/stored", {"uri": uri})["state"] == "request-changed"
    editor.change(uri, 3, {"text": TEXT})
    (repository / "docs/guide.md").write_text("# Guide\n\n## Install\n\nRun it twice.\n", encoding="utf-8")
    assert editor.command("cortex.reindex", uri) is True
    assert editor.result("cortex/stored", {"uri": uri})["state"] == "drifted"
    assert editor.command("cortex.verifyPlan", uri)["cause"] == "substrate-moved"
    assert "docs/guide.md" in editor.result("cortex/stored", {"uri": uri})["cause"]
    lens = editor.of_document("textDocument/codeLens", uri)[-1]
    assert editor.result("codeLens/resolve", lens)["command"]["title"].startswith("stored, drifted: ")


def test_debug_information_says_how_things_stand(
    vscode: EditorClient, uri: str, shared_repository: Path
) -> None:
    found = vscode.command("cortex.printDebugInformation")
    assert found["version"] == __version__
    assert {"uri": uri, "version": 1} in found["documents"]
    assert found["roots"][0]["path"] == str(shared_repository)
    assert found["roots"][0]["index"] == 1


def test_a_new_request_may_choose_from_the_intents_of_its_own_folder(
    start_editor: StartEditor, repository: Path, bare: Path
) -> None:
    """Of a folder in which no document is open yet, too; what the policy refuses is not offered."""
    (bare / "cortex.toml").write_text('[policy]\nallowed_intents = ["read"]\n[intents.repair]\n')
    editor = start_editor(repository, bare, capabilities=VSCODE)
    repair = {"name": "repair", "description": "Mend what is broken."}
    assert editor.command("cortex.listIntents", uri_of(repository)) == [repair]
    assert editor.command("cortex.listIntents", uri_of(bare)) == [{"name": "read", "description": ""}]
    (repository / "cortex.toml").write_text("[intents.explain]\n")
    editor.watched(repository / "cortex.toml")
    assert editor.command("cortex.listIntents", uri_of(repository)) == [
        {"name": "explain", "description": ""}
    ]


def test_the_preview_carries_steps_sources_and_budgets(
    vscode: EditorClient, uri: str, shared_repository: Path
) -> None:
    found = vscode.result("cortex/preview", {"uri": uri})
    assert list(found) == [
        *("uri", "version", "stale", "plan", "planVersion", "planHash", "budgets", "findings", "steps")
    ]
    assert (found["version"], found["planVersion"], found["stale"]) == (1, 1, False)
    first = found["steps"][0]
    assert set(first) == {
        *("step_id", "ordinal", "op", "target", "bytes", "needs", "pointer", "range", "source")
    }
    assert first["range"] == range_of(TEXT, f'"{SYMBOL}"')
    assert first["source"]["uri"] == uri_of(shared_repository / "docs/guide.md")
    assert found["budgets"]["steps"]["used"] == 4


def test_a_stale_preview_has_the_last_plan_and_the_present_budgets(vscode: EditorClient, uri: str) -> None:
    before = vscode.result("cortex/preview", {"uri": uri})
    moved = "\n" + TEXT.replace('"max_steps": 20', '"max_steps": 3')
    vscode.change(uri, 2, {"text": moved})
    found = vscode.result("cortex/preview", {"uri": uri})
    assert (found["stale"], found["version"], found["planVersion"]) == (True, 2, 1)
    assert found["planHash"] == before["planHash"]
    assert found["budgets"]["steps"]["limit"] == 3
    assert [item["code"] for item in found["findings"]] == ["budget-steps"]
    assert found["steps"][0]["range"] == range_of(moved, f'"{SYMBOL}"')


def test_every_edit_tells_a_panel_that_the_preview_changed(vscode: EditorClient, uri: str) -> None:
    vscode.change(uri, 2, {"text": "{}"})
    told = [vscode.told("cortex/previewChanged") for _ in range(2)]
    while told[-1] != {"uri": uri, "version": 2}:
        told.append(vscode.told("cortex/previewChanged"))


def test_a_document_that_is_none_of_ours_has_no_preview_and_no_actions(
    vscode: EditorClient, shared_repository: Path
) -> None:
    uri = vscode.open(shared_repository / "package.json", "{}")
    assert vscode.result("cortex/preview", {"uri": uri}) is None
    assert vscode.result("cortex/stored", {"uri": uri}) is None
    context: dict[str, Any] = {"diagnostics": []}
    assert vscode.of_document("textDocument/codeAction", uri, range=whole("{}"), context=context) == []
