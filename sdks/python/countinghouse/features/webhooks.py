# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, NotRequired, TypedDict

from ..transport import Transport, segment


class WebhooksListAnswerWebhooksItem(TypedDict):
    id: str
    purpose: Literal["events", "audit_export"]
    name: str
    url: str
    event_types: List[str]
    payload_version: float
    enabled: bool
    created_at: str
    created_by: str
    state: Literal["current", "sending", "waiting", "stopped", "paused"]
    acknowledged_seq: int
    head_seq: int
    backlog: int
    attempts: int
    next_try_at: str | None
    failing_since: str | None
    last_error: str | None
    last_taken_at: str | None
    old_secret_until: str | None
    dead_letters: int


class WebhooksListAnswer(TypedDict):
    webhooks: List[WebhooksListAnswerWebhooksItem]


class WebhooksGetAnswerWebhook(TypedDict):
    id: str
    purpose: Literal["events", "audit_export"]
    name: str
    url: str
    event_types: List[str]
    payload_version: float
    enabled: bool
    created_at: str
    created_by: str
    state: Literal["current", "sending", "waiting", "stopped", "paused"]
    acknowledged_seq: int
    head_seq: int
    backlog: int
    attempts: int
    next_try_at: str | None
    failing_since: str | None
    last_error: str | None
    last_taken_at: str | None
    old_secret_until: str | None
    dead_letters: int


class WebhooksGetAnswerDeadLettersItem(TypedDict):
    seq: int
    event_type: str
    attempts: int
    last_error: str
    failed_at: str


class WebhooksGetAnswerReplaysItem(TypedDict):
    id: str
    from_seq: int
    to_seq: int
    done_seq: int
    asked_by: str
    asked_at: str
    finished_at: str | None


class WebhooksGetAnswer(TypedDict):
    webhook: WebhooksGetAnswerWebhook
    dead_letters: List[WebhooksGetAnswerDeadLettersItem]
    replays: List[WebhooksGetAnswerReplaysItem]


WebhooksTestAnswerDeliveryRequest = TypedDict(
    "WebhooksTestAnswerDeliveryRequest",
    {
        "id": "str",
        "body": "str",
    },
)


class WebhooksTestAnswerDelivery(TypedDict):
    id: str
    seq: int | None
    event_type: str
    cause: Literal["log", "replay", "test"]
    attempt: int
    sent_at: str
    duration_ms: int
    outcome: Literal["taken", "refused", "away", "gone"]
    status: int | None
    error: str | None
    request: WebhooksTestAnswerDeliveryRequest
    answer: str | None


class WebhooksTestAnswer(TypedDict):
    delivery: WebhooksTestAnswerDelivery


class WebhooksGoOnAnswerWebhook(TypedDict):
    id: str
    purpose: Literal["events", "audit_export"]
    name: str
    url: str
    event_types: List[str]
    payload_version: float
    enabled: bool
    created_at: str
    created_by: str
    state: Literal["current", "sending", "waiting", "stopped", "paused"]
    acknowledged_seq: int
    head_seq: int
    backlog: int
    attempts: int
    next_try_at: str | None
    failing_since: str | None
    last_error: str | None
    last_taken_at: str | None
    old_secret_until: str | None
    dead_letters: int


class WebhooksGoOnAnswer(TypedDict):
    webhook: WebhooksGoOnAnswerWebhook


class WebhooksReplayAnswerReplay(TypedDict):
    id: str
    from_seq: int
    to_seq: int
    done_seq: int
    asked_by: str
    asked_at: str
    finished_at: str | None


class WebhooksReplayAnswer(TypedDict):
    replay: WebhooksReplayAnswerReplay


class WebhooksReplayBody(TypedDict):
    from_seq: int
    to_seq: int


class WebhooksResendAnswer(TypedDict):
    queued: int


class WebhooksResendBody(TypedDict):
    seq: NotRequired[int]


class WebhooksDeliveriesAnswerDeliveriesItem(TypedDict):
    id: str
    seq: int | None
    event_type: str
    cause: Literal["log", "replay", "test"]
    attempt: int
    sent_at: str
    duration_ms: int
    outcome: Literal["taken", "refused", "away", "gone"]
    status: int | None
    error: str | None


class WebhooksDeliveriesAnswer(TypedDict):
    deliveries: List[WebhooksDeliveriesAnswerDeliveriesItem]
    next: str | None


WebhooksDeliveryAnswerDeliveryRequest = TypedDict(
    "WebhooksDeliveryAnswerDeliveryRequest",
    {
        "id": "str",
        "body": "str",
    },
)


class WebhooksDeliveryAnswerDelivery(TypedDict):
    id: str
    seq: int | None
    event_type: str
    cause: Literal["log", "replay", "test"]
    attempt: int
    sent_at: str
    duration_ms: int
    outcome: Literal["taken", "refused", "away", "gone"]
    status: int | None
    error: str | None
    request: WebhooksDeliveryAnswerDeliveryRequest
    answer: str | None


class WebhooksDeliveryAnswer(TypedDict):
    delivery: WebhooksDeliveryAnswerDelivery


class Webhooks:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> WebhooksListAnswer:
        """Webhook endpoints by name, with the two of the audit export where they are set, and how far each has the log. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/webhooks",
            repeats="always",
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> WebhooksGetAnswer:
        """A webhook endpoint, what it would not take, and its latest replays. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/webhooks/{segment(id)}",
            repeats="always",
            timeout=timeout,
        )

    def test(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> WebhooksTestAnswer:
        """Send a signed message of the type webhook.test now, and tell what was answered. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            f"/api/v1/webhooks/{segment(id)}/test",
            repeats="never",
            timeout=timeout,
        )

    def go_on(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> WebhooksGoOnAnswer:
        """Try a webhook endpoint again now that waits or is stopped. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            f"/api/v1/webhooks/{segment(id)}/go-on",
            repeats="never",
            timeout=timeout,
        )

    def replay(
        self,
        id: str,
        body: WebhooksReplayBody,
        *,
        timeout: float | None = None,
    ) -> WebhooksReplayAnswer:
        """Send a stretch of the log again, at most 10,000 events: those that the endpoint wants, or the one that is named. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            f"/api/v1/webhooks/{segment(id)}/replay",
            body=body,
            repeats="never",
            timeout=timeout,
        )

    def resend(
        self,
        id: str,
        body: WebhooksResendBody,
        *,
        timeout: float | None = None,
    ) -> WebhooksResendAnswer:
        """Send dead letters of a webhook endpoint again: the one that is named, or all of them. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            f"/api/v1/webhooks/{segment(id)}/dead-letters/resend",
            body=body,
            repeats="never",
            timeout=timeout,
        )

    def deliveries(
        self,
        id: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        only: Literal["failed"] | None = None,
        timeout: float | None = None,
    ) -> WebhooksDeliveriesAnswer:
        """What was sent to a webhook endpoint and how it went, the latest first: the last 1,000 of the last 30 days. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/webhooks/{segment(id)}/deliveries",
            query={"limit": limit, "after": after, "only": only},
            repeats="always",
            timeout=timeout,
        )

    def delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        timeout: float | None = None,
    ) -> WebhooksDeliveryAnswer:
        """One delivery, with what was sent and how the answer begins. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/webhooks/{segment(id)}/deliveries/{segment(delivery_id)}",
            repeats="always",
            timeout=timeout,
        )
