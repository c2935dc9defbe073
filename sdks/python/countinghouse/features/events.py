# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict

from ..transport import File, Transport, segment


class EventsListAnswerEventsItemHeadSignature(TypedDict):
    seq: int
    event_hash: str
    event_ts: str
    kid: str
    signature: str


class EventsListAnswerEventsItem(TypedDict):
    seq: int
    event_id: str
    event_type: str
    name: str
    event_ts: str
    created_at: str
    actor_id: str
    event_hash: str
    prev_hash: str
    payload_hash: str
    signature: str | None
    head_signature: EventsListAnswerEventsItemHeadSignature | None
    hash_version: int
    intent_status: Literal["proposed", "validated", "executed", "rejected", "unknown"] | None
    payload: Dict[str, Any]


class EventsListAnswer(TypedDict):
    events: List[EventsListAnswerEventsItem]
    next: str | None


class Events:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        before: int | None = None,
        type: str | None = None,
        actor: str | None = None,
        from_seq: int | None = None,
        to_seq: int | None = None,
        since: str | None = None,
        until: str | None = None,
        timeout: float | None = None,
    ) -> EventsListAnswer:
        """The hash-chained log, newest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/events",
            query={"limit": limit, "after": after, "before": before, "type": type, "actor": actor, "from_seq": from_seq, "to_seq": to_seq, "since": since, "until": until},
            repeats="always",
            timeout=timeout,
        )

    def export(
        self,
        format: str,
        *,
        type: str | None = None,
        actor: str | None = None,
        from_seq: int | None = None,
        to_seq: int | None = None,
        since: str | None = None,
        until: str | None = None,
        timeout: float | None = None,
    ) -> File:
        """A part of the log as a file: CSV, or PDF to print. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/events/export/{segment(format)}",
            query={"type": type, "actor": actor, "from_seq": from_seq, "to_seq": to_seq, "since": since, "until": until},
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )
