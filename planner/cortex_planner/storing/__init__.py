"""Storing: where the compiler and the ledger meet. Plans are posted, and later verified against the present.

The ledger does not compile and the compiler does not store; only this room knows both.
"""

from __future__ import annotations

from cortex_planner.storing.posting import open_cassette, post_request_and_plan
from cortex_planner.storing.verifying import Verification, verify_plan

__all__ = ["Verification", "open_cassette", "post_request_and_plan", "verify_plan"]
