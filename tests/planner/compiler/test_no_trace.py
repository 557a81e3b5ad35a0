"""A dry run neither writes nor calls out, proved on a tree that cannot be written with sockets that cannot be opened."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from planner.compiler.compiler_requests import request

WITHOUT_SOCKETS = """
import sys
def refuse(event, arguments):
    if event.startswith("socket."):
        raise RuntimeError(f"a socket was touched: {event}")
sys.addaudithook(refuse)
from cortex_planner.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def unwritable(repository: Path) -> list[str]:
    """Return the words that run a command with the repository made unwritable, for root too."""
    if os.geteuid() != 0:
        for path in (repository, *repository.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        return []
    unshare = shutil.which("unshare")
    if unshare is None:
        pytest.skip("root ignores permissions, and there is no unshare to mount the tree read-only")
    mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
    return [unshare, "--mount", "sh", "-c", mount, str(repository)]


@pytest.mark.parametrize("indexed", [True, False])
def test_a_dry_run_works_where_nothing_can_be_written_and_nobody_called(
    repository: Path, unwritable: list[str], indexed: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """It compiles all the same, with an index that is there or with one of its own in a temporary place."""
    if not indexed and os.geteuid() == 0:
        shutil.rmtree(repository / "CORTEX")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    asked = elsewhere / "x.plan-request.json"
    asked.write_text(json.dumps(request(inputs={"symbols": ["@DOC/docs/guide.md#use"]})), encoding="utf-8")
    command = [sys.executable, "-P", "-c", WITHOUT_SOCKETS, "plan", "--dry-run"]
    command += ["--request-file", str(asked), "--repo-root", str(repository)]
    done = subprocess.run([*unwritable, *command], cwd=elsewhere, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    assert json.loads(done.stdout)["steps"][0]["op"] == "READ_SYMBOL"
