# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import Transport


class NotificationsListAnswerNotificationsItemActor(TypedDict):
    id: str
    name: str


class NotificationsListAnswerNotificationsItem(TypedDict):
    seq: int
    kind: Literal["approval_asked", "approval_approved", "approval_rejected", "mention", "comment", "period_started", "period_locked", "period_published", "period_reopened", "tasks_late"]
    at: str
    actor: NotificationsListAnswerNotificationsItemActor | None
    subject: Literal["intent", "approval", "exception", "period", "task"]
    subject_id: str
    period_id: str | None
    what: str | None
    says: str | None
    amount: str | None
    currency: str | None
    waiting: bool
    read: bool


class NotificationsListAnswer(TypedDict):
    notifications: List[NotificationsListAnswerNotificationsItem]
    unread: int
    next: str | None


class Notifications:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        view: Literal["mine", "everything"] | None = None,
        after: str | None = None,
        before: int | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> NotificationsListAnswer:
        """What concerns the caller, or everybody, the latest first; and how much of it they have not read. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/notifications",
            query={"view": view, "after": after, "before": before, "limit": limit},
            repeats="always",
            timeout=timeout,
        )
