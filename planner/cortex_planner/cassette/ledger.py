"""The cassette itself: one open ledger, and everything that can be asked of it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from types import ModuleType, TracebackType
from typing import Any, Self

from cortex_planner.cassette import leasing, posting, reading, verification
from cortex_planner.cassette.location import file_path, is_url, postgres_url
from cortex_planner.cassette.posting import CompilePlan
from cortex_planner.cassette.store import Store
from cortex_planner.cassette.values import Claim, JobStatus, PostedPlan, Receipt, RunStatus, StoredPlan
from cortex_planner.errors import CassetteError
from cortex_planner.finding import Finding

DEFAULT_TTL_SECONDS = 300


class Cassette:
    """An open ledger, and a context manager that closes it.

    It may be shared by threads (a worker that renews its lease while it works); their calls take
    turns. It must not be carried over a fork: open another one there.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    @classmethod
    def open(cls, path_or_url: str | os.PathLike[str], *, make: bool = True) -> Self:
        """Open a ledger: a SQLite file or a PostgreSQL URL. Where there is none it is made, or refused."""
        if is_url(path_or_url):
            url = postgres_url(str(path_or_url))
            return cls(_postgres().open_postgres(url, make=make))
        from cortex_planner.cassette.sqlite_store import open_sqlite

        return cls(open_sqlite(file_path(path_or_url), make=make))

    @classmethod
    def open_to_read(cls, path_or_url: str | os.PathLike[str]) -> Self:
        """Open a ledger that must not be changed or made; a missing one is an error."""
        if is_url(path_or_url):
            url = postgres_url(str(path_or_url))
            return cls(_postgres().open_postgres_to_read(url))
        from cortex_planner.cassette.sqlite_store import open_sqlite_to_read

        return cls(open_sqlite_to_read(file_path(path_or_url)))

    @property
    def place(self) -> str:
        """Where the ledger is, without a password."""
        return self._store.place

    def post_message(self, payload: Any, run_id: str, source: str, idempotency_key: str | None = None) -> str:
        """Store a message and return its id; the same key and payload give the same id again."""
        return posting.post_message(self._store, payload, run_id, source, idempotency_key)

    def post_plan(
        self,
        run_id: str,
        request: Any,
        compile_plan: CompilePlan,
        idempotency_key: str | None = None,
    ) -> PostedPlan:
        """Store a request and its plan in one transaction, or return what is stored, without compiling."""
        return posting.post_plan(self._store, run_id, request, compile_plan, idempotency_key)

    def claim_step(
        self, run_id: str, worker_id: str, ttl_seconds: float = DEFAULT_TTL_SECONDS
    ) -> Claim | None:
        """Lease the next PENDING step of a run, or return None where there is none."""
        claims = leasing.claim_steps(self._store, run_id, worker_id, 1, ttl_seconds)
        return claims[0] if claims else None

    def claim_steps(
        self, run_id: str, worker_id: str, n: int, ttl_seconds: float = DEFAULT_TTL_SECONDS
    ) -> list[Claim]:
        """Lease up to `n` PENDING steps of a run, in order."""
        return leasing.claim_steps(self._store, run_id, worker_id, n, ttl_seconds)

    def renew_lease(
        self,
        run_id: str,
        job_id: str,
        step_id: str,
        worker_id: str,
        fencing_token: int,
        ttl_seconds: float = DEFAULT_TTL_SECONDS,
    ) -> str:
        """Keep a step for `ttl_seconds` from now and return when the lease ends; it never ends sooner."""
        return leasing.renew_lease(
            self._store, run_id, job_id, step_id, worker_id, fencing_token, ttl_seconds
        )

    def complete_step(
        self,
        run_id: str,
        job_id: str,
        step_id: str,
        worker_id: str,
        fencing_token: int,
        receipt_payload: Any,
        outcome: str,
    ) -> Receipt:
        """Commit a leased step with its receipt; the identical call again returns the same receipt."""
        arguments = (run_id, job_id, step_id, worker_id, fencing_token, receipt_payload, outcome)
        return leasing.complete_steps(self._store, [arguments])[0]

    def complete_steps(self, completions: Iterable[object]) -> list[Receipt]:
        """Commit all or none; each item is a `Completion`, or the arguments of `complete_step`."""
        return leasing.complete_steps(self._store, completions)

    def requeue_expired(self, run_id: str | None = None) -> list[tuple[str, str]]:
        """Make steps whose lease has expired PENDING again; return their (job_id, step_id)."""
        return leasing.requeue_expired(self._store, run_id)

    def job_status(self, job_id: str) -> JobStatus:
        """Return where one job stands."""
        return reading.job_statuses(self._store, None, None, job_id)[0]

    def jobs(
        self, run_id: str | None = None, request_id: str | None = None, job_id: str | None = None
    ) -> list[JobStatus]:
        """Return where the jobs stand that the ids name, or all; an id that names none is an error."""
        return reading.job_statuses(self._store, run_id, request_id, job_id)

    def find_job(self, run_id: str, request_id: str) -> JobStatus | None:
        """Return the job that is stored for a request, or None."""
        try:
            return reading.job_statuses(self._store, run_id, request_id, None)[0]
        except CassetteError as error:
            if error.code == "plan-not-stored":
                return None
            raise

    def require_run(self, run_id: str) -> None:
        """Refuse a run of which nothing is stored (`plan-not-stored`)."""
        reading.require_run(self._store, run_id)

    def runs(self) -> list[RunStatus]:
        """Return where every run stands."""
        return reading.run_statuses(self._store)

    def stored_plan(self, run_id: str, request_id: str) -> StoredPlan:
        """Return a plan as its rows say it, for comparison with one compiled anew."""
        return reading.stored_plan(self._store, run_id, request_id)

    def export(self, job_id: str) -> list[dict[str, Any]]:
        """Return every row of a job as `{"table", "row"}`: message, job, steps, receipts."""
        return reading.exported_rows(self._store, job_id)

    def verify(self, run_id: str | None = None) -> list[Finding]:
        """Return what is wrong with the ledger's guards and rows; nothing is recompiled."""
        return verification.verify(self._store, run_id)

    def close(self) -> None:
        """Let the database go."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Cassette {self.place}>"


def _postgres() -> ModuleType:
    """Return the store for PostgreSQL, of which nothing is imported until it is used."""
    try:
        from cortex_planner.cassette import postgres_store
    except ModuleNotFoundError as error:
        message = "PostgreSQL needs the psycopg package: pip install 'cortex-plan[postgres]'"
        raise CassetteError("cassette-unreachable", message, details={"reason": "driver"}) from error
    return postgres_store
