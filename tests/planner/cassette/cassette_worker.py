"""A process of its own that works on a ledger, for tests that kill it: `cassette_worker.py ROLE PLACE ...`.

It says `ready` when the ledger is open; what was acknowledged to it, it prints, one line each.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from planner.cassette.cassette_examples import post

from cortex_planner.cassette import Cassette, Claim
from cortex_planner.errors import CassetteError

Answer = TypeVar("Answer")
TTL_SECONDS = 1.5


def drain(place: str, run_id: str, worker: str) -> None:
    """Claim and complete until every step of the run is committed; bring back what dead workers held."""
    with insist(Cassette.open, place) as cassette:
        say("ready")
        while True:
            claim = insist(cassette.claim_step, run_id, worker, TTL_SECONDS)
            if claim is not None:
                hand_in(cassette, claim, worker)
            elif not insist(cassette.requeue_expired, run_id):
                if all(run.pending + run.leased + run.expired == 0 for run in insist(cassette.runs)):
                    return
                time.sleep(0.05)


def hand_in(cassette: Cassette, claim: Claim, worker: str) -> None:
    arguments = (claim.run_id, claim.job_id, claim.step_id, worker, claim.fencing_token, {}, "SUCCESS")
    try:
        insist(cassette.complete_step, *arguments)
    except CassetteError as error:
        if error.code not in {"lease-expired", "lease-not-held", "step-not-leased", "step-committed"}:
            raise
    else:
        say(claim.step_id)


def complete_and_die(place: str) -> None:
    """Claim a step, say what was claimed, and die in the moment after its completion was stored."""
    with Cassette.open(place) as cassette:
        claim = cassette.claim_step("run", "w")
        assert claim is not None
        say(f"{claim.job_id} {claim.step_id} {claim.fencing_token}")
        cassette.complete_step(
            claim.run_id, claim.job_id, claim.step_id, "w", claim.fencing_token, {"n": 1}, "SUCCESS"
        )
        os.kill(os.getpid(), signal.SIGKILL)


def post_many(place: str, prefix: str) -> None:
    """Post plans until killed."""
    with Cassette.open(place) as cassette:
        say("ready")
        for number in range(10_000):
            say(post(cassette, request_id=f"{prefix}-{number}", size=100).job_id)


def post_one(place: str) -> None:
    """Post one plan when a line comes in, together with others."""
    with Cassette.open(place) as cassette:
        say("ready")
        sys.stdin.readline()
        posted = post(cassette, size=50)
        say(f"{posted.message_id} {posted.job_id}")


def post_into_little_room(place: str, largest_file: str) -> None:
    """Post a large plan where no file may grow beyond a size, and say what was refused."""
    with Cassette.open(place) as cassette:
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(largest_file), int(largest_file)))
        try:
            post(cassette, request_id="large", size=5_000)
        except CassetteError as error:
            say(error.code)


def insist(call: Callable[..., Answer], *arguments: Any) -> Answer:
    """Call again as long as the ledger says that it may help."""
    while True:
        try:
            return call(*arguments)
        except CassetteError as error:
            if not error.retryable:
                raise
            time.sleep(0.05)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    role, *rest = sys.argv[1:]
    globals()[role](*rest)
