"""Which folder governs a document, and the page that explains its `cortex.toml`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cortex_planner.config import find_root
from cortex_planner.config.model import Config
from cortex_planner.config.reference import reference_page

PAGE = Path(__file__).parents[3] / "docs" / "configuration.md"


@pytest.fixture
def document(tmp_path: Path) -> Path:
    """Return a document three folders below an empty one."""
    folder = tmp_path / "a" / "b" / "c"
    folder.mkdir(parents=True)
    return folder / "x.plan-request.json"


def test_the_nearest_configuration_beats_a_nearer_repository(document: Path) -> None:
    (document.parents[2] / "cortex.toml").touch()
    (document.parents[1] / ".git").mkdir()
    assert find_root(document) == document.parents[2]


def test_without_a_configuration_the_nearest_repository_governs(document: Path) -> None:
    (document.parents[2] / ".git").mkdir()
    (document.parents[1] / ".git").touch()  # a work tree or a submodule has a file of that name
    assert find_root(document) == document.parents[1]


def test_else_the_workspace_folder_if_it_contains_the_document(document: Path, tmp_path: Path) -> None:
    assert find_root(document, document.parents[1]) == document.parents[1]
    assert find_root(document, tmp_path / "elsewhere") == document.parent


def test_the_reference_page_is_current() -> None:
    """Where this fails: `python -m cortex_planner.config.reference > docs/configuration.md`."""
    assert PAGE.read_text(encoding="utf-8") == reference_page()


def test_the_reference_page_names_every_key() -> None:
    schema = Config.model_json_schema(by_alias=True)
    tables = [schema, *schema["$defs"].values()]
    names = {name for table in tables for name in table.get("properties", {})}
    page = reference_page()
    assert [name for name in names if f"`{name}`" not in page and f"{name}]" not in page] == []
