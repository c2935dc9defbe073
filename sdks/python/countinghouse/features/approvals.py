# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Any, Dict, List, Literal, NotRequired, TypedDict

from ..transport import Transport, segment


class ApprovalsListAnswerApprovalsItemHeldForRatesItem(TypedDict):
    currency: str
    rate: str


class ApprovalsListAnswerApprovalsItemHeldFor(TypedDict):
    code: str
    limit: NotRequired[str]
    amount: NotRequired[str]
    currency: NotRequired[str]
    rates: NotRequired[List[ApprovalsListAnswerApprovalsItemHeldForRatesItem]]


class ApprovalsListAnswerApprovalsItemAmountsItem(TypedDict):
    currency: str
    amount: str


class ApprovalsListAnswerApprovalsItem(TypedDict):
    id: str
    kind: Literal["intent", "change"]
    status: Literal["pending", "approved", "rejected"]
    reason: str
    held_for: ApprovalsListAnswerApprovalsItemHeldFor
    subject: str
    summary: str
    amounts: List[ApprovalsListAnswerApprovalsItemAmountsItem]
    intent_id: str | None
    maker_id: str
    maker: str
    created_at: str
    created_seq: int
    expires_at: str
    payload_hash: str
    needed: int
    approved: int
    eligible: int
    decided_at: str | None
    decided_by: str | None
    decider: str | None
    comment: str | None
    barred: Literal["SELF_APPROVAL", "FORBIDDEN", "APPROVAL_ALREADY_DECIDED"] | None


class ApprovalsListAnswer(TypedDict):
    approvals: List[ApprovalsListAnswerApprovalsItem]
    waiting: int
    as_of: int
    next: str | None


class ApprovalsGetAnswerApprovalHeldForRatesItem(TypedDict):
    currency: str
    rate: str


class ApprovalsGetAnswerApprovalHeldFor(TypedDict):
    code: str
    limit: NotRequired[str]
    amount: NotRequired[str]
    currency: NotRequired[str]
    rates: NotRequired[List[ApprovalsGetAnswerApprovalHeldForRatesItem]]


class ApprovalsGetAnswerApprovalAmountsItem(TypedDict):
    currency: str
    amount: str


class ApprovalsGetAnswerApproval(TypedDict):
    id: str
    kind: Literal["intent", "change"]
    status: Literal["pending", "approved", "rejected"]
    reason: str
    held_for: ApprovalsGetAnswerApprovalHeldFor
    subject: str
    summary: str
    amounts: List[ApprovalsGetAnswerApprovalAmountsItem]
    intent_id: str | None
    maker_id: str
    maker: str
    created_at: str
    created_seq: int
    expires_at: str
    payload_hash: str
    needed: int
    approved: int
    eligible: int
    decided_at: str | None
    decided_by: str | None
    decider: str | None
    comment: str | None
    barred: Literal["SELF_APPROVAL", "FORBIDDEN", "APPROVAL_ALREADY_DECIDED"] | None


class ApprovalsGetAnswerRowsItem(TypedDict):
    line: int
    debit_account_id: str
    debit_code: str
    credit_account_id: str
    credit_code: str
    amount: str
    currency: str
    value_date: str
    narrative: str


class ApprovalsGetAnswerVotesItem(TypedDict):
    user_id: str
    name: str
    comment: str
    at: str
    seq: int


class ApprovalsGetAnswerPreviewAccountsItem(TypedDict):
    id: str
    code: str
    currency: str
    minor_units: int
    before: str
    before_minor: str
    after: str
    after_minor: str
    held_before: str
    held_before_minor: str
    held_after: str
    held_after_minor: str


class ApprovalsGetAnswerPreviewChangesItem(TypedDict):
    what: str
    before: str | None
    after: str | None


class ApprovalsGetAnswerPreviewLimitsItem(TypedDict):
    key: str
    value: str
    used: str | None


class ApprovalsGetAnswerPreviewPoliciesItem(TypedDict):
    name: str
    verdict: str


class ApprovalsGetAnswerPreview(TypedDict):
    outcome: Literal["done", "broken"]
    code: str | None
    message: str | None
    accounts: List[ApprovalsGetAnswerPreviewAccountsItem]
    changes: List[ApprovalsGetAnswerPreviewChangesItem]
    limits: List[ApprovalsGetAnswerPreviewLimitsItem]
    policies: List[ApprovalsGetAnswerPreviewPoliciesItem]


class ApprovalsGetAnswerEventsItemHeadSignature(TypedDict):
    seq: int
    event_hash: str
    event_ts: str
    kid: str
    signature: str


class ApprovalsGetAnswerEventsItem(TypedDict):
    seq: int
    event_id: str
    event_type: str
    name: str
    event_ts: str
    created_at: str
    actor_id: str
    event_hash: str
    prev_hash: str
    payload_hash: str
    signature: str | None
    head_signature: ApprovalsGetAnswerEventsItemHeadSignature | None
    hash_version: int
    intent_status: Literal["proposed", "validated", "executed", "rejected", "unknown"] | None
    payload: Dict[str, Any]


class ApprovalsGetAnswer(TypedDict):
    approval: ApprovalsGetAnswerApproval
    payload: Dict[str, Any]
    rows: List[ApprovalsGetAnswerRowsItem]
    votes: List[ApprovalsGetAnswerVotesItem]
    preview: ApprovalsGetAnswerPreview | None
    events: List[ApprovalsGetAnswerEventsItem]


class Approvals:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        status: Literal["pending", "approved", "rejected"] | None = None,
        q: str | None = None,
        after: int | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> ApprovalsListAnswer:
        """What waits for a second person, or waited, newest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/approvals",
            query={"status": status, "q": q, "after": after, "limit": limit},
            repeats="always",
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> ApprovalsGetAnswer:
        """What exactly waits, with its hash, and what approving it would come to now. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/approvals/{segment(id)}",
            repeats="always",
            timeout=timeout,
        )
