# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Dict, TypedDict

from ..transport import Transport


class LimitsGetAnswerLimits(TypedDict):
    high_risk_amount: str | None
    txn_amount_max: str | None
    daily_txn_amount_max: str | None
    daily_txn_count_max: int | None


class LimitsGetAnswerSetValue(TypedDict):
    set_at: str
    set_by: str


class LimitsGetAnswerToday(TypedDict):
    day: str
    count: int
    amount: str | None
    missing_rate: str | None


class LimitsGetAnswer(TypedDict):
    limits: LimitsGetAnswerLimits
    reporting_currency: str
    set: Dict[str, LimitsGetAnswerSetValue]
    today: LimitsGetAnswerToday


class Limits:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> LimitsGetAnswer:
        """The limits of the organisation, and what today has used of them. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/limits",
            repeats="always",
            timeout=timeout,
        )
