"""Reading documents from disk, and severities as a team wants them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cortex_planner.compiler.world import World
from cortex_planner.documents.analysis import analyse, non_overlapping
from cortex_planner.documents.reading import decode, encode, read_document
from cortex_planner.finding import Edit, Fix
from cortex_planner.kinds import Kind

EMPTY_PLAN = '{"run_id": "r", "request_id": "q", "intent": "i", "budgets": {"max_steps": 1}}'


@pytest.mark.parametrize(
    "data", [b"", b"{}", "é🎉\u2028".encode(), b"\xff\x80", b"\xef\xbb\xbf{}", b"\r\n\r"]
)
def test_what_is_read_is_written_back_byte_by_byte(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(data)
    assert encode(read_document(tmp_path / "x").text) == data


@pytest.mark.parametrize("mark", [b"\xff\xfe{\x00", b"\xfe\xff\x00{"])
def test_utf16_is_said_to_be_utf16(mark: bytes) -> None:
    finding = decode(mark).finding
    assert finding is not None
    assert (finding.code, "UTF-16" in finding.message) == ("document-unreadable", True)


def test_what_is_no_readable_file_is_a_finding(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("gone", ".", "pipe", "a\0b", "x" * 300):
        finding = read_document(tmp_path / name).finding
        assert finding is not None
        assert finding.code == "document-unreadable"


def findings(config: str, root: Path, path: str | None, **settings: str) -> list[tuple[str, str]]:
    (root / "cortex.toml").write_text(config)
    world = World(World.load(root).configuration, severities=settings)
    analysis = analyse(EMPTY_PLAN, Kind.PLAN_REQUEST, world, path)
    return [(finding.code, finding.severity.value) for finding in analysis.findings]


def test_the_configuration_wins_over_an_editors_settings(tmp_path: Path) -> None:
    config = '[rules]\nplan-empty = "hint"'
    assert findings("", tmp_path, None, **{"plan-empty": "off"}) == []
    assert findings(config, tmp_path, None, **{"plan-empty": "off"}) == [("plan-empty", "hint")]


def test_an_error_cannot_be_lowered_by_anyone(tmp_path: Path) -> None:
    world = World(World.load(tmp_path).configuration, severities={"field-missing": "off", "nobody": "off"})
    codes = [finding.code for finding in analyse("{}", Kind.PLAN_REQUEST, world, None).findings]
    assert "field-missing" in codes


def test_per_file_ignores_hold_for_their_files_alone(tmp_path: Path) -> None:
    config = '[per-file-ignores]\n"old/**" = ["plan-empty"]'
    assert findings(config, tmp_path, "old/a.json") == []
    assert (
        findings(config, tmp_path, "new/a.json")
        == findings(config, tmp_path, None)
        == [("plan-empty", "warning")]
    )


def test_fixes_that_touch_the_same_text_are_not_made_together() -> None:
    first, second, third = (Fix.safe("", Edit(*span, "")) for span in ((0, 5), (3, 8), (5, 6)))
    assert non_overlapping([first, second, third]) == [first, third]


def test_syntax_errors_silence_the_shape_only_where_brackets_do_not_pair(tmp_path: Path) -> None:
    def codes(text: str) -> set[str]:
        return {
            finding.code for finding in analyse(text, Kind.PLAN_REQUEST, World.nowhere(tmp_path)).findings
        }

    assert codes('{"run_id": 3,}') == {"json-trailing-comma", "field-type", "field-missing"}
    assert codes('{"run_id": 3') == {"json-syntax"}
