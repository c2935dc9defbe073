# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Dict, List, TypedDict

from ..transport import File, Transport, segment


class PostingsListAnswerPostingsItemDebit(TypedDict):
    account_id: str
    account_code: str
    balance_after: str


class PostingsListAnswerPostingsItemCredit(TypedDict):
    account_id: str
    account_code: str
    balance_after: str


class PostingsListAnswerPostingsItem(TypedDict):
    seq: int
    line: int
    intent_id: str
    booked_at: str
    value_date: str
    amount: str
    currency: str
    narrative: str
    debit: PostingsListAnswerPostingsItemDebit
    credit: PostingsListAnswerPostingsItemCredit


class PostingsListAnswer(TypedDict):
    postings: List[PostingsListAnswerPostingsItem]
    next: str | None


class Postings:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        account: str | None = None,
        entity: str | None = None,
        party_id: str | None = None,
        currency: str | None = None,
        amount_from: str | None = None,
        amount_to: str | None = None,
        value_from: str | None = None,
        value_to: str | None = None,
        booked_from: str | None = None,
        booked_to: str | None = None,
        metadata: Dict[str, str] | None = None,
        use_case: str | None = None,
        actor: str | None = None,
        intent_id: str | None = None,
        q: str | None = None,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> PostingsListAnswer:
        """Postings of all accounts, the latest booked first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/postings",
            query={"account": account, "entity": entity, "party_id": party_id, "currency": currency, "amount_from": amount_from, "amount_to": amount_to, "value_from": value_from, "value_to": value_to, "booked_from": booked_from, "booked_to": booked_to, "metadata": metadata, "use_case": use_case, "actor": actor, "intent_id": intent_id, "q": q, "limit": limit, "after": after},
            repeats="always",
            timeout=timeout,
        )

    def export(
        self,
        format: str,
        *,
        account: str | None = None,
        entity: str | None = None,
        party_id: str | None = None,
        currency: str | None = None,
        amount_from: str | None = None,
        amount_to: str | None = None,
        value_from: str | None = None,
        value_to: str | None = None,
        booked_from: str | None = None,
        booked_to: str | None = None,
        metadata: Dict[str, str] | None = None,
        use_case: str | None = None,
        actor: str | None = None,
        intent_id: str | None = None,
        q: str | None = None,
        timeout: float | None = None,
    ) -> File:
        """All postings that the filters leave, the latest booked first, as a file: CSV, or a posting a line as JSON. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/postings/export/{segment(format)}",
            query={"account": account, "entity": entity, "party_id": party_id, "currency": currency, "amount_from": amount_from, "amount_to": amount_to, "value_from": value_from, "value_to": value_to, "booked_from": booked_from, "booked_to": booked_to, "metadata": metadata, "use_case": use_case, "actor": actor, "intent_id": intent_id, "q": q},
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )
