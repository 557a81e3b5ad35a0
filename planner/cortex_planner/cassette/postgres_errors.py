"""What PostgreSQL's errors mean to a user of the ledger. No message passes on a password."""

from __future__ import annotations

import psycopg
from psycopg import errors

from cortex_planner.cassette.location import scrubbed, without_password
from cortex_planner.cassette.refusal import refusal
from cortex_planner.cassette.store import DuplicateRowError
from cortex_planner.errors import CassetteError

_UNWRITABLE = (errors.ReadOnlySqlTransaction, errors.InsufficientPrivilege)
_PASSING = (
    errors.DeadlockDetected,
    errors.SerializationFailure,
    errors.LockNotAvailable,
    errors.QueryCanceled,
)


def translated(error: psycopg.Error, url: str) -> CassetteError | DuplicateRowError:
    """Return the error to raise in place of the driver's."""
    said = scrubbed(error.diag.message_primary or str(error).strip(), url)
    place = without_password(url)
    if isinstance(error, errors.UniqueViolation):
        return DuplicateRowError(said)
    if isinstance(error, psycopg.IntegrityError):
        return refusal(said)
    if isinstance(error, _UNWRITABLE):
        return CassetteError("cassette-read-only", f"{place} cannot be written: {said}; nothing was stored")
    if isinstance(error, psycopg.DataError):
        return CassetteError("cassette-value", f"the database refused it: {said}")
    retryable = isinstance(error, (psycopg.OperationalError, *_PASSING))
    return unreachable(place, said, retryable=retryable)


def unreachable(place: str, said: str, *, retryable: bool) -> CassetteError:
    """Return the error for a database that cannot be reached or does not answer."""
    message = f"{place} cannot be used: {said}"
    return CassetteError("cassette-unreachable", message, retryable=retryable)
