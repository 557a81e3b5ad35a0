"""Time in the ledger: integer milliseconds UTC in the rows, RFC 3339 text in the API."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from functools import lru_cache

LAST_MOMENT = 253_402_300_799_999
"""The end of the year 9999, after which RFC 3339 has no words."""


def now_milliseconds() -> int:
    """Return this machine's time."""
    return time.time_ns() // 1_000_000


def rfc3339(milliseconds: int) -> str:
    """Return a row's time as the API shows it: `2026-01-31T12:00:00.000Z`."""
    seconds, rest = divmod(min(max(milliseconds, 0), LAST_MOMENT), 1000)
    return f"{_to_the_second(seconds)}.{rest:03d}Z"


@lru_cache(maxsize=64)  # hundreds of leases and receipts share a second
def _to_the_second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()[:19]
