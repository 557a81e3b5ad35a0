"""A small shop with a login, as the pictures of the READMEs show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "cortex.toml": """[[intents.fix_login.steps]]
name = "change"
op = "WRITE_FILE"
for_each = "files"
refs = { file_path = "{file}", content = "" }

[[intents.fix_login.steps]]
name = "test"
op = "RUN_TEST"
needs = ["change"]
refs = { test_name = "tests/test_login.py" }
""",
    "docs/login.md": """# Login

A visitor signs in with an address and a password.

## Errors

Say that the two do not fit together, never which of them is wrong.

## Locking

After five wrong passwords the account is locked for ten minutes.
""",
    "src/login.py": '''def authenticate(address: str, password: str) -> bool:
    """Return whether the password belongs to the address."""
    return check(password, stored_hash(address))


def lock(address: str) -> None:
    """Lock an account for ten minutes."""
''',
    "fix-login.plan-request.json": """{
  "run_id": "run-42",
  "request_id": "fix-login",
  "intent": "fix_login",
  "inputs": {
    "symbols": [
      "@DOC/docs/login.md#errors",
      "@CODE/src/login.py#authenticate"
    ],
    "files": [
      "src/login.py"
    ],
    "notes": [
      "Do not log passwords."
    ]
  },
  "budgets": {
    "max_steps": 20,
    "max_bytes": 2000
  }
}
""",
}


def make_shop(folder: Path) -> Path:
    """Write the shop's files into a new folder."""
    for name, text in FILES.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder
