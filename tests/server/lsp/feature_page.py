"""The page of features: each message that the server answers or sends, with the test that proves it.

To write the page anew: PYTHONPATH=tests python tests/server/lsp/feature_page.py
"""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

from lsprotocol import types

from cortex_server import lsp
from cortex_server.lsp.features import Feature, features, matrix
from cortex_server.lsp.methods import code_action, completion
from cortex_server.lsp.semantic_tokens import LEGEND
from cortex_server.lsp.server import create_server

REPOSITORY = Path(__file__).parents[3]
PAGE = REPOSITORY / "docs" / "features.md"
INTRODUCTION = """# What the language server does

Every message and command that `cortex-lsp` answers, and what it sends of its own accord, each with the
test that proves it (in `tests/server/`). A client that lacks a capability gets the same another way:
see `lsp/test_client_profiles.py`.

"""
READING, ACTING = "lsp/test_reading_methods.py::test_", "lsp/test_acting_methods.py::test_"
INDEX, REFRESH = "lsp/test_index_life_cycle.py::test_", "lsp/test_refreshing.py::test_"
STRUCTURE, PLUMBING = "lsp/test_structure_methods.py::test_", "lsp/test_plumbing.py::test_"
BREADTH = "lsp/test_breadth_methods.py::test_"
LIFE, PROFILES = "test_lifecycle.py::test_", "lsp/test_client_profiles.py::test_"

SERVER = Path(lsp.__file__).parents[1]
SENDERS = {
    re.sub("(?<=[a-z])[A-Z]", r"_\g<0>", method.removeprefix("$/")).replace("/", "_").lower(): method
    for method in types.METHOD_TO_TYPES
    if types.message_direction(method) in {"serverToClient", "both"}
}
"""Each message that a server may send, by the name of the method of pygls that sends it."""

PROOFS = {
    "codeAction/resolve": f"{ACTING}fix_all_is_resolved_when_chosen_and_makes_the_safe_fixes_only",
    "codeLens/resolve": f"{READING}resolving_the_last_lens_says_whether_the_plan_is_stored",
    "completionItem/resolve": f"{READING}resolving_an_item_adds_the_text_that_the_symbol_stands_for",
    "cortex/preview": f"{ACTING}the_preview_carries_steps_sources_and_budgets",
    "cortex/stored": f"{ACTING}a_plan_is_stored_matches_changes_and_drifts",
    "inlayHint/resolve": f"{READING}resolving_a_hint_tells_all_about_what_it_stands_behind",
    "initialize": f"{LIFE}initialize_says_who_the_server_is_and_what_it_can",
    "initialized": f"{PROFILES}what_can_be_registered_is_registered",
    "shutdown": f"{PLUMBING}shutdown_is_clean_while_an_index_is_being_built_and_questions_are_open",
    "textDocument/codeAction": f"{ACTING}a_safe_fix_is_preferred_and_mends_the_text",
    "textDocument/codeLens": f"{READING}the_lens_over_the_document_names_the_plan_and_compiles_it",
    "textDocument/completion": f"{READING}completion_offers_symbols_with_one_shared_edit_range",
    "textDocument/definition": f"{READING}definition_of_a_symbol_is_its_section",
    "textDocument/diagnostic": "test_diagnostics.py::test_pulling_gives_a_result_id_and_unchanged_when_nothing_changed",
    "textDocument/didChange": "lsp/test_position_encodings.py::test_an_edit_behind_them_lands_where_it_was_meant",
    "textDocument/didClose": "test_diagnostics.py::test_mending_it_publishes_that_nothing_is_left_and_closing_takes_all_away",
    "textDocument/didOpen": "test_diagnostics.py::test_opening_a_broken_request_publishes_its_findings_with_the_version",
    "textDocument/didSave": f"{INDEX}without_watching_a_save_refreshes_the_index",
    "textDocument/documentHighlight": f"{BREADTH}a_repeated_symbol_is_marked_twice",
    "textDocument/documentLink": f"{BREADTH}a_file_links_to_itself",
    "textDocument/documentSymbol": f"{STRUCTURE}the_outline_has_every_key_in_order",
    "textDocument/foldingRange": f"{STRUCTURE}objects_and_lists_fold",
    "textDocument/formatting": f"{STRUCTURE}formatting_has_one_layout_whatever_the_client_wants",
    "textDocument/hover": f"{READING}hover_on_a_symbol_says_where_it_is_and_shows_its_text",
    "textDocument/inlayHint": f"{READING}hints_stand_behind_each_input_and_budget",
    "textDocument/rangeFormatting": f"{STRUCTURE}a_selection_is_laid_out_alone",
    "textDocument/selectionRange": f"{STRUCTURE}a_selection_grows_from_the_value_to_the_document",
    "textDocument/semanticTokens/full": f"{BREADTH}tokens_say_what_each_name_is",
    "textDocument/semanticTokens/range": f"{BREADTH}tokens_of_the_visible_part_alone",
    "workspace/didChangeConfiguration": f"{REFRESH}settings_are_pulled_at_the_start_and_when_they_change",
    "workspace/didChangeWatchedFiles": f"{INDEX}a_watched_file_that_changes_is_stale_at_once_and_indexed_soon",
    "workspace/didChangeWorkspaceFolders": f"{REFRESH}a_folder_that_joins_the_window_governs_its_documents",
    "workspace/executeCommand": f"{PLUMBING}a_command_with_odd_arguments_gets_one_reply",
    "workspace/symbol": f"{STRUCTURE}every_symbol_of_the_index_can_be_searched",
    "workspace/textDocumentContent": f"{ACTING}an_open_plan_follows_the_text_and_keeps_the_last_good_one",
    "cortex.compilePlan": f"{ACTING}compile_plan_returns_the_preview_and_opens_the_plan",
    "cortex.listIntents": f"{ACTING}a_new_request_may_choose_from_the_intents_of_its_own_folder",
    "cortex.printDebugInformation": f"{ACTING}debug_information_says_how_things_stand",
    "cortex.reindex": f"{INDEX}a_no_leaves_everything_as_it_is_and_the_lens_can_build_it_later",
    "cortex.showPlan": f"{ACTING}an_open_plan_follows_the_text_and_keeps_the_last_good_one",
    "cortex.storePlan": f"{ACTING}a_plan_is_stored_matches_changes_and_drifts",
    "cortex.togglePreview": f"{BREADTH}lens_and_hints_can_be_switched_for_one_document",
    "cortex.verifyPlan": f"{ACTING}a_plan_is_stored_matches_changes_and_drifts",
}
SENT = {
    Feature("$/progress", "the progress of an index that is being built, which can be cancelled"): (
        f"{INDEX}a_build_is_cancelled_and_can_be_run_again"
    ),
    Feature(
        "client/registerCapability", "file watching, settings, virtual documents, where the client can"
    ): (f"{PROFILES}what_can_be_registered_is_registered"),
    Feature(
        "cortex/documents", "which files are plan documents by a glob of `cortex.toml` or the settings"
    ): (f"{REFRESH}a_glob_of_the_configuration_is_told_to_the_client"),
    Feature("cortex/previewChanged", "to clients with `experimental.cortexPreview`"): (
        f"{ACTING}every_edit_tells_a_panel_that_the_preview_changed"
    ),
    Feature("textDocument/publishDiagnostics", "to clients that do not pull, and for `cortex.toml`"): (
        f"{PROFILES}every_client_sees_findings"
    ),
    Feature("window/showDocument", "the compiled plan, opened"): (
        f"{ACTING}compile_plan_returns_the_preview_and_opens_the_plan"
    ),
    Feature("window/showMessage", "what a command did, or why it did not"): (
        f"{ACTING}showing_a_plan_that_never_was_says_so"
    ),
    Feature("window/showMessageRequest", "once per root without an index: `Build index`"): (
        f"{INDEX}without_an_index_there_is_one_question_one_lens_and_no_diagnostic"
    ),
    Feature("window/workDoneProgress/create", "before the progress of an index"): (
        f"{INDEX}a_build_is_cancelled_and_can_be_run_again"
    ),
    Feature("workspace/codeLens/refresh", "when the world changed, and when lenses are switched on or off"): (
        f"{REFRESH}a_changed_configuration_file_refreshes_all_that_is_pulled"
    ),
    Feature("workspace/configuration", "the user's settings"): (
        f"{REFRESH}settings_are_pulled_at_the_start_and_when_they_change"
    ),
    Feature("workspace/diagnostic/refresh", "when the world changed"): (
        f"{REFRESH}a_changed_configuration_file_refreshes_all_that_is_pulled"
    ),
    Feature("workspace/inlayHint/refresh", "when the world changed, and when hints are switched on or off"): (
        f"{REFRESH}a_changed_configuration_file_refreshes_all_that_is_pulled"
    ),
    Feature("workspace/semanticTokens/refresh", "when the world changed"): (
        f"{BREADTH}tokens_are_asked_for_again_when_the_configuration_changes"
    ),
    Feature("workspace/textDocumentContent/refresh", "an open plan follows the text"): (
        f"{ACTING}an_open_plan_follows_the_text_and_keeps_the_last_good_one"
    ),
}


