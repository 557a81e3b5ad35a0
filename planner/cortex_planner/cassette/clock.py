"""Time in the ledger: integer milliseconds UTC in the rows, RFC 3339 text in the API."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from functools import lru_cache


def now_milliseconds() -> int:
    """Return this machine's time."""
    return time.time_ns() // 1_000_000


@lru_cache(maxsize=64)  # the leases and receipts of a batch share one moment
def rfc3339(milliseconds: int) -> str:
    """Return a row's time as the API shows it: `2026-01-31T12:00:00.000Z`."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC).isoformat()[:19]}.{rest:03d}Z"
