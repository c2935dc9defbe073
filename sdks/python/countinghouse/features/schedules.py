# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict

from ..transport import Transport, segment


class SchedulesListAnswerSchedulesItemRowsItem(TypedDict):
    debit_account: str
    credit_account: str
    amount: str | None
    currency: str
    narrative: str


class SchedulesListAnswerSchedulesItem(TypedDict):
    id: str
    name: str
    template_id: str | None
    use_case: str
    constraints: Dict[str, Any]
    rows: List[SchedulesListAnswerSchedulesItemRowsItem]
    frequency: Literal["daily", "weekly", "monthly", "quarterly", "yearly"]
    start_on: str
    end_on: str | None
    status: Literal["active", "paused", "ended"]
    maker_id: str
    reason_code: str | None
    next_on: str | None
    created_at: str
    runs: int
    rejected: int


class SchedulesListAnswer(TypedDict):
    schedules: List[SchedulesListAnswerSchedulesItem]


class SchedulesRunsAnswerScheduleRowsItem(TypedDict):
    debit_account: str
    credit_account: str
    amount: str | None
    currency: str
    narrative: str


class SchedulesRunsAnswerSchedule(TypedDict):
    id: str
    name: str
    template_id: str | None
    use_case: str
    constraints: Dict[str, Any]
    rows: List[SchedulesRunsAnswerScheduleRowsItem]
    frequency: Literal["daily", "weekly", "monthly", "quarterly", "yearly"]
    start_on: str
    end_on: str | None
    status: Literal["active", "paused", "ended"]
    maker_id: str
    reason_code: str | None
    next_on: str | None
    created_at: str
    runs: int
    rejected: int


class SchedulesRunsAnswerRunsItem(TypedDict):
    on: str
    intent_id: str
    status: Literal["executed", "proposed", "rejected"]
    error_code: str | None
    seq: int


class SchedulesRunsAnswer(TypedDict):
    schedule: SchedulesRunsAnswerSchedule
    runs: List[SchedulesRunsAnswerRunsItem]


class Schedules:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        status: Literal["active", "paused", "ended"] | None = None,
        q: str | None = None,
        timeout: float | None = None,
    ) -> SchedulesListAnswer:
        """Recurring intents, by the day they post for next. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/schedules",
            query={"status": status, "q": q},
            repeats="always",
            timeout=timeout,
        )

    def runs(
        self,
        id: str,
        *,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> SchedulesRunsAnswer:
        """What a recurring intent posted, newest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/schedules/{segment(id)}/runs",
            query={"limit": limit},
            repeats="always",
            timeout=timeout,
        )
