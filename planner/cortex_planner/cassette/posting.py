"""Posting: how messages and plans enter the ledger, once, however often and by however many.

The look-up comes first. Whoever posts again, after a lost answer or from ten processes at once, gets
the ids of what is stored, and nothing is compiled. Where nothing is stored, the plan is compiled
outside any transaction (a compiler may take its time, and may refuse), then looked up again and
stored in one transaction: request, job and steps, or nothing.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from cortex_planner.canonical import canonical_json, content_hash
from cortex_planner.cassette import statements
from cortex_planner.cassette.store import DuplicateRowError, MessageRow, Row, Store
from cortex_planner.cassette.values import SOURCES, CompiledPlan, PostedPlan
from cortex_planner.cassette.wellformed import canonical_payload, require_names, require_word
from cortex_planner.errors import CassetteError

CompilePlan = Callable[[], CompiledPlan]
_MOST_RACES = 10
_FACTS_WITH_COLUMNS = ("path", "lines", "bytes", "git_blob")
_Stored = TypeVar("_Stored")


@dataclass(frozen=True, slots=True)
class _Request:
    """A plan request on its way in, with all that identifies it."""

    run_id: str
    request_id: str
    intent: str
    idempotency_key: str
    payload_json: str
    request_hash: str


def post_message(store: Store, payload: object, run_id: str, source: str, idempotency_key: str | None) -> str:
    """Store a message, unless its key is stored already, and return its id."""
    require_names(run_id=run_id)
    require_word("source", source, SOURCES)
    if idempotency_key is not None:
        require_names(idempotency_key=idempotency_key)
    text = canonical_payload("payload", payload)

    def store_message() -> str:
        found = _message_by_key(store, run_id, idempotency_key)
        if found is None:
            return _insert_message(store, run_id, source, idempotency_key, text)
        if found.payload_json != text:
            raise _conflict("key", idempotency_key, run_id)
        return found.message_id

    return _settle(store, store_message)


def post_plan(
    store: Store,
    run_id: str,
    request: Any,
    compile_plan: CompilePlan,
    idempotency_key: str | None,
) -> PostedPlan:
    """Store a request with the plan that `compile_plan` makes of it, unless it is stored already."""
    wanted = _read_request(run_id, request, compile_plan, idempotency_key)
    with store.snapshot():
        stored = _stored_plan(store, wanted)
    if stored is not None:
        return stored
    compiled = compile_plan()
    _require_same_request(wanted, compiled)
    return _settle(store, lambda: _stored_plan(store, wanted) or _insert_plan(store, wanted, compiled))


def _read_request(
    run_id: str, request: Any, compile_plan: CompilePlan, idempotency_key: str | None
) -> _Request:
    require_names(run_id=run_id)
    if not isinstance(request, dict) or not all(
        isinstance(request.get(field), str) for field in ("run_id", "request_id", "intent")
    ):
        compile_plan()  # it knows best what is wrong with such a request, and says so
        raise CassetteError("cassette-value", "a request names its run_id, request_id and intent")
    if request["run_id"] != run_id:
        message = f"the request belongs to run {request['run_id']!r}, not {run_id!r}"
        raise CassetteError("run-id-mismatch", message)
    key = request["request_id"] if idempotency_key is None else idempotency_key
    require_names(request_id=request["request_id"], intent=request["intent"], idempotency_key=key)
    text = canonical_payload("request", request)
    return _Request(run_id, request["request_id"], request["intent"], key, text, content_hash(request))


def _stored_plan(store: Store, wanted: _Request) -> PostedPlan | None:
    """Return what is stored for this request or its key; refuse where either stands for something else."""
    message = _message_by_key(store, wanted.run_id, wanted.idempotency_key)
    if message is not None and message.payload_json != wanted.payload_json:
        what = "request" if wanted.idempotency_key == wanted.request_id else "key"
        raise _conflict(what, wanted.idempotency_key, wanted.run_id)
    job = store.job_by_request(wanted.run_id, wanted.request_id)
    if job is None:
        return None
    if job.request_hash != wanted.request_hash:
        raise _conflict("request", wanted.request_id, wanted.run_id)
    step_ids = tuple(row[0] for row in store.rows(statements.STEP_IDS, {"job_id": job.job_id}))
    return PostedPlan(job.message_id, job.job_id, job.plan_hash, step_ids, already_stored=True)


def _require_same_request(wanted: _Request, compiled: CompiledPlan) -> None:
    plan = compiled.plan
    if (plan["run_id"], plan["request_id"]) != (wanted.run_id, wanted.request_id):
        raise CassetteError("run-id-mismatch", "the compiled plan belongs to another request")


def _insert_plan(store: Store, wanted: _Request, compiled: CompiledPlan) -> PostedPlan:
    message = _message_by_key(store, wanted.run_id, wanted.idempotency_key)
    if message is None:
        message_id = _insert_message(
            store, wanted.run_id, "USER", wanted.idempotency_key, wanted.payload_json
        )
        sequence = store.rows(statements.MESSAGE_SEQUENCE, {"message_id": message_id})[0][0]
    else:
        message_id, sequence = message.message_id, message.sequence
    job_id = f"job_{uuid.uuid4().hex}"
    store.run_each(statements.INSERT_JOB, [_job_row(wanted, compiled, message_id, job_id)])
    store.insert_steps(_step_rows(wanted, compiled, job_id, sequence))
    step_ids = tuple(step["step_id"] for step in compiled.plan["steps"])
    return PostedPlan(message_id, job_id, compiled.plan["plan_hash"], step_ids, already_stored=False)


def _job_row(wanted: _Request, compiled: CompiledPlan, message_id: str, job_id: str) -> dict[str, Any]:
    return {
        "job_id": job_id,
        "message_id": message_id,
        "run_id": wanted.run_id,
        "request_id": wanted.request_id,
        "intent": wanted.intent,
        "plan_hash": compiled.plan["plan_hash"],
        "request_hash": wanted.request_hash,
        "planner_version": compiled.plan["planner_version"],
        "section_index_hash": compiled.hashes.get("section_index_hash"),
        "symbols_hash": compiled.hashes.get("symbols_hash"),
        "configuration_hash": compiled.hashes.get("configuration_hash"),
    }


def _step_rows(wanted: _Request, compiled: CompiledPlan, job_id: str, sequence: int) -> list[Row]:
    steps = compiled.plan["steps"]
    texts = compiled.step_texts
    if texts is None:
        texts = [canonical_json(step) for step in steps]
    run_id, facts = wanted.run_id, compiled.facts
    return [
        (
            *(job_id, step["step_id"], step["ordinal"], text, run_id, sequence),
            *_fact_columns(facts.get(step["step_id"])),
        )
        for step, text in zip(steps, texts, strict=True)
    ]


def _fact_columns(facts: Mapping[str, Any] | None) -> Row:
    if not facts:
        return (None, None, None, None, None)
    columns = tuple(facts.get(name) for name in _FACTS_WITH_COLUMNS)
    rest = {name: value for name, value in facts.items() if name not in _FACTS_WITH_COLUMNS}
    return (*columns, canonical_json(rest) if rest else None)


def _message_by_key(store: Store, run_id: str, idempotency_key: str | None) -> MessageRow | None:
    return None if idempotency_key is None else store.message_by_key(run_id, idempotency_key)


def _insert_message(store: Store, run_id: str, source: str, idempotency_key: str | None, text: str) -> str:
    message_id = f"msg_{uuid.uuid4().hex}"
    parameters = {
        "message_id": message_id,
        "run_id": run_id,
        "source": source,
        "idempotency_key": idempotency_key,
        "payload_json": text,
    }
    store.run_each(statements.INSERT_MESSAGE, [parameters])
    return message_id


def _settle(store: Store, look_up_or_store: Callable[[], _Stored]) -> _Stored:
    """Store in one transaction; where another process was quicker, look at what it stored."""
    for _ in range(_MOST_RACES):
        try:
            with store.transaction():
                return look_up_or_store()
        except DuplicateRowError:
            continue
    message = f"{store.place}: other processes keep storing the same key"
    raise CassetteError("cassette-unreachable", message, retryable=True)


def _conflict(what: str, name: str | None, run_id: str) -> CassetteError:
    message = (
        f"the {what} {name!r} of run {run_id!r} is stored with another payload; a changed one needs a new id"
    )
    return CassetteError("idempotency-conflict", message, details={what: name, "run_id": run_id})
