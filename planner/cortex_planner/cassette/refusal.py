"""What a trigger says when it refuses: a code, a colon, a sentence. The same words on both engines."""

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
