"""Writing pins: the rest of `cortex.toml` stays as it is, and nothing malformed gets in."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from cortex_planner.errors import PlannerError
from cortex_planner.substrate.pinning import add_pin
from cortex_planner.substrate.settings import PinSetting

PIN = PinSetting("@CANON/X", "law/x.md", "scope", None, "head(10)")


def pins(root: Path) -> dict[str, object]:
    found: dict[str, object] = tomllib.loads((root / "cortex.toml").read_text())["symbols"]["pins"]
    return found


def test_a_pin_is_added_to_a_new_file(root: Path) -> None:
    add_pin(root, PIN)
    assert pins(root) == {"@CANON/X": {"file": "law/x.md", "heading": "scope", "slice": "head(10)"}}


def test_comments_and_order_are_kept(root: Path) -> None:
    before = '# mine\n[index]\nexclude = ["a"] # why\n\n[symbols.pins]\n"@A" = { file = "a.md" } # first\n\n[rules]\n'
    (root / "cortex.toml").write_text(before)
    add_pin(root, PIN)
    after = (root / "cortex.toml").read_text()
    assert [line for line in before.splitlines() if line] == [
        line for line in after.splitlines() if line and "CANON" not in line
    ]
    assert set(pins(root)) == {"@A", "@CANON/X"}


def test_a_pin_of_the_same_name_is_replaced(root: Path) -> None:
    add_pin(root, PIN)
    add_pin(root, PinSetting("@CANON/X", "other.md", None, None, None))
    assert pins(root) == {"@CANON/X": {"file": "other.md"}}


@pytest.mark.parametrize(
    ("pin", "code"),
    [
        (PinSetting("@A", "a.md", None, None, "ALL"), "slice-all-forbidden"),
        (PinSetting("@A", "a.md", None, None, "head(0)"), "slice-form"),
        (PinSetting("A", "a.md", None, None, None), "symbol-form"),
        (PinSetting("@A", "../a.md", None, None, None), "file-path-form"),
        (PinSetting("@A", "a.md", "h", "d", None), "config-value"),
    ],
)
def test_a_malformed_pin_is_refused_and_nothing_written(root: Path, pin: PinSetting, code: str) -> None:
    with pytest.raises(PlannerError) as caught:
        add_pin(root, pin)
    assert caught.value.code == code
    assert not (root / "cortex.toml").exists()


def test_a_broken_file_is_left_alone(root: Path) -> None:
    (root / "cortex.toml").write_text("[index\n")
    with pytest.raises(PlannerError, match="config-syntax"):
        add_pin(root, PIN)
    assert (root / "cortex.toml").read_text() == "[index\n"
