"""CI says exactly what the editor says: on every example, the same findings at the same places."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from planner.cli.cortex_command import cortex
from server.language_client import PULLS, RawClient, ServerProcess

from cortex_planner.documents.reading import read_document
from cortex_planner.text.lines import Encoding, LineIndex, Position

HERE = Path(__file__).parents[2]
EXAMPLES = sorted(
    path.relative_to(HERE).as_posix()
    for kind in ("good", "bad")
    for path in (HERE / "examples" / kind).iterdir()
)
SEVERITIES = {1: "error", 2: "warning", 4: "hint"}


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the examples and of what they name, with a `cortex.toml` of its own."""
    root = tmp_path_factory.mktemp("repository")
    shutil.copytree(HERE / "examples", root / "examples")
    shutil.copytree(HERE / "docs" / "rules", root / "docs" / "rules")
    (root / "cortex.toml").write_text("")
    return root


@pytest.fixture(scope="module")
def of_ci(repository: Path) -> dict[str, list[dict[str, Any]]]:
    """Return what `cortex check` finds, by file; the index that it builds is the editor's too."""
    by_file = defaultdict(list)
    for finding in cortex(repository, "check", "--format", "json", "examples").findings:
        by_file[finding["file"]].append(finding)
    return by_file


@pytest.fixture(scope="module")
def editor(repository: Path, of_ci: object) -> Iterator[RawClient]:
    server = ServerProcess()
    server.client.initialize(repository, PULLS)
    yield server.client
    server.end()


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_editor_and_ci_find_the_same(
    name: str, repository: Path, of_ci: dict[str, list[dict[str, Any]]], editor: RawClient
) -> None:
    text = read_document(repository / name).text
    uri = editor.open(repository / name, text)
    lines = LineIndex.of(text)
    seen = [
        (item["code"], SEVERITIES[item["severity"]], item["message"], *span_of(item["range"], lines))
        for item in editor.pull(uri)["items"]
    ]
    assert seen == [in_ci(finding) for finding in of_ci[name]]


@pytest.mark.parametrize("name", EXAMPLES)
def test_good_examples_are_good_and_bad_ones_bad(name: str, of_ci: dict[str, list[dict[str, Any]]]) -> None:
    errors = [finding for finding in of_ci[name] if finding["severity"] == "error"]
    assert bool(errors) is name.startswith("examples/bad/")


def in_ci(finding: dict[str, Any]) -> tuple[Any, ...]:
    places = (finding["line"], finding["column"], finding["end_line"], finding["end_column"])
    return finding["code"], finding["severity"], finding["message"], *places


def span_of(found: dict[str, Any], lines: LineIndex) -> tuple[int, ...]:
    """Return an LSP range in UTF-16 as lines and columns from 1, columns in code points."""
    places: list[int] = []
    for edge in (found["start"], found["end"]):
        offset = lines.offset(Position(edge["line"], edge["character"]), Encoding.UTF16)
        places += (number + 1 for number in lines.position(offset))
    return tuple(places)
