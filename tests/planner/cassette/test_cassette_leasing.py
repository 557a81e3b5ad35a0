from __future__ import annotations

import time
from typing import Any

import pytest
from planner.cassette.cassette_examples import complete, post
from planner.cassette.raw_ledger import RawLedger

from cortex_planner.cassette import Cassette, Claim, Completion, Receipt
from cortex_planner.errors import CassetteError

SHORT = 0.15


def refused(code: str) -> Any:
    return pytest.raises(CassetteError, check=lambda error: error.code == code)


def claimed(cassette: Cassette, worker: str = "w", ttl: float = 300) -> Claim:
    claim = cassette.claim_step("run", worker, ttl)
    assert claim is not None
    return claim


def expired(cassette: Cassette, worker: str = "w") -> Claim:
    claim = claimed(cassette, worker, SHORT)
    time.sleep(SHORT + 0.05)
    return claim


def test_steps_are_claimed_in_order_of_message_then_ordinal(cassette: Cassette) -> None:
    jobs = [post(cassette, request_id=name, size=2).job_id for name in ("z", "a")]
    claims = [cassette.claim_step("run", "w") for _ in range(4)]
    assert [(c.job_id, c.ordinal) for c in claims if c] == [(job, n) for job in jobs for n in (1, 2)]
    assert cassette.claim_step("run", "w") is None


def test_a_claim_has_the_step_and_its_first_token(cassette: Cassette) -> None:
    posted = post(cassette)
    claim = claimed(cassette)
    assert claim == Claim(
        run_id="run",
        message_id=posted.message_id,
        job_id=posted.job_id,
        step_id=posted.step_ids[0],
        ordinal=1,
        payload=claim.payload,
        fencing_token=1,
        lease_expires_at=claim.lease_expires_at,
    )
    assert claim.payload["refs"] == {"message": "note 1"}
    assert claim.lease_expires_at.endswith("Z")


def test_a_batch_is_what_single_claims_would_be(cassette: Cassette) -> None:
    post(cassette, size=5)
    assert [claim.ordinal for claim in cassette.claim_steps("run", "w", 3)] == [1, 2, 3]
    assert [claim.ordinal for claim in cassette.claim_steps("run", "w", 99)] == [4, 5]
    assert cassette.claim_steps("run", "w", 1) == []


def test_runs_do_not_see_each_others_steps(cassette: Cassette) -> None:
    post(cassette, "other")
    assert cassette.claim_step("run", "w") is None


def test_completing_commits_and_keeps_the_receipt(cassette: Cassette, raw: RawLedger) -> None:
    posted = post(cassette, size=1)
    receipt = complete(cassette, claimed(cassette), payload={"out": [1]}, outcome="FAILURE")
    assert receipt == Receipt(
        "run", posted.job_id, posted.step_ids[0], "w", 1, "FAILURE", {"out": [1]}, receipt.created_at
    )
    assert raw.run("SELECT status, lease_owner, fencing_token FROM cassette_steps") == [("COMMITTED", "w", 1)]


def test_the_identical_completion_again_gives_the_same_receipt(cassette: Cassette) -> None:
    """The worker's acknowledgement was lost, so it asks again."""
    post(cassette)
    claim = claimed(cassette)
    first = complete(cassette, claim, payload={"a": 1})
    time.sleep(0.01)
    assert complete(cassette, claim, payload={"a": 1}) == first
    for other in ({"payload": {"a": 2}}, {"payload": {"a": 1}, "outcome": "ABORTED"}, {"worker": "v"}):
        with refused("step-committed"):
            complete(cassette, claim, **{"payload": {"a": 1}} | other)


def test_only_the_holder_completes_and_renews(cassette: Cassette) -> None:
    post(cassette)
    claim = claimed(cassette)
    for worker, token in (("v", 1), ("w", 2)):
        with refused("lease-not-held"):
            cassette.complete_step("run", claim.job_id, claim.step_id, worker, token, None, "SUCCESS")
        with refused("lease-not-held"):
            cassette.renew_lease("run", claim.job_id, claim.step_id, worker, token)


def test_a_pending_step_is_not_leased(cassette: Cassette) -> None:
    posted = post(cassette)
    with refused("step-not-leased"):
        cassette.complete_step("run", posted.job_id, posted.step_ids[0], "w", 1, None, "SUCCESS")


def test_a_step_of_another_run_is_a_mismatch(cassette: Cassette) -> None:
    post(cassette)
    claim = claimed(cassette)
    with refused("run-mismatch"):
        cassette.complete_step("other", claim.job_id, claim.step_id, "w", 1, None, "SUCCESS")
    complete(cassette, claim)
    with refused("run-mismatch"):
        cassette.complete_step("other", claim.job_id, claim.step_id, "w", 1, None, "SUCCESS")


