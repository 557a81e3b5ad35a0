"""A small repository with an index, and documents in it with a `$0` where the cursor is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from cortex_planner.compiler.planner import open_world
from cortex_planner.compiler.world import World
from cortex_planner.documents.analysis import analyse
from cortex_planner.kinds import Kind
from cortex_planner.substrate import SectionIndexer
from cortex_server.ide.view import View

FILES = {
    "docs/guide.md": "# Guide\n\nHello.\n\n## Install\n\nRun it.\n",
    "docs/deep/more.md": "# More\n",
    "src/app.py": "def main():\n    return 1\n\n\nclass Login:\n    def check(self):\n        return True\n",
    "cortex.toml": '[intents.repair]\ndescription = "Mend what is broken."\n'
    '[[intents.repair.steps]]\nname = "test"\nop = "RUN_TEST"\nrefs = { test_name = "all" }\n',
}

Open = Callable[..., tuple[View, int]]
OpenWith = Callable[[str, str], View]


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Return the world of the repository."""
    with indexed_world(tmp_path_factory.mktemp("repository"), FILES) as made:
        yield made


@contextmanager
def indexed_world(root: Path, files: Mapping[str, str]) -> Iterator[World]:
    """Give the world of a folder with these files, and an index of them."""
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8", newline="")
    SectionIndexer(root).build()
    made = open_world(World.load(root))
    yield made
    assert made.index is not None
    made.index.close()


@pytest.fixture
def open_with(tmp_path: Path) -> Iterator[Callable[[str, str], View]]:
    """Return a view of a text in a repository with a `cortex.toml` of the test's own; it is "" for none."""
    with ExitStack() as stack:

        def opened(configuration: str, text: str) -> View:
            files = {
                **FILES,
                "cortex.toml": configuration,
                "docs/twice.md": "# Twice\n\n## A\n\n1\n\n## A\n\n2\n",
            }
            if not configuration:
                del files["cortex.toml"]
            world = stack.enter_context(indexed_world(tmp_path, files))
            return View(analyse(text, Kind.PLAN_REQUEST, world))

        yield opened


@pytest.fixture
def open_at(world: World) -> Open:
    """Return a view of a text and the offset of its `$0`."""

    def opened(text: str, kind: Kind = Kind.PLAN_REQUEST, *, indexed: bool = True) -> tuple[View, int]:
        offset = text.find("$0")
        used = world if indexed else world.without_index(muted=True)
        view = View(analyse(text.replace("$0", "", 1), kind, used))
        return view, offset

    return opened


@pytest.fixture
def root(world: World) -> Path:
    """Return the repository's folder."""
    return world.root
