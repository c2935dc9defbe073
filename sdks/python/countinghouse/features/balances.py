# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, TypedDict

from ..transport import Transport


class BalancesGetAnswerAccountsItem(TypedDict):
    id: str
    code: str
    currency: str
    balance: str
    minorUnits: int


class BalancesGetAnswerAsOf(TypedDict):
    seq: int
    event_hash: str
    snapshot_id: str | None
    value_date: str | None


class BalancesGetAnswer(TypedDict):
    accounts: List[BalancesGetAnswerAccountsItem]
    as_of: BalancesGetAnswerAsOf
    next: str | None


class Balances:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        snapshot_id: str | None = None,
        seq: int | None = None,
        known_at_seq: int | None = None,
        known_at: str | None = None,
        value_date: str | None = None,
        timeout: float | None = None,
    ) -> BalancesGetAnswer:
        """Balances now, or as of a snapshot of any kind, a seq, an instant, a value date, or a value date as it was known then. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/balances",
            query={"limit": limit, "after": after, "snapshot_id": snapshot_id, "seq": seq, "known_at_seq": known_at_seq, "known_at": known_at, "value_date": value_date},
            repeats="always",
            timeout=timeout,
        )
