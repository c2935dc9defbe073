# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import Transport


class AuditExportConfigAnswer(TypedDict):
    webhook_url: str | None
    secret_mask: str | None
    secondary_url: str | None
    secondary_secret_mask: str | None


class AuditExportStatusAnswerDestinationsItem(TypedDict):
    destination: Literal["primary", "secondary"]
    origin: str
    state: Literal["current", "sending", "waiting", "stopped"]
    acknowledged_seq: int
    head_seq: int
    backlog: int
    attempts: int
    next_try_at: str | None
    failing_since: str | None
    last_error: str | None
    last_taken_at: str | None
    rotates_until: str | None
    dead_letters: int


class AuditExportStatusAnswerDeadLettersItem(TypedDict):
    destination: Literal["primary", "secondary"]
    seq: int
    event_type: str
    attempts: int
    last_error: str
    failed_at: str
    resending: bool


class AuditExportStatusAnswerActivityItem(TypedDict):
    id: str
    at: str
    kind: Literal["configured", "run", "archive_prepared", "failing", "stopped", "recovered", "dead_letter", "resend", "resent"]
    actor_id: str | None
    destination: Literal["primary", "secondary"] | None
    seq: int | None
    events: int | None
    detail: str | None


class AuditExportStatusAnswer(TypedDict):
    destinations: List[AuditExportStatusAnswerDestinationsItem]
    dead_letters: List[AuditExportStatusAnswerDeadLettersItem]
    activity: List[AuditExportStatusAnswerActivityItem]


class AuditExport:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def config(
        self,
        *,
        timeout: float | None = None,
    ) -> AuditExportConfigAnswer:
        """Where the log is sent. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/audit-export/config",
            repeats="always",
            timeout=timeout,
        )

    def status(
        self,
        *,
        timeout: float | None = None,
    ) -> AuditExportStatusAnswer:
        """How far each destination has the log, what it would not take, and what happened. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/audit-export/status",
            repeats="always",
            timeout=timeout,
        )