def test_an_unknown_step_is_not_stored(cassette: Cassette) -> None:
    posted = post(cassette)
    with refused("plan-not-stored"):
        cassette.renew_lease("run", posted.job_id, "step_none", "w", 1)


def test_a_dead_workers_step_comes_back_by_requeue_only(cassette: Cassette) -> None:
    post(cassette, size=1)
    late = expired(cassette)
    assert cassette.claim_step("run", "v") is None
    with refused("lease-expired"):
        complete(cassette, late)
    assert cassette.requeue_expired() == [(late.job_id, late.step_id)]
    with refused("step-not-leased"):
        complete(cassette, late)
    again = claimed(cassette, "v")
    assert again.fencing_token == 2
    with refused("lease-not-held"):
        complete(cassette, late)
    assert complete(cassette, again, "v").fencing_token == 2


def test_requeue_leaves_live_leases_and_other_runs_alone(cassette: Cassette) -> None:
    post(cassette, "other", size=1)
    assert cassette.claim_step("other", "w", SHORT)
    post(cassette, size=2)
    dead = expired(cassette)
    claimed(cassette)
    assert cassette.requeue_expired("run") == [(dead.job_id, dead.step_id)]
    assert len(cassette.requeue_expired()) == 1
    assert cassette.requeue_expired() == []


def test_renewing_never_shortens_a_lease(cassette: Cassette) -> None:
    post(cassette)
    claim = claimed(cassette, ttl=300)
    assert cassette.renew_lease("run", claim.job_id, claim.step_id, "w", 1, 1) == claim.lease_expires_at
    assert cassette.renew_lease("run", claim.job_id, claim.step_id, "w", 1, 900) > claim.lease_expires_at


def test_an_expired_lease_is_not_renewed(cassette: Cassette) -> None:
    post(cassette)
    claim = expired(cassette)
    with refused("lease-expired"):
        cassette.renew_lease("run", claim.job_id, claim.step_id, "w", 1)


def test_a_batch_is_completed_whole_or_not_at_all(cassette: Cassette) -> None:
    posted = post(cassette, size=3)
    claims = cassette.claim_steps("run", "w", 3)
    batch = [Completion("run", c.job_id, c.step_id, "w", c.fencing_token, {"n": c.ordinal}) for c in claims]
    with refused("lease-not-held"):
        cassette.complete_steps([*batch[:2], batch[2]._replace(fencing_token=7)])
    assert cassette.job_status(posted.job_id).committed == 0
    receipts = cassette.complete_steps(batch)
    assert [receipt.payload for receipt in receipts] == [{"n": 1}, {"n": 2}, {"n": 3}]
    assert cassette.complete_steps(batch) == receipts


def test_a_batch_may_be_mappings_tuples_and_hold_repeats(cassette: Cassette) -> None:
    post(cassette, size=1)
    claim = claimed(cassette)
    one = Completion("run", claim.job_id, claim.step_id, "w", 1, {}, "SUCCESS")
    receipts = cassette.complete_steps([one, tuple(one), one._asdict()])
    assert len(set(map(repr, receipts))) == 1
    assert cassette.complete_steps([]) == []
    with refused("cassette-value"):
        cassette.complete_steps([("run",)])


def test_a_later_step_may_be_completed_first(cassette: Cassette) -> None:
    post(cassette, size=2)
    claimed(cassette)
    assert complete(cassette, claimed(cassette, "v"), "v").outcome == "SUCCESS"


@pytest.mark.parametrize("ttl", [0, -1, float("nan"), float("inf"), "300", True, None, 10**12])
def test_a_lease_needs_a_length(cassette: Cassette, ttl: Any) -> None:
    post(cassette)
    with refused("cassette-value"):
        cassette.claim_step("run", "w", ttl)


@pytest.mark.parametrize("n", [0, -1, 1.0, True, "1", 2**63])
def test_a_batch_needs_a_size(cassette: Cassette, n: Any) -> None:
    with refused("cassette-value"):
        cassette.claim_steps("run", "w", n)


def test_an_unknown_outcome_is_refused(cassette: Cassette) -> None:
    post(cassette)
    with refused("cassette-value"):
        complete(cassette, claimed(cassette), outcome="DONE")


def test_a_receipt_without_commit_is_not_requeued(cassette: Cassette, raw: RawLedger) -> None:
    """Only raw SQL makes one; were it requeued, the step could never be committed."""
    post(cassette, size=1)
    claim = claimed(cassette, ttl=SHORT)
    raw.run(
        "INSERT INTO cassette_receipts (job_id, step_id, worker_id, fencing_token, outcome, payload_json)"
        " VALUES (?, ?, 'w', 1, 'SUCCESS', 'null')",
        parameters=(claim.job_id, claim.step_id),
    )
    time.sleep(SHORT + 0.05)
    assert cassette.requeue_expired() == []
    assert [finding.code for finding in cassette.verify()] == ["stored-state"]
