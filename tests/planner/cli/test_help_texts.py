"""Help texts: every command has examples, and fits a terminal of 80 columns."""

from __future__ import annotations

import argparse
from importlib import import_module

import pytest

from cortex_planner.cli.main import COMMANDS, main


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits_80_columns_and_has_examples(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody should have to scroll sideways to learn how a command is used."""
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as done:
        main([command, "--help"] if command else ["--help"])
    shown = capsys.readouterr().out
    assert done.value.code == 0
    assert [line for line in shown.splitlines() if len(line) > 80] == []
    assert "example" in shown


@pytest.mark.parametrize("group", ["cassette", "symbols"])
def test_help_of_nested_commands_fits_too(group: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for commands of commands."""
    monkeypatch.setenv("COLUMNS", "80")
    package = import_module(f"cortex_planner.cli.{group}")
    for name in package.COMMANDS:
        module = import_module(f"cortex_planner.cli.{group}.{name.replace('-', '_')}")
        parser = argparse.ArgumentParser(
            prog=f"cortex {group} {name}",
            epilog=module.EPILOG,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(parser)
        assert [line for line in parser.format_help().splitlines() if len(line) > 80] == []
        assert "example" in module.EPILOG
