"""`make bench`: every benchmark, one after the other; the table goes to the terminal and to benchmarks/results.md.

python benchmarks/run.py            all of them
python benchmarks/run.py reader     those whose name starts so
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
BENCHMARKS = (
    ("reader.py",),
    ("compiling.py",),
    ("lsp_editing.py",),
    ("lsp_breadth.py",),
    ("lsp_completion.py",),
    ("lsp_start.py",),
    ("lsp_typing.py",),
    ("substrate_index.py",),
    ("substrate_search.py",),
    ("cassette_claims.py",),
    ("cassette_posting.py",),
    ("cassette_growth.py",),
)


def main() -> int:
    """Run the benchmarks that were asked for."""
    wanted = sys.argv[1:]
    tables: list[str] = []
    failed = 0
    for name, *options in BENCHMARKS:
        if wanted and not any(name.startswith(each) for each in wanted):
            continue
        print(f"\n{name} ...", flush=True)
        done = subprocess.run(
            [sys.executable, str(HERE / name), *options], stdout=subprocess.PIPE, text=True, check=False
        )
        failed += done.returncode != 0
        shown = "\n".join(line for line in done.stdout.splitlines() if not line.startswith("{"))
        print(shown, flush=True)
        tables.append(shown)
    if not wanted:
        (HERE / "results.md").write_text(
            "# The last measurements\n" + "\n".join(tables) + "\n", encoding="utf-8"
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
