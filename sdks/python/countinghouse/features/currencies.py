# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, NotRequired, TypedDict

from ..transport import Transport


class CurrenciesTenantListAnswerCurrenciesItem(TypedDict):
    code: str
    name: str
    minor_units: int


class CurrenciesTenantListAnswer(TypedDict):
    currencies: List[CurrenciesTenantListAnswerCurrenciesItem]


class CurrenciesAddAnswerCurrency(TypedDict):
    code: str
    name: str
    minor_units: int


class CurrenciesAddAnswerDetails(TypedDict):
    eligible: int


class CurrenciesAddAnswer(TypedDict):
    currency: NotRequired[CurrenciesAddAnswerCurrency]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[CurrenciesAddAnswerDetails]


class CurrenciesAddBody(TypedDict):
    code: str


class CurrenciesAllAnswerCurrenciesItem(TypedDict):
    code: str
    name: str
    minor_units: int


class CurrenciesAllAnswer(TypedDict):
    currencies: List[CurrenciesAllAnswerCurrenciesItem]


class CurrenciesRemoveAnswerDetails(TypedDict):
    eligible: int


class CurrenciesRemoveAnswer(TypedDict):
    ok: bool
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[CurrenciesRemoveAnswerDetails]


class CurrenciesRemoveBody(TypedDict):
    code: str


class Currencies:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def tenant_list(
        self,
        *,
        timeout: float | None = None,
    ) -> CurrenciesTenantListAnswer:
        """The currencies the organisation allows. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/currencies",
            repeats="always",
            timeout=timeout,
        )

    def add(
        self,
        body: CurrenciesAddBody,
        *,
        timeout: float | None = None,
    ) -> CurrenciesAddAnswer:
        """Allow a currency. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/v1/currencies",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def all(
        self,
        *,
        timeout: float | None = None,
    ) -> CurrenciesAllAnswer:
        """All currencies of ISO 4217. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/currencies/all",
            repeats="always",
            timeout=timeout,
        )

    def remove(
        self,
        body: CurrenciesRemoveBody,
        *,
        timeout: float | None = None,
    ) -> CurrenciesRemoveAnswer:
        """Allow a currency no longer; refused while something is kept in it. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/v1/currencies/remove",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )
