"""Real editors, each driven from outside against the installed language server."""

from __future__ import annotations

import itertools
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from e2e.browser.bridge import Browser, open_browser
from e2e.browser.code_server import CodeServer, start_code_server
from e2e.browser.extension_package import install_extension, pack_extension
from e2e.browser.python_extension import write_python_extension
from e2e.browser.workbench import SharedVSCode, cortex, trust_folder, wait_for_server
from e2e.lanes import LANES, lane_of
from e2e.requests import (
    BROKEN_REQUEST,
    CHANGING,
    GOOD_REQUEST,
    GUIDE,
    READING_REQUEST,
    SQUEEZED_REQUEST,
    WRITING_REQUEST,
)
from e2e.tools import browser_tools, language_server


def pytest_addoption(parser: pytest.Parser) -> None:
    """One lane of `lanes.py` at a time."""
    parser.addoption(
        "--lane", choices=sorted(LANES), help="only the tests of this lane; see tests/e2e/lanes.py"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark everything here, so that it can be chosen or left out by name, and keep to the lane that was asked for."""
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    for item in here:
        item.add_marker(pytest.mark.e2e)
    lane = config.getoption("lane")
    others = [item for item in here if lane not in (None, lane_of(getattr(item, "fixturenames", ())))]
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if item not in others]


@pytest.fixture(scope="session")
def server() -> Path:
    """The language server under test."""
    return language_server()


@pytest.fixture(scope="session")
def trusted_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The place whose folders VS Code is told to trust."""
    return tmp_path_factory.mktemp("trusted")


@pytest.fixture
def workspace(trusted_place: Path) -> Path:
    """A folder with spaces in its name, holding a broken and a good plan request."""
    return make_workspace(trusted_place / f"a folder {next(_NUMBERS)}")


_NUMBERS = itertools.count(1)


def make_workspace(folder: Path) -> Path:
    """Make such a folder."""
    folder.mkdir()
    (folder / "cortex.toml").write_text("", encoding="utf-8")
    (folder / "broken.plan-request.json").write_text(BROKEN_REQUEST, encoding="utf-8")
    (folder / "good.plan-request.json").write_text(GOOD_REQUEST, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def screenshots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for pictures; CORTEX_E2E_SCREENSHOTS names one that is kept."""
    kept = os.environ.get("CORTEX_E2E_SCREENSHOTS")
    folder = Path(kept) if kept else tmp_path_factory.mktemp("screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def code_server(server: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CodeServer]:
    """One VS Code for all tests of a lane, with the packed extension installed as a user would."""
    tools = browser_tools()
    home = tmp_path_factory.mktemp("code-server")
    write_python_extension(home / "extensions")
    packed = os.environ.get("CORTEX_E2E_PACKAGE")
    install_extension(tools, home, Path(packed) if packed else pack_extension(home / "cortex-plan.vsix"))
    with start_code_server(tools, home, {"cortex.server.command": str(server)}) as running:
        yield running


@pytest.fixture(scope="session")
def chromium(code_server: CodeServer, trusted_place: Path) -> Iterator[Browser]:
    """One browser for all tests of a lane, in which the folders of the tests are trusted."""
    with open_browser(browser_tools()) as browser:
        trust_folder(browser.new_page(), code_server, trusted_place)
        yield browser


@pytest.fixture
def vscode(
    code_server: CodeServer,
    chromium: Browser,
    screenshots: Path,
    request: pytest.FixtureRequest,
) -> Iterator[Browser]:
    """A page of its own, for tests that open a folder of their own (slow: the workbench starts anew)."""
    page = chromium.new_page()
    with leaving_traces(page, code_server, screenshots, request):
        yield page


@pytest.fixture(scope="session")
def shared_page(code_server: CodeServer, chromium: Browser, shared_folder: Path) -> Browser:
    """One page with one folder, in which the language server runs."""
    page = chromium.new_page("shared")
    page.open(code_server.address(shared_folder, "good.plan-request.json"))
    try:
        wait_for_server(page)
    except pytest.fail.Exception:
        sys.stderr.write(code_server.extension_log())
        raise
    return page


@pytest.fixture(scope="session")
def shared_folder(trusted_place: Path) -> Path:
    """The folder that the shared page has open."""
    folder = make_workspace(trusted_place / "a folder")
    (folder / "cortex.toml").write_text('[documents]\n"mapped/*.json" = "plan-request"\n', encoding="utf-8")
    (folder / "docs").mkdir()
    (folder / "docs" / "changing.md").write_text(CHANGING, encoding="utf-8")
    return index_workspace(folder)


@pytest.fixture
def indexed_workspace(indexed_once: Path, workspace: Path) -> Path:
    """A folder with an index of its one Markdown file, and requests that read, are to be written, or badly laid out."""
    return shutil.copytree(indexed_once, workspace, dirs_exist_ok=True)


@pytest.fixture(scope="session")
def indexed_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What such a folder is copied from: its index names no place, so that it need not be built for every test."""
    folder = make_workspace(tmp_path_factory.mktemp("indexed") / "a folder")
    (folder / "reading.plan-request.json").write_text(READING_REQUEST, encoding="utf-8")
    (folder / "complete.plan-request.json").write_text(WRITING_REQUEST, encoding="utf-8")
    (folder / "squeezed.plan-request.json").write_text(SQUEEZED_REQUEST, encoding="utf-8")
    return index_workspace(folder)


def index_workspace(folder: Path) -> Path:
    """Add a Markdown file to `folder` and build its index."""
    (folder / "docs").mkdir(exist_ok=True)
    (folder / "docs" / "guide.md").write_text(GUIDE, encoding="utf-8")
    cortex(folder, "index", "--repo-root", str(folder))
    return folder


@pytest.fixture
def shared_vscode(
    shared_page: Browser,
    shared_folder: Path,
    code_server: CodeServer,
    screenshots: Path,
    request: pytest.FixtureRequest,
) -> Iterator[SharedVSCode]:
    """VS Code as the tests before left it, for tests that only need a document of their own."""
    with leaving_traces(shared_page, code_server, screenshots, request):
        yield SharedVSCode(shared_page, shared_folder, screenshots)


@contextmanager
def leaving_traces(
    page: Browser, code_server: CodeServer, screenshots: Path, request: pytest.FixtureRequest
) -> Iterator[None]:
    """Leave a picture of how the test ended, and of a failed one the extension's log."""
    failed_before = request.session.testsfailed
    yield
    page.screenshot(screenshots / f"{request.node.name}.png")
    if request.session.testsfailed > failed_before:
        sys.stderr.write(code_server.extension_log())
