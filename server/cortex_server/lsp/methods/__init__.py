"""One file per LSP method: `METHOD`, `OPTIONS` where the capability has some, and `handle`."""

from __future__ import annotations

from cortex_server.lsp.methods import (
    code_action,
    code_action_resolve,
    code_lens,
    code_lens_resolve,
    completion,
    completion_resolve,
    definition,
    diagnostic,
    did_change_configuration,
    did_change_watched_files,
    did_change_workspace_folders,
    did_save,
    hover,
    initialize,
    initialized,
    inlay_hint,
    preview,
    shutdown,
    stored,
    text_document_content,
)

METHODS = (
    initialize,
    initialized,
    shutdown,
    did_save,
    did_change_configuration,
    did_change_watched_files,
    did_change_workspace_folders,
    diagnostic,
    completion,
    completion_resolve,
    hover,
    definition,
    code_lens,
    code_lens_resolve,
    inlay_hint,
    code_action,
    code_action_resolve,
    preview,
    stored,
    text_document_content,
)