def page() -> str:
    """Return the page as it should be."""
    sent = {feature.name: proof for feature, proof in SENT.items()}
    answered = matrix(features(create_server()), PROOFS)
    tables = f"## What it answers\n\n{answered}\n## What it sends\n\n{matrix(list(SENT), sent)}"
    return f"{INTRODUCTION}{tables}\n{_words()}"


def sent_by_the_code() -> set[str]:
    """Return every message that the server's code sends: by a method of pygls's, or as it is."""
    found: set[str] = set()
    for file in sorted(Path(lsp.__file__).parent.rglob("*.py")):
        module = import_module(".".join(["cortex_server", *file.relative_to(SERVER).with_suffix("").parts]))
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                found |= _sent_by(call, call.func, module)
    return found


def _sent_by(call: ast.Call, function: ast.Attribute, module: ModuleType) -> set[str]:
    name, owner = function.attr.removesuffix("_async"), function.value
    if name == "send_plain" and isinstance(call.args[0], ast.Name):
        return {getattr(module, call.args[0].id)}
    if isinstance(owner, ast.Attribute) and owner.attr == "work_done_progress":
        return {"window/workDoneProgress/create" if name == "create" else "$/progress"}
    return {SENDERS[name]} if name in SENDERS else set()


def _words() -> str:
    """Return the words that settings and colour themes may name."""
    rows = {
        "code action kinds": code_action.OPTIONS.code_action_kinds or [],
        "semantic token types": LEGEND.token_types,
        "semantic token modifiers": LEGEND.token_modifiers,
        "completion is asked for after": completion.OPTIONS.trigger_characters or [],
    }
    lines = [f"| {what} | {' '.join(f'`{word}`' for word in words)} |\n" for what, words in rows.items()]
    return f"## The words it uses\n\n| what | words |\n| --- | --- |\n{''.join(lines)}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
