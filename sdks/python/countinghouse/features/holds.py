# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import Transport


class HoldsListAnswerHoldsItemRowsItem(TypedDict):
    line: int
    debit_account_id: str
    debit_code: str
    credit_account_id: str
    credit_code: str
    amount: str
    currency: str
    value_date: str
    narrative: str
    rest: str


class HoldsListAnswerHoldsItem(TypedDict):
    intent_id: str
    status: Literal["open", "captured", "voided", "expired"]
    value_date: str
    expires_at: str
    placed_at: str
    placed_seq: int
    actor_id: str
    closed_by: str | None
    captured_by: List[str]
    rows: List[HoldsListAnswerHoldsItemRowsItem]


class HoldsListAnswer(TypedDict):
    holds: List[HoldsListAnswerHoldsItem]
    next: str | None


class Holds:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        status: Literal["open", "captured", "voided", "expired"] | None = None,
        q: str | None = None,
        after: int | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> HoldsListAnswer:
        """Holds, newest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/holds",
            query={"status": status, "q": q, "after": after, "limit": limit},
            repeats="always",
            timeout=timeout,
        )
