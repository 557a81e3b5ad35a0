"""The cassette: an append-only ledger of plan requests, their plans, and what became of each step.

    message --- job --- step --- receipt
    (request)   (plan)  PENDING -> LEASED -> COMMITTED

The database itself refuses what the ledger does not allow; see `sqlite_schema` and `postgres_schema`.

**The seam for the compiler.** The ledger does not compile. `Cassette.post_plan(run_id, request,
compile_plan, idempotency_key=None)` looks the request up first and calls `compile_plan()` only where
nothing is stored, outside any transaction; it returns a `CompiledPlan(plan, hashes, facts)` or raises,
and then nothing is stored. The answer, a `PostedPlan`, has the ids of the stored plan and says whether
it was there already. To verify, `Cassette.stored_plan(run_id, request_id)` gives the rows as they
stand; `plan_findings(stored)` says whether they disagree among themselves ("stored-rows-altered"),
which is to be asked before anything is recompiled; then `stored.request_json` is compiled again and
compared with `stored.plan_hash`, `stored.planner_version`, `stored.hashes` and each step's
`payload_json` and `facts`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex_planner.lazy import lazy_names

if TYPE_CHECKING:
    from cortex_planner.cassette.ledger import DEFAULT_TTL_SECONDS, Cassette
    from cortex_planner.cassette.location import is_url, without_password
    from cortex_planner.cassette.posting import CompilePlan
    from cortex_planner.cassette.values import (
        Claim,
        CompiledPlan,
        Completion,
        JobStatus,
        PostedPlan,
        Receipt,
        RunStatus,
        StoredPlan,
        StoredStep,
    )
    from cortex_planner.cassette.verification import plan_findings

__all__ = [
    "DEFAULT_TTL_SECONDS",
    "Cassette",
    "Claim",
    "CompilePlan",
    "CompiledPlan",
    "Completion",
    "JobStatus",
    "PostedPlan",
    "Receipt",
    "RunStatus",
    "StoredPlan",
    "StoredStep",
    "is_url",
    "plan_findings",
    "without_password",
]

_HOMES = {
    "DEFAULT_TTL_SECONDS": "ledger",
    "Cassette": "ledger",
    "Claim": "values",
    "CompilePlan": "posting",
    "CompiledPlan": "values",
    "Completion": "values",
    "JobStatus": "values",
    "PostedPlan": "values",
    "Receipt": "values",
    "RunStatus": "values",
    "StoredPlan": "values",
    "StoredStep": "values",
    "is_url": "location",
    "plan_findings": "verification",
    "without_password": "location",
}

__getattr__ = lazy_names(__name__, _HOMES)
