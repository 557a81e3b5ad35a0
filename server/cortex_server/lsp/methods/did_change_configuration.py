"""`workspace/didChangeConfiguration`: the user changed a setting; no restart is needed."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from cortex_server.lsp.settings import SECTION, Settings

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

logger = logging.getLogger(__name__)

METHOD = types.WORKSPACE_DID_CHANGE_CONFIGURATION


async def handle(ls: CortexServer, params: types.DidChangeConfigurationParams) -> None:
    """Take the new settings over: pulled where the client lets us, else as they were sent."""
    if ls.session.client.pulls_configuration:
        await pull_settings(ls)
    elif isinstance(params.settings, Mapping):
        use_settings(ls, params.settings.get(SECTION))


async def pull_settings(ls: CortexServer) -> None:
    """Ask the client for its settings."""
    if not ls.session.client.pulls_configuration:
        return
    item = types.ConfigurationItem(section=SECTION)
    try:
        answer = await ls.workspace_configuration_async(types.ConfigurationParams(items=[item]))
    except JsonRpcException as error:
        logger.warning("the client did not tell its settings: %s", error)
        return
    use_settings(ls, answer[0] if answer else None)


def use_settings(ls: CortexServer, section: Any) -> None:
    """Let settings take effect at once."""
    settings = Settings.of(section)
    if settings == ls.session.settings:
        return
    if settings.documents != ls.session.settings.documents:
        ls.session.forget_kinds()
    ls.session.settings = settings
    roots = ls.session.all_roots
    for root in roots:
        root.use_severities(settings.rules)
    ls.worlds_changed(roots)
