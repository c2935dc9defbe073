# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Dict, List, Literal, NotRequired, TypedDict

from ..transport import Transport, segment


class AccountsListAnswerAccountsItem(TypedDict):
    id: str
    code: str
    title: str | None
    currency: str
    balance: str
    minorUnits: int
    kind: str
    externalRef: str | None
    external_ref: str | None
    ledgerAccountId: str
    glCode: str
    glTitle: str
    normalBalance: Literal["DR", "CR"]
    interestBucket: str | None
    entityId: str | None
    entityCode: str | None
    party_id: str | None
    floor: Literal["none", "zero", "amount"]
    floor_minor: str | None
    closed: bool
    held: str
    available: str


class AccountsListAnswer(TypedDict):
    accounts: List[AccountsListAnswerAccountsItem]
    total: int
    next: str | None
    as_of: int


class AccountsListBody(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[str]
    q: NotRequired[str]
    currency: NotRequired[str]
    party_id: NotRequired[str]
    references: NotRequired[List[str]]


class AccountsSearchAnswerAccountsItem(TypedDict):
    id: str
    code: str
    title: str | None
    currency: str
    kind: str
    external_ref: str | None
    gl_account_id: str
    gl_code: str
    normal_balance: Literal["DR", "CR"]
    entity_id: str | None
    entity_code: str | None
    party_id: str | None
    floor: Literal["none", "zero", "amount"]
    floor_minor: str | None
    status: Literal["open", "closed"]
    created_at: str
    balance: str
    balance_minor: str
    metadata: Dict[str, str]


class AccountsSearchAnswer(TypedDict):
    accounts: List[AccountsSearchAnswerAccountsItem]
    as_of: str | None
    next: str | None


class AccountsOpenAnswerAccount(TypedDict):
    id: str
    code: str
    title: str | None
    currency: str
    kind: str
    external_ref: str | None
    gl_account_id: str
    gl_code: str
    normal_balance: Literal["DR", "CR"]
    entity_id: str | None
    entity_code: str | None
    party_id: str | None
    floor: Literal["none", "zero", "amount"]
    floor_minor: str | None
    status: Literal["open", "closed"]
    created_at: str
    balance: str
    balance_minor: str
    metadata: Dict[str, str]


class AccountsOpenAnswerDetails(TypedDict):
    eligible: int


class AccountsOpenAnswer(TypedDict):
    account: NotRequired[AccountsOpenAnswerAccount]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[AccountsOpenAnswerDetails]


class AccountsOpenBody(TypedDict):
    code: str
    title: NotRequired[str | None]
    currency: NotRequired[str]
    gl_account: str
    kind: NotRequired[str]
    external_ref: NotRequired[str | None]
    floor_minor: NotRequired[str | None]
    entity: NotRequired[str]
    party_id: NotRequired[str | None]
    metadata: NotRequired[Dict[str, str]]


class AccountsCreateAnswerAccount(TypedDict):
    id: str
    code: str
    title: str | None
    currency: str
    balance: str
    minorUnits: int
    kind: str
    externalRef: str | None
    external_ref: str | None
    ledgerAccountId: str
    glCode: str
    glTitle: str
    normalBalance: Literal["DR", "CR"]
    interestBucket: str | None
    entityId: str | None
    entityCode: str | None
    party_id: str | None
    floor: Literal["none", "zero", "amount"]
    floor_minor: str | None
    closed: bool
    held: str
    available: str


class AccountsCreateAnswerDetails(TypedDict):
    eligible: int


class AccountsCreateAnswer(TypedDict):
    account: NotRequired[AccountsCreateAnswerAccount]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approvalId: NotRequired[str]
    details: NotRequired[AccountsCreateAnswerDetails]


class AccountsCreateBody(TypedDict):
    code: str
    currency: NotRequired[str]
    ledgerAccountId: str
    kind: NotRequired[str]
    external_ref: NotRequired[str | None]
    floor: NotRequired[Literal["none", "zero"]]
    party_id: NotRequired[str | None]
    metadata: NotRequired[Dict[str, str]]


class AccountsGetAnswerAccount(TypedDict):
    id: str
    code: str
    title: str | None
    currency: str
    balance: str
    balance_minor: str
    minor_units: int
    kind: str
    external_ref: str | None
    ledger_account_id: str
    gl_code: str
    gl_title: str
    normal_balance: Literal["DR", "CR"]
    interest_bucket: str | None
    entity_id: str | None
    entity_code: str | None
    party_id: str | None
    floor: Literal["none", "zero", "amount"]
    floor_minor: str | None
    closed: bool
    held: str
    held_minor: str
    available: str
    available_minor: str
    posted: bool
    created_at: str
    closed_at: str | None
    closed_reason: str | None
    metadata: Dict[str, str]


class AccountsGetAnswer(TypedDict):
    account: AccountsGetAnswerAccount


class AccountsChangeAnswerAccount(TypedDict):
    id: str
    code: str
    title: str | None
    currency: str
    kind: str
    external_ref: str | None
    gl_account_id: str
    gl_code: str
    normal_balance: Literal["DR", "CR"]
    entity_id: str | None
    entity_code: str | None
    party_id: str | None
    floor: Literal["none", "zero", "amount"]
    floor_minor: str | None
    status: Literal["open", "closed"]
    created_at: str
    balance: str
    balance_minor: str
    metadata: Dict[str, str]


class AccountsChangeAnswerDetails(TypedDict):
    eligible: int


class AccountsChangeAnswer(TypedDict):
    account: NotRequired[AccountsChangeAnswerAccount]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[AccountsChangeAnswerDetails]


class AccountsChangeBody(TypedDict):
    title: NotRequired[str | None]
    gl_account: NotRequired[str]


class AccountsCloseAnswerAccount(TypedDict):
    id: str
    code: str
    title: str | None
    currency: str
    balance: str
    balance_minor: str
    minor_units: int
    kind: str
    external_ref: str | None
    ledger_account_id: str
    gl_code: str
    gl_title: str
    normal_balance: Literal["DR", "CR"]
    interest_bucket: str | None
    entity_id: str | None
    entity_code: str | None
    party_id: str | None
    floor: Literal["none", "zero", "amount"]
    floor_minor: str | None
    closed: bool
    held: str
    held_minor: str
    available: str
    available_minor: str
    posted: bool
    created_at: str
    closed_at: str | None
    closed_reason: str | None
    metadata: Dict[str, str]


class AccountsCloseAnswerDetails(TypedDict):
    eligible: int


class AccountsCloseAnswer(TypedDict):
    account: NotRequired[AccountsCloseAnswerAccount]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[AccountsCloseAnswerDetails]


class AccountsCloseBody(TypedDict):
    reason: NotRequired[str | None]


class AccountsReopenAnswerAccount(TypedDict):
    id: str
    code: str
    title: str | None
    currency: str
    balance: str
    balance_minor: str
    minor_units: int
    kind: str
    external_ref: str | None
    ledger_account_id: str
    gl_code: str
    gl_title: str
    normal_balance: Literal["DR", "CR"]
    interest_bucket: str | None
    entity_id: str | None
    entity_code: str | None
    party_id: str | None
    floor: Literal["none", "zero", "amount"]
    floor_minor: str | None
    closed: bool
    held: str
    held_minor: str
    available: str
    available_minor: str
    posted: bool
    created_at: str
    closed_at: str | None
    closed_reason: str | None
    metadata: Dict[str, str]


class AccountsReopenAnswerDetails(TypedDict):
    eligible: int


class AccountsReopenAnswer(TypedDict):
    account: NotRequired[AccountsReopenAnswerAccount]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[AccountsReopenAnswerDetails]


class AccountsSetPartyAnswerAccount(TypedDict):
    id: str
    code: str
    title: str | None
    currency: str
    balance: str
    balance_minor: str
    minor_units: int
    kind: str
    external_ref: str | None
    ledger_account_id: str
    gl_code: str
    gl_title: str
    normal_balance: Literal["DR", "CR"]
    interest_bucket: str | None
    entity_id: str | None
    entity_code: str | None
    party_id: str | None
    floor: Literal["none", "zero", "amount"]
    floor_minor: str | None
    closed: bool
    held: str
    held_minor: str
    available: str
    available_minor: str
    posted: bool
    created_at: str
    closed_at: str | None
    closed_reason: str | None
    metadata: Dict[str, str]


class AccountsSetPartyAnswerDetails(TypedDict):
    eligible: int


class AccountsSetPartyAnswer(TypedDict):
    account: NotRequired[AccountsSetPartyAnswerAccount]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[AccountsSetPartyAnswerDetails]


class AccountsSetPartyBody(TypedDict):
    party_id: str | None


class AccountsOpeningRulesAnswerRulesItem(TypedDict):
    prefix: str
    gl_account: str
    currency: str | None
    kind: str
    floor_minor: str | None
    entity: str | None
    gl_code: str


class AccountsOpeningRulesAnswer(TypedDict):
    rules: List[AccountsOpeningRulesAnswerRulesItem]


class Accounts:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        body: AccountsListBody,
        *,
        timeout: float | None = None,
    ) -> AccountsListAnswer:
        """Operational accounts with their balances by code, a page at a time. Needs the grant `read`."""
        return self._transport.call(
            "POST",
            "/api/internal/accounts/list",
            body=body,
            repeats="always",
            timeout=timeout,
        )

    def search(
        self,
        *,
        entity: str | None = None,
        gl_account: str | None = None,
        currency: str | None = None,
        party_id: str | None = None,
        code_prefix: str | None = None,
        status: Literal["open", "closed"] | None = None,
        metadata: Dict[str, str] | None = None,
        as_of: str | None = None,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> AccountsSearchAnswer:
        """Operational accounts by code with their balances, now or as of a value date, and their metadata. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/accounts",
            query={"entity": entity, "gl_account": gl_account, "currency": currency, "party_id": party_id, "code_prefix": code_prefix, "status": status, "metadata": metadata, "as_of": as_of, "limit": limit, "after": after},
            repeats="always",
            timeout=timeout,
        )

    def open(
        self,
        body: AccountsOpenBody,
        *,
        timeout: float | None = None,
    ) -> AccountsOpenAnswer:
        """Open an operational account, with a title and a floor where it is to have them. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/v1/accounts",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def create(
        self,
        body: AccountsCreateBody,
        *,
        timeout: float | None = None,
    ) -> AccountsCreateAnswer:
        """Open an operational account. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/internal/accounts/create",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approvalId", "details",)},
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> AccountsGetAnswer:
        """One account. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/accounts/{segment(id)}",
            repeats="always",
            timeout=timeout,
        )

    def change(
        self,
        id: str,
        body: AccountsChangeBody,
        *,
        timeout: float | None = None,
    ) -> AccountsChangeAnswer:
        """Change what an account is called, or, until its first posting, which GL account it maps to. Needs the grant `admin`."""
        return self._transport.call(
            "PATCH",
            f"/api/v1/accounts/{segment(id)}",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def close(
        self,
        id: str,
        body: AccountsCloseBody,
        *,
        timeout: float | None = None,
    ) -> AccountsCloseAnswer:
        """Close an account whose balance is zero: it takes no postings until it is re-opened. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            f"/api/v1/accounts/{segment(id)}/close",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def reopen(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> AccountsReopenAnswer:
        """Take a closed account up again. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            f"/api/v1/accounts/{segment(id)}/reopen",
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def set_party(
        self,
        id: str,
        body: AccountsSetPartyBody,
        *,
        timeout: float | None = None,
    ) -> AccountsSetPartyAnswer:
        """Say whose account it is, or that it is nobody’s; postings and balances stay as they are. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            f"/api/v1/accounts/{segment(id)}/party",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def opening_rules(
        self,
        *,
        timeout: float | None = None,
    ) -> AccountsOpeningRulesAnswer:
        """The rules by which accounts are opened on first use, where an intent asks for it. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/opening-rules",
            repeats="always",
            timeout=timeout,
        )
