# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, NotRequired, TypedDict

from ..transport import Transport, segment


class InterestSettingsAnswer(TypedDict):
    day_count: Literal["ACT/360", "ACT/365", "30/360"]
    counter_account_id: str | None
    counter_account_code: str | None
    waits: Literal["NO_COUNTER_ACCOUNT", "COUNTER_ACCOUNT_CLOSED", "COUNTER_ENTITY_INACTIVE", "TENANT_READONLY"] | None


class InterestBucketsAnswerBucketsItemRatesItem(TypedDict):
    rate: str
    effective_on: str
    set_at: str
    set_by: str


class InterestBucketsAnswerBucketsItem(TypedDict):
    id: str
    code: str
    accrued_gl_id: str
    accrued_gl_code: str
    accrued_gl_title: str
    rate: str | None
    rates: List[InterestBucketsAnswerBucketsItemRatesItem]
    accounts: int


class InterestBucketsAnswer(TypedDict):
    buckets: List[InterestBucketsAnswerBucketsItem]


class InterestCreateAnswerBucketRatesItem(TypedDict):
    rate: str
    effective_on: str
    set_at: str
    set_by: str


class InterestCreateAnswerBucket(TypedDict):
    id: str
    code: str
    accrued_gl_id: str
    accrued_gl_code: str
    accrued_gl_title: str
    rate: str | None
    rates: List[InterestCreateAnswerBucketRatesItem]
    accounts: int


class InterestCreateAnswerDetails(TypedDict):
    eligible: int


class InterestCreateAnswer(TypedDict):
    bucket: NotRequired[InterestCreateAnswerBucket]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[InterestCreateAnswerDetails]


class InterestCreateBody(TypedDict):
    code: str
    rate: str
    effective_on: str
    accrued_gl_id: str


class InterestAddRateAnswerBucketRatesItem(TypedDict):
    rate: str
    effective_on: str
    set_at: str
    set_by: str


class InterestAddRateAnswerBucket(TypedDict):
    id: str
    code: str
    accrued_gl_id: str
    accrued_gl_code: str
    accrued_gl_title: str
    rate: str | None
    rates: List[InterestAddRateAnswerBucketRatesItem]
    accounts: int


class InterestAddRateAnswerDetails(TypedDict):
    eligible: int


class InterestAddRateAnswer(TypedDict):
    bucket: NotRequired[InterestAddRateAnswerBucket]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[InterestAddRateAnswerDetails]


class InterestAddRateBody(TypedDict):
    rate: str
    effective_on: str


class InterestSetBucketAnswerDetails(TypedDict):
    eligible: int


class InterestSetBucketAnswer(TypedDict):
    ok: bool
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[InterestSetBucketAnswerDetails]


class InterestSetBucketBody(TypedDict):
    bucket_id: str | None
    effective_on: NotRequired[str | None]


class InterestAccountsAnswerAccountsItem(TypedDict):
    account_id: str
    code: str
    currency: str
    minor_units: int
    bucket_id: str | None
    bucket_code: str | None
    next_on: str | None
    last_on: str | None
    month: str | None
    accrued: str
    accrued_minor: str
    remainder: str
    waits: Literal["NO_COUNTER_ACCOUNT", "COUNTER_ACCOUNT_CLOSED", "COUNTER_ENTITY_INACTIVE", "TENANT_READONLY", "ACCOUNT_CLOSED", "ENTITY_INACTIVE", "CURRENCY_NOT_ALLOWED", "CODE_TAKEN", "SISTER_CLOSED"] | None


class InterestAccountsAnswer(TypedDict):
    accounts: List[InterestAccountsAnswerAccountsItem]


class InterestExplainAnswerInterest(TypedDict):
    account_id: str
    code: str
    currency: str
    minor_units: int
    bucket_id: str | None
    bucket_code: str | None
    next_on: str | None
    last_on: str | None
    month: str | None
    accrued: str
    accrued_minor: str
    remainder: str
    waits: Literal["NO_COUNTER_ACCOUNT", "COUNTER_ACCOUNT_CLOSED", "COUNTER_ENTITY_INACTIVE", "TENANT_READONLY", "ACCOUNT_CLOSED", "ENTITY_INACTIVE", "CURRENCY_NOT_ALLOWED", "CODE_TAKEN", "SISTER_CLOSED"] | None


class InterestExplainAnswerAccount(TypedDict):
    id: str
    code: str
    currency: str
    minor_units: int


class InterestExplainAnswerDaysItemWas(TypedDict):
    balance: str
    balance_minor: str
    rate: str
    exact: str


class InterestExplainAnswerDaysItem(TypedDict):
    on: str
    value_date: str
    bucket_code: str
    day_count: Literal["ACT/360", "ACT/365", "30/360"]
    days: int
    basis: int
    balance: str
    balance_minor: str
    rate: str
    exact: str
    was: InterestExplainAnswerDaysItemWas | None
    carried: str
    amount: str
    remainder: str
    known_at: int
    seq: int
    intent_id: str


class InterestExplainAnswerCapitalisationsItem(TypedDict):
    month: str
    value_date: str
    accrued: str
    amount: str
    left: str
    seq: int
    intent_id: str


class InterestExplainAnswer(TypedDict):
    interest: InterestExplainAnswerInterest | None
    account: InterestExplainAnswerAccount
    months: List[str]
    month: str | None
    days: List[InterestExplainAnswerDaysItem]
    capitalisations: List[InterestExplainAnswerCapitalisationsItem]


class Interest:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def settings(
        self,
        *,
        timeout: float | None = None,
    ) -> InterestSettingsAnswer:
        """How interest is reckoned, and from which account. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/interest/settings",
            repeats="always",
            timeout=timeout,
        )

    def buckets(
        self,
        *,
        timeout: float | None = None,
    ) -> InterestBucketsAnswer:
        """Interest buckets with their dated rates. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/interest/buckets",
            repeats="always",
            timeout=timeout,
        )

    def create(
        self,
        body: InterestCreateBody,
        *,
        timeout: float | None = None,
    ) -> InterestCreateAnswer:
        """Make an interest bucket with its first rate. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/v1/interest/buckets",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def add_rate(
        self,
        id: str,
        body: InterestAddRateBody,
        *,
        timeout: float | None = None,
    ) -> InterestAddRateAnswer:
        """Set the rate of a bucket from a day on; days that accrued by another are corrected. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            f"/api/v1/interest/buckets/{segment(id)}/rates",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def set_bucket(
        self,
        id: str,
        body: InterestSetBucketBody,
        *,
        timeout: float | None = None,
    ) -> InterestSetBucketAnswer:
        """Put an account into a bucket, or take it out, from a day on (today unless said). Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            f"/api/v1/accounts/{segment(id)}/interest-bucket",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def accounts(
        self,
        *,
        q: str | None = None,
        timeout: float | None = None,
    ) -> InterestAccountsAnswer:
        """Accounts that interest accrues on, or did. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/interest/accounts",
            query={"q": q},
            repeats="always",
            timeout=timeout,
        )

    def explain(
        self,
        id: str,
        *,
        month: str | None = None,
        timeout: float | None = None,
    ) -> InterestExplainAnswer:
        """Each day of a month as interest accrued on an account: the latest month unless one is named. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/accounts/{segment(id)}/interest",
            query={"month": month},
            repeats="always",
            timeout=timeout,
        )
