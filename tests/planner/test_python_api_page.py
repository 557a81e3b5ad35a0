"""The examples of the Python API page run, one after the other, as a reader would type them."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "python-api.md"


def test_the_examples_of_the_page_run(tmp_path: Path) -> None:
    """What the page asserts is true."""
    (tmp_path / "guide.md").write_text("# Guide\n\n## Install\n\nRun it.\n", encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 5
    names: dict[str, object] = {"root": tmp_path}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
