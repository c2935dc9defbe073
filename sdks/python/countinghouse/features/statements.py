# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, TypedDict

from ..transport import File, Transport, segment


class StatementsGetAnswerLinesItemCounterparty(TypedDict):
    id: str
    code: str


class StatementsGetAnswerLinesItem(TypedDict):
    seq: int
    line: int
    event_id: str
    intent_id: str
    value_date: str
    booked_at: str
    narrative: str
    counterparty: StatementsGetAnswerLinesItemCounterparty
    debit: str | None
    credit: str | None
    balance: str
    balance_minor: str
    currency: str


class StatementsGetAnswer(TypedDict):
    lines: List[StatementsGetAnswerLinesItem]
    next: str | None


class StatementsTotalsAnswer(TypedDict):
    count: int
    currency: str
    debit: str
    credit: str
    opening: str | None
    opening_minor: str | None
    closing: str | None
    closing_minor: str | None


class Statements:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        id: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        min: str | None = None,
        max: str | None = None,
        q: str | None = None,
        counterparty: str | None = None,
        after: str | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> StatementsGetAnswer:
        """Postings of an account, newest first, each with the balance after it; a page at a time. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/accounts/{segment(id)}/statement",
            query={"from": from_, "to": to, "min": min, "max": max, "q": q, "counterparty": counterparty, "after": after, "limit": limit},
            repeats="always",
            timeout=timeout,
        )

    def totals(
        self,
        id: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        min: str | None = None,
        max: str | None = None,
        q: str | None = None,
        counterparty: str | None = None,
        timeout: float | None = None,
    ) -> StatementsTotalsAnswer:
        """How many postings a statement has and what they come to on each side. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/accounts/{segment(id)}/statement/totals",
            query={"from": from_, "to": to, "min": min, "max": max, "q": q, "counterparty": counterparty},
            repeats="always",
            timeout=timeout,
        )

    def csv(
        self,
        id: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        min: str | None = None,
        max: str | None = None,
        q: str | None = None,
        counterparty: str | None = None,
        timeout: float | None = None,
    ) -> File:
        """The whole statement as a file: every line that the filters leave, newest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/accounts/{segment(id)}/statement.csv",
            query={"from": from_, "to": to, "min": min, "max": max, "q": q, "counterparty": counterparty},
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )
