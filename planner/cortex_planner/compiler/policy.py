"""Policy: limits that `cortex.toml` sets and that no request, and no finding's fix, can exceed."""

from __future__ import annotations

from cortex_planner.config.model import Policy
from cortex_planner.kinds import matches_glob

ALWAYS_PROTECTED = ("cortex/_generated/",)
_GIT = ".git"
PROTECTED_UNLESS_NAMED = "cortex.toml"


def is_writable(path: str, policy: Policy) -> bool:
    """Return whether a step may change the file at `path`; `cortex.toml` only where a pattern names it."""
    folded = path.lower()  # some file systems do not tell `.GIT` from `.git`
    if _GIT in folded.split("/") or folded.startswith(ALWAYS_PROTECTED):
        return False
    if policy.writable is None:
        return folded != PROTECTED_UNLESS_NAMED
    if folded == PROTECTED_UNLESS_NAMED:
        return any(glob.lstrip("/") == PROTECTED_UNLESS_NAMED for glob in policy.writable)
    return any(matches_glob(glob, path) for glob in policy.writable)


def ceiling(policy: Policy, name: str) -> int | None:
    """Return the ceiling of `steps`, `bytes` or `symbols`, or None where there is none."""
    value: int | None = getattr(policy, f"max_{name}")
    return value
