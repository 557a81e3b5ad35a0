"""A small repository with an index, and editors that have it open."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from planner.cli.cortex_command import write_files
from server.ide.conftest import FILES
from server.language_client import ServerProcess
from server.lsp.client_profiles import VSCODE
from server.lsp.editor_client import EditorClient
from server.lsp.patched_server import PatchedServer

from cortex_planner.substrate import SectionIndexer
from cortex_server.lsp.uris import uri_of

StartEditor = Callable[..., EditorClient]
UNLOGGED = (
    "--log-file",
    os.devnull,
)  # nobody reads standard error here: it would fill up and block the server


@pytest.fixture(scope="session")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a repository with an index, to be copied."""
    root = tmp_path_factory.mktemp("indexed")
    write_files(root, FILES)
    SectionIndexer(root).build()
    return root


@pytest.fixture
def repository(indexed: Path, tmp_path: Path) -> Path:
    """Return a repository of the test's own, with an index."""
    return Path(shutil.copytree(indexed, tmp_path / "repository"))


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """Return a repository of the test's own that was never indexed."""
    write_files(tmp_path / "bare", FILES)
    return tmp_path / "bare"


@pytest.fixture
def start_editor() -> Iterator[StartEditor]:
    """Start a server for an editor with capabilities and folders; it is ended with the test."""
    with ExitStack() as stack:

        def started(
            *folders: Path, capabilities: dict[str, Any], options: tuple[str, ...] = (), patch: str = ""
        ) -> EditorClient:
            options = options or UNLOGGED
            server = PatchedServer(patch, *options) if patch else ServerProcess(*options)
            stack.callback(ended, server)
            return begun(server, *folders, capabilities=capabilities)

        yield started


@pytest.fixture(scope="session")
def shared_repository(indexed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an indexed repository for tests that leave its files as they are."""
    return Path(shutil.copytree(indexed, tmp_path_factory.mktemp("shared") / "repository"))


@pytest.fixture(scope="session")
def vscode(shared_repository: Path) -> Iterator[EditorClient]:
    """Return VS Code with the shared repository open; each test uses documents of its own."""
    server = ServerProcess(*UNLOGGED)
    yield begun(server, shared_repository, capabilities=VSCODE)
    ended(server)


def begun(server: ServerProcess, *folders: Path, capabilities: dict[str, Any]) -> EditorClient:
    """Return the editor of a server, with the session begun."""
    editor = EditorClient.of(server.client)
    params = {
        "processId": None,
        "rootUri": uri_of(folders[0]) if folders else None,
        "workspaceFolders": [{"uri": uri_of(folder), "name": folder.name} for folder in folders],
        "capabilities": capabilities,
    }
    editor.result("initialize", params)
    editor.notify("initialized", {})
    return editor


def ended(server: ServerProcess) -> None:
    """End a server, whatever it is doing."""
    with suppress(BrokenPipeError):
        server.end()
