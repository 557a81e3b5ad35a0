"""The inbox: what is read ahead decides what is still worth answering."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_server.lsp.frames import PAGE_BYTES, Encoder, Frames, framed
from cortex_server.lsp.inbox import (
    CONTENT_MODIFIED,
    REQUEST_CANCELLED,
    SERVER_CANCELLED,
    Inbox,
    Message,
)

TOKENS = "textDocument/semanticTokens/full"


def request(number: int, method: str = TOKENS, uri: str = "a") -> Message:
    return {"id": number, "method": method, "params": {"textDocument": {"uri": uri}}}


def edit(uri: str = "a") -> Message:
    return {"method": "textDocument/didChange", "params": {"textDocument": {"uri": uri}}}


def cancel(number: Any) -> Message:
    return {"method": "$/cancelRequest", "params": {"id": number}}


def handled(*messages: Message) -> tuple[list[object], list[tuple[Any, ...]]]:
    """Return what was taken (ids, or methods) and what was refused, when all of it comes at once."""

    async def received() -> tuple[list[object], list[tuple[Any, ...]]]:
        taken: list[object] = []
        refused: list[tuple[Any, ...]] = []
        inbox = Inbox(
            lambda message: taken.append(message.get("id", message["method"])),
            lambda *refusal: refused.append(refusal),
        )
        inbox.data_received(b"".join(framed(json.dumps(message).encode()) for message in messages))
        inbox.eof_received()
        await inbox.done
        return taken, refused

    return asyncio.run(received())


def test_messages_are_taken_in_the_order_in_which_they_came() -> None:
    assert handled(request(1), edit(), request(2))[0] == ["textDocument/didChange", 2]
    assert handled(edit(), request(1), request(2))[0] == ["textDocument/didChange", 1, 2]


def test_a_completion_goes_before_other_questions_about_the_same_text() -> None:
    """Someone waits for the list; it never overtakes an edit."""
    assert handled(request(1), request(2, "textDocument/completion"))[0] == [2, 1]
    messages = (request(1, "textDocument/hover"), edit(), request(2, "textDocument/completion"))
    assert handled(*messages)[0] == [1, "textDocument/didChange", 2]


def test_tokens_of_a_text_that_has_moved_on_are_refused_without_work() -> None:
    taken, refused = handled(request(1), edit())
    assert taken == ["textDocument/didChange"]
    assert [(each[0], each[1]) for each in refused] == [(1, CONTENT_MODIFIED)]


def test_a_client_that_pulls_diagnostics_too_early_is_told_to_pull_again() -> None:
    """Anything else would take away what it shows."""
    [refusal] = handled(request(1, "textDocument/diagnostic"), edit())[1]
    assert (refusal[1], refusal[3]) == (SERVER_CANCELLED, {"retriggerRequest": True})


@pytest.mark.parametrize(
    "messages",
    [
        (request(1), edit("b")),
        (request(1, "textDocument/completion"), edit()),
        (request(1, "textDocument/codeLens"), edit()),
        (request(1, "cortex/preview"), edit()),
        (request(1, "workspace/executeCommand"), edit()),
    ],
)
def test_what_the_client_would_not_ask_again_is_answered(messages: tuple[Message, ...]) -> None:
    """VS Code asks once for the completion of a name, and lenses that it does not get vanish."""
    assert handled(*messages)[0][0] == 1


def test_a_request_that_was_taken_back_before_its_turn_is_answered_as_cancelled() -> None:
    taken, refused = handled(request(1), request(2), cancel(1))
    assert taken == [2]
    assert [(each[0], each[1]) for each in refused] == [(1, REQUEST_CANCELLED)]


@pytest.mark.parametrize("odd", [b"nonsense", b"[1]", b'"text"', b'{"method": 3, "id": []}'])
def test_a_body_that_is_no_message_does_not_stop_the_next_one(odd: bytes) -> None:
    async def received() -> list[object]:
        taken: list[object] = []
        inbox = Inbox(lambda message: taken.append(message.get("id")), lambda *_: None)
        inbox.data_received(framed(odd) + framed(json.dumps(request(7)).encode()))
        inbox.eof_received()
        await inbox.done
        return taken

    assert asyncio.run(received())[-1] == 7


@given(st.lists(st.binary(max_size=40), max_size=6), st.lists(st.integers(1, 30), max_size=20))
def test_bodies_come_out_whole_however_the_bytes_are_cut(bodies: list[bytes], cuts: list[int]) -> None:
    stream, frames, found = b"".join(map(framed, bodies)), Frames(), []
    for size in [*cuts, len(stream)]:
        found += frames.feed(stream[:size])
        stream = stream[size:]
    assert found == bodies


@pytest.mark.parametrize(
    "header",
    [
        b"content-length: 2\r\n\r\n",
        b"Content-Type: x; charset=utf-8\r\nContent-Length:2\r\n\r\n",
        b"Content-Length: 2\r\nContent-Type: x\r\n\r\n",
        b"Nothing: useful\r\n\r\nContent-Length: 2\r\n\r\n",
    ],
)
def test_headers_may_be_written_in_any_way_that_the_protocol_allows(header: bytes) -> None:
    assert list(Frames().feed(header + b"{}")) == [b"{}"]


@pytest.mark.parametrize("value", ["\ud800", 2**70, "é", {"a": [None, True, 1.5]}])
def test_every_value_can_be_sent(value: object) -> None:
    """Half a surrogate pair and a large number are not for orjson, which writes once there was a page."""
    encode = Encoder(str)
    for message in ({"value": value}, {"page": "x" * PAGE_BYTES}, {"value": value}):
        assert json.loads(encode(message)) == message
