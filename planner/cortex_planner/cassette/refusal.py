"""What is said in the same words on both engines: by triggers when they refuse, and where there is no cassette.

A trigger says a code, a colon and a sentence.
"""

from __future__ import annotations

import re

from cortex_planner.errors import CassetteError

_RAISED_BY_TRIGGERS = ("lease-expired", "lease-not-held")
_SAID = re.compile(r"(?P<code>[a-z]+(?:-[a-z]+)+): (?P<sentence>[^\n]*)")


def refusal(said: str) -> CassetteError:
    """Return the error for what the database said when it refused a row."""
    match = _SAID.match(said)
    if match is not None and match["code"] in _RAISED_BY_TRIGGERS:
        return CassetteError(match["code"], match["sentence"])
    return CassetteError("cassette-value", f"the database refused it: {said}")


def require_all(done: int, wanted: int, place: str) -> None:
    """Refuse to go on where the database wrote fewer rows than it was given, and said nothing."""
    if done != wanted:
        message = (
            f"{place} wrote {done} of {wanted} rows; someone altered its guards: cassette verify says how"
        )
        raise CassetteError("cassette-unreachable", message, details={"reason": "altered"})


def missing(place: str) -> CassetteError:
    """Return the error for a place that was to be read, and where nothing is."""
    details = {"reason": "missing"}
    return CassetteError("cassette-unreachable", f"there is no cassette at {place}", details=details)


def is_missing(error: CassetteError) -> bool:
    """Return whether an error says that there is no cassette."""
    return error.details.get("reason") == "missing"
