# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Dict, List, Literal, NotRequired, TypedDict

from ..transport import File, Transport, segment


class PartiesSearchAnswerPartiesItem(TypedDict):
    id: str
    label: str
    kind: str
    external_ref: str | None
    created_at: str
    metadata: Dict[str, str]


class PartiesSearchAnswer(TypedDict):
    parties: List[PartiesSearchAnswerPartiesItem]
    total: int
    next: str | None


class PartiesCreateAnswerParty(TypedDict):
    id: str
    label: str
    kind: str
    external_ref: str | None
    created_at: str
    metadata: Dict[str, str]


class PartiesCreateAnswerDetails(TypedDict):
    eligible: int


class PartiesCreateAnswer(TypedDict):
    party: NotRequired[PartiesCreateAnswerParty]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[PartiesCreateAnswerDetails]


class PartiesCreateBody(TypedDict):
    label: str
    kind: NotRequired[str]
    external_ref: NotRequired[str | None]
    metadata: NotRequired[Dict[str, str]]


class PartiesNamesAnswerPartiesItem(TypedDict):
    id: str
    label: str


class PartiesNamesAnswer(TypedDict):
    parties: List[PartiesNamesAnswerPartiesItem]


class PartiesNamesBody(TypedDict):
    ids: List[str]


class PartiesGetAnswerParty(TypedDict):
    id: str
    label: str
    kind: str
    external_ref: str | None
    created_at: str
    metadata: Dict[str, str]


class PartiesGetAnswer(TypedDict):
    party: PartiesGetAnswerParty


class PartiesChangeAnswerParty(TypedDict):
    id: str
    label: str
    kind: str
    external_ref: str | None
    created_at: str
    metadata: Dict[str, str]


class PartiesChangeAnswerDetails(TypedDict):
    eligible: int


class PartiesChangeAnswer(TypedDict):
    party: NotRequired[PartiesChangeAnswerParty]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[PartiesChangeAnswerDetails]


class PartiesChangeBody(TypedDict):
    label: str
    kind: NotRequired[str]
    external_ref: NotRequired[str | None]


class PartiesPositionAnswerSumsItem(TypedDict):
    currency: str
    minor_units: int
    held: str
    held_minor: str
    owed_to_them: str
    owed_to_them_minor: str
    owed_to_us: str
    owed_to_us_minor: str


class PartiesPositionAnswerExposure(TypedDict):
    currency: str
    minor_units: int
    limit: str
    limit_minor: str
    used: str | None
    used_minor: str | None
    set_at: str
    set_by: str


class PartiesPositionAnswerMonthsItem(TypedDict):
    month: str
    currency: str
    minor_units: int
    debits: str
    debits_minor: str
    credits: str
    credits_minor: str


class PartiesPositionAnswerMovementsItem(TypedDict):
    seq: int
    line: int
    intent_id: str | None
    value_date: str
    booked_at: str
    narrative: str
    account_id: str
    account_code: str
    other_code: str
    currency: str
    minor_units: int
    amount: str
    amount_minor: str


class PartiesPositionAnswerAheadItem(TypedDict):
    seq: int
    line: int
    intent_id: str | None
    value_date: str
    booked_at: str
    narrative: str
    account_id: str
    account_code: str
    other_code: str
    currency: str
    minor_units: int
    amount: str
    amount_minor: str


class PartiesPositionAnswer(TypedDict):
    accounts: int
    sums: List[PartiesPositionAnswerSumsItem]
    exposure: PartiesPositionAnswerExposure | None
    months: List[PartiesPositionAnswerMonthsItem]
    movements: List[PartiesPositionAnswerMovementsItem]
    ahead: List[PartiesPositionAnswerAheadItem]


class PartiesStatementAnswerParty(TypedDict):
    id: str
    label: str


class PartiesStatementAnswerPosition(TypedDict):
    seq: int
    event_hash: str
    snapshot_id: str | None
    value_date: str | None


class PartiesStatementAnswerCurrenciesItemLinesItem(TypedDict):
    seq: int
    line: int
    intent_id: str | None
    value_date: str
    booked_at: str
    narrative: str
    account_id: str
    account_code: str
    other_code: str
    currency: str
    minor_units: int
    amount: str
    amount_minor: str
    balance: str
    balance_minor: str


class PartiesStatementAnswerCurrenciesItem(TypedDict):
    currency: str
    minor_units: int
    opening: str
    opening_minor: str
    closing: str
    closing_minor: str
    lines: List[PartiesStatementAnswerCurrenciesItemLinesItem]


PartiesStatementAnswer = TypedDict(
    "PartiesStatementAnswer",
    {
        "organisation": "str",
        "party": "PartiesStatementAnswerParty",
        "from": "str",
        "to": "str",
        "generated_at": "str",
        "position": "PartiesStatementAnswerPosition",
        "currencies": "List[PartiesStatementAnswerCurrenciesItem]",
    },
)


class Parties:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def search(
        self,
        *,
        q: str | None = None,
        metadata: Dict[str, str] | None = None,
        after: int | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> PartiesSearchAnswer:
        """Parties whose label, kind, reference or id contains a text, by label; without a text all of them. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/parties",
            query={"q": q, "metadata": metadata, "after": after, "limit": limit},
            repeats="always",
            timeout=timeout,
        )

    def create(
        self,
        body: PartiesCreateBody,
        *,
        timeout: float | None = None,
    ) -> PartiesCreateAnswer:
        """Add a party. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/v1/parties",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def names(
        self,
        body: PartiesNamesBody,
        *,
        timeout: float | None = None,
    ) -> PartiesNamesAnswer:
        """What parties are called, by id; those that are not here are left out. Needs the grant `read`."""
        return self._transport.call(
            "POST",
            "/api/v1/parties/names",
            body=body,
            repeats="always",
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> PartiesGetAnswer:
        """One party. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/parties/{segment(id)}",
            repeats="always",
            timeout=timeout,
        )

    def change(
        self,
        id: str,
        body: PartiesChangeBody,
        *,
        timeout: float | None = None,
    ) -> PartiesChangeAnswer:
        """Change a party. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            f"/api/v1/parties/{segment(id)}",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def position(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> PartiesPositionAnswer:
        """What is held for a party, owed to it and owed by it, by currency, with its months and latest movements. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/parties/{segment(id)}/position",
            repeats="always",
            timeout=timeout,
        )

    def statement(
        self,
        id: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        timeout: float | None = None,
    ) -> PartiesStatementAnswer:
        """Statement of account: what stood before, every movement by value date, what stands after; without days the last three months. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/parties/{segment(id)}/statement",
            query={"from": from_, "to": to},
            repeats="always",
            timeout=timeout,
        )

    def statement_file(
        self,
        id: str,
        *,
        format: Literal["csv", "pdf"],
        from_: str | None = None,
        to: str | None = None,
        timeout: float | None = None,
    ) -> File:
        """Statement of account: what stood before, every movement by value date, what stands after; without days the last three months. As a file. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/parties/{segment(id)}/statement",
            query={"format": format, "from": from_, "to": to},
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )
