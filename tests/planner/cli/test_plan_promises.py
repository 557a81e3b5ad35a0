"""What `cortex plan` promises beside its plan: it computes, and posting says what was stored where."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from planner.cli.cortex_command import GOOD_TEXT, cortex_process, write_files

NAME = "fix-login.plan-request.json"
ONLY_COMPUTE = """
import json, sys
from pathlib import Path
from cortex_planner import Planner
request = json.loads(Path(sys.argv[1]).read_text())
Planner(".").plan_request(request)
def refuse(event, arguments):
    writes = event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+")
    if writes or event.startswith(("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.system")):
        raise RuntimeError(f"{event} {arguments}")
sys.addaudithook(refuse)
print(Planner(".").plan_request(request)["plan_hash"])
"""


def test_compiling_opens_no_connection_starts_no_process_and_writes_no_file(tmp_path: Path) -> None:
    write_files(tmp_path, {NAME: GOOD_TEXT, "cortex.toml": ""})
    command = [sys.executable, "-P", "-c", ONLY_COMPUTE, NAME]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60, text=True)
    assert (done.returncode, len(done.stdout.strip())) == (0, 64), done.stderr


def test_posting_prints_the_ids_and_stores_in_the_default_ledger(tmp_path: Path) -> None:
    write_files(tmp_path, {NAME: GOOD_TEXT, "cortex.toml": ""})
    answer = cortex_process(tmp_path, "plan", "--request-file", NAME)
    posted = json.loads(answer.out)
    assert sorted(posted) == ["job_id", "message_id", "plan_hash", "step_ids"]
    assert len(posted["step_ids"]) == 1
    assert (tmp_path / "CORTEX" / "_generated" / "system3.db").is_file()


def test_the_root_is_found_from_the_working_directory_unless_it_is_named(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {f"plans/{NAME}": GOOD_TEXT, "cortex.toml": "[policy]\nmax_steps = 1\n", "other/cortex.toml": ""},
    )
    inside = cortex_process(tmp_path / "plans", "plan", "--dry-run", "--request-file", NAME)
    assert (inside.code, "policy-budget" in inside.err) == (1, True)
    named = cortex_process(
        tmp_path / "plans", "plan", "--dry-run", "--repo-root", "../other", "--request-file", NAME
    )
    assert named.code == 0
