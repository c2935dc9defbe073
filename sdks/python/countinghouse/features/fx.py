# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Any, List, Literal, NotRequired, TypedDict

from ..transport import Transport


class FxListAnswerRatesItem(TypedDict):
    base_currency: str
    quote_currency: str
    rate: str
    asof: str
    source: str
    created_at: str


class FxListAnswer(TypedDict):
    rates: List[FxListAnswerRatesItem]
    next: str | None


class FxUpsertAnswerRate(TypedDict):
    base_currency: str
    quote_currency: str
    rate: str
    asof: str
    source: str
    created_at: str


class FxUpsertAnswerDetails(TypedDict):
    eligible: int


class FxUpsertAnswer(TypedDict):
    rate: NotRequired[FxUpsertAnswerRate]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[FxUpsertAnswerDetails]


class FxUpsertBody(TypedDict):
    base_currency: str
    quote_currency: str
    rate: Any
    asof: NotRequired[str | None]
    source: NotRequired[str]


class FxEffectiveAnswerRateLegsItem(TypedDict):
    base_currency: str
    quote_currency: str
    rate: str
    asof: str
    source: str
    inverted: bool


class FxEffectiveAnswerRate(TypedDict):
    base_currency: str
    quote_currency: str
    rate: str
    inverse: str
    derived: Literal["none", "inverse", "cross"]
    via: str | None
    legs: List[FxEffectiveAnswerRateLegsItem]


class FxEffectiveAnswer(TypedDict):
    at: str
    rate: FxEffectiveAnswerRate | None
    converted: str | None


class FxImportAnswerDetails(TypedDict):
    eligible: int


FxImportAnswer = TypedDict(
    "FxImportAnswer",
    {
        "imported": "NotRequired[int]",
        "unchanged": "NotRequired[int]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
        "days": "NotRequired[int]",
        "currencies": "NotRequired[List[str]]",
        "ok": "NotRequired[bool]",
        "status": "NotRequired[Literal[\"proposed\"]]",
        "approval_id": "NotRequired[str]",
        "details": "NotRequired[FxImportAnswerDetails]",
    },
)


class FxImportBody(TypedDict):
    content: str
    filename: NotRequired[str]
    currencies: NotRequired[List[str]]
    days: NotRequired[int]
    preview: NotRequired[bool]


class Fx:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        source: str | None = None,
        currency: str | None = None,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> FxListAnswer:
        """FX overrides, the one set last first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/fx-rates",
            query={"source": source, "currency": currency, "limit": limit, "after": after},
            repeats="always",
            timeout=timeout,
        )

    def upsert(
        self,
        body: FxUpsertBody,
        *,
        timeout: float | None = None,
    ) -> FxUpsertAnswer:
        """Set the rate of a pair from a time on. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/v1/fx-rates",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def effective(
        self,
        *,
        base: str,
        quote: str,
        at: str | None = None,
        amount: str | None = None,
        timeout: float | None = None,
    ) -> FxEffectiveAnswer:
        """The rate of a pair at a time: given, or the inverse or cross of given ones. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/fx-rates/effective",
            query={"base": base, "quote": quote, "at": at, "amount": amount},
            repeats="always",
            timeout=timeout,
        )

    def import_(
        self,
        body: FxImportBody,
        *,
        timeout: float | None = None,
    ) -> FxImportAnswer:
        """Import a file of reference rates of the European Central Bank; again it changes nothing. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/v1/fx-rates/import",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )
