# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, TypedDict

from ..transport import Transport, segment


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


class BalancesOfAccountAnswerAsOf(TypedDict):
    seq: int
    event_hash: str
    snapshot_id: str | None
    value_date: str | None


class BalancesOfAccountAnswerMovedLast(TypedDict):
    seq: int
    line: int


class BalancesOfAccountAnswerProofAnchorCosignaturesItem(TypedDict):
    name: str
    at: str


class BalancesOfAccountAnswerProofAnchor(TypedDict):
    id: str
    hour: str | None
    from_seq: int
    to_seq: int
    root_hash: str
    checkpoint: str
    kid: str
    created_at: str
    anchored: bool
    anchored_at: str | None
    anchor_ref: str | None
    time_stamp: str | None
    cosignatures: List[BalancesOfAccountAnswerProofAnchorCosignaturesItem]


class BalancesOfAccountAnswerProof(TypedDict):
    seq: int
    event_hash: str
    leaf_hash: str
    leaf_index: int
    tree_size: int
    root_hash: str
    path: List[str]
    anchor: BalancesOfAccountAnswerProofAnchor | None


class BalancesOfAccountAnswer(TypedDict):
    account_id: str
    code: str
    currency: str
    balance: str
    balance_minor: str
    as_of: BalancesOfAccountAnswerAsOf
    moved_last: BalancesOfAccountAnswerMovedLast | None
    proof: BalancesOfAccountAnswerProof | None


class BalancesDaysOfAccountAnswer(TypedDict):
    account_id: str
    code: str
    currency: str
    as_of: str
    days: List[str]
    balances: List[str]


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

    def of_account(
        self,
        id: str,
        *,
        snapshot_id: str | None = None,
        seq: int | None = None,
        known_at_seq: int | None = None,
        known_at: str | None = None,
        value_date: str | None = None,
        timeout: float | None = None,
    ) -> BalancesOfAccountAnswer:
        """What one account holds, or held as of a value date as it was known then, with a proof of the log that this follows from. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/accounts/{segment(id)}/balance",
            query={"snapshot_id": snapshot_id, "seq": seq, "known_at_seq": known_at_seq, "known_at": known_at, "value_date": value_date},
            repeats="always",
            timeout=timeout,
        )

    def days_of_account(
        self,
        id: str,
        *,
        as_of: str | None = None,
        back: int | None = None,
        ahead: int | None = None,
        timeout: float | None = None,
    ) -> BalancesDaysOfAccountAnswer:
        """What one account held at the end of each day, and will hold with what is value-dated ahead. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/accounts/{segment(id)}/balance/days",
            query={"as_of": as_of, "back": back, "ahead": ahead},
            repeats="always",
            timeout=timeout,
        )
