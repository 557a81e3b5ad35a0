"""The client: what it said that it can do, asked in our words."""

from __future__ import annotations

from typing import Any

from lsprotocol import types


class Client:
    """Capabilities, with an answer for every question even where the client is silent."""

    def __init__(self, capabilities: types.ClientCapabilities) -> None:
        self._capabilities = capabilities

    def _get(self, path: str) -> Any:
        value: Any = self._capabilities
        for name in path.split("."):
            value = getattr(value, name, None)
            if value is None:
                return None
        return value

    @property
    def pulls_diagnostics(self) -> bool:
        """Return whether it asks for diagnostics itself."""
        return self._get("text_document.diagnostic") is not None

    @property
    def refreshes_diagnostics(self) -> bool:
        """Return whether it can be asked to pull again."""
        return bool(self._get("workspace.diagnostics.refresh_support"))

    @property
    def refreshes_lenses(self) -> bool:
        """Return whether it can be asked for its lenses again."""
        return bool(self._get("workspace.code_lens.refresh_support"))

    @property
    def refreshes_hints(self) -> bool:
        """Return whether it can be asked for its inlay hints again."""
        return bool(self._get("workspace.inlay_hint.refresh_support"))

    @property
    def resolves_hints(self) -> bool:
        """Return whether a hint's tooltip may come later."""
        return "tooltip" in (self._get("text_document.inlay_hint.resolve_support.properties") or [])

    @property
    def refreshes_tokens(self) -> bool:
        """Return whether it can be asked for its semantic tokens again."""
        return bool(self._get("workspace.semantic_tokens.refresh_support"))

    @property
    def shows_lenses_or_hints(self) -> bool:
        """Return whether it shows the plan on the page at all."""
        kinds = ("text_document.code_lens", "text_document.inlay_hint")
        return any(self._get(kind) is not None for kind in kinds)

    @property
    def takes_snippets(self) -> bool:
        """Return whether completion may have tab stops."""
        return bool(self._get("text_document.completion.completion_item.snippet_support"))

    @property
    def takes_insert_replace(self) -> bool:
        """Return whether completion may offer to insert or to replace."""
        return bool(self._get("text_document.completion.completion_item.insert_replace_support"))

    @property
    def takes_default_edit_range(self) -> bool:
        """Return whether items may share one edit range."""
        defaults = self._get("text_document.completion.completion_list.item_defaults") or []
        return "editRange" in defaults

    @property
    def resolves_action_edits(self) -> bool:
        """Return whether a code action's edit may come later."""
        support = self._get("text_document.code_action.resolve_support.properties") or []
        return "edit" in support and bool(self._get("text_document.code_action.data_support"))

    @property
    def creates_files(self) -> bool:
        """Return whether an edit may make a file."""
        operations = self._get("workspace.workspace_edit.resource_operations") or []
        return "create" in {str(getattr(operation, "value", operation)) for operation in operations}

    @property
    def takes_versioned_edits(self) -> bool:
        """Return whether an edit may say which version of a document it is for."""
        return bool(self._get("workspace.workspace_edit.document_changes"))

    @property
    def takes_markdown_hovers(self) -> bool:
        """Return whether a hover may be Markdown; a client that does not say takes it, as clients always did."""
        formats = self._get("text_document.hover.content_format")
        return formats is None or "markdown" in {str(getattr(each, "value", each)) for each in formats}

    @property
    def takes_symbol_trees(self) -> bool:
        """Return whether an outline may be a tree."""
        return bool(self._get("text_document.document_symbol.hierarchical_document_symbol_support"))

    @property
    def most_folds(self) -> int | None:
        """Return how many folds it takes per document, or None where it does not say."""
        limit = self._get("text_document.folding_range.range_limit")
        return limit if isinstance(limit, int) and limit > 0 else None

    @property
    def takes_action_literals(self) -> bool:
        """Return whether code actions may be more than commands."""
        return self._get("text_document.code_action.code_action_literal_support") is not None

    @property
    def links_definitions(self) -> bool:
        """Return whether a definition may say what was clicked."""
        return bool(self._get("text_document.definition.link_support"))

    @property
    def watches_files(self) -> bool:
        """Return whether it watches files for us."""
        return bool(self._get("workspace.did_change_watched_files.dynamic_registration"))

    @property
    def pulls_configuration(self) -> bool:
        """Return whether its settings can be asked for."""
        return bool(self._get("workspace.configuration"))

    @property
    def registers_sync(self) -> bool:
        """Return whether it can be asked to tell us of the text of further documents."""
        return bool(self._get("text_document.synchronization.dynamic_registration"))

    @property
    def registers_configuration(self) -> bool:
        """Return whether it can be asked to tell when its settings change."""
        return bool(self._get("workspace.did_change_configuration.dynamic_registration"))

    @property
    def shows_documents(self) -> bool:
        """Return whether it opens a document that we name."""
        return bool(self._get("window.show_document.support"))

    @property
    def shows_progress(self) -> bool:
        """Return whether it shows the progress of long work."""
        return bool(self._get("window.work_done_progress"))

    @property
    def shows_virtual_documents(self) -> bool:
        """Return whether it asks us for the text of documents that have no file."""
        return self._get("workspace.text_document_content") is not None

    def experimental(self, name: str) -> bool:
        """Return whether it set an experimental capability of ours."""
        experimental = self._capabilities.experimental
        if isinstance(experimental, dict):
            return bool(experimental.get(name))
        return bool(getattr(experimental, name, False))
