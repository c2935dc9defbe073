# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Any, Dict, List, Literal, NotRequired, TypedDict

from ..transport import File, Transport, segment


class IntentsPostAnswerBalancesItem(TypedDict):
    account_id: str
    code: str
    currency: str
    balance: str


class IntentsPostAnswerProof(TypedDict):
    tlog_proof: str | None
    path: str
    expected_at: str | None


class IntentsPostAnswerDefaultsConsent(TypedDict):
    scope: List[str]
    reference: str
    granted_at: str
    expires_at: str


class IntentsPostAnswerDefaults(TypedDict):
    value_date: NotRequired[str]
    currencies: NotRequired[List[str]]
    consent: NotRequired[IntentsPostAnswerDefaultsConsent]
    fx_snapshot: NotRequired[str | None]


class IntentsPostAnswer(TypedDict):
    ok: bool
    status: Literal["executed", "proposed", "rejected"]
    intent_id: str
    event_id: str
    event_hash: str
    seq: int
    duplicate: bool
    error: NotRequired[str]
    approval_id: NotRequired[str]
    balances: NotRequired[List[IntentsPostAnswerBalancesItem]]
    details: NotRequired[Any]
    proof: NotRequired[IntentsPostAnswerProof]
    defaults: IntentsPostAnswerDefaults
    code: NotRequired[str]
    message: NotRequired[str]
    requestId: NotRequired[str]


class IntentsPostBodyRowsItem(TypedDict):
    debit: str
    credit: str
    amount: str
    currency: NotRequired[str]
    value_date: NotRequired[str]
    narrative: NotRequired[str]


class IntentsPostBodyConsent(TypedDict):
    scope: List[str]
    reference: NotRequired[str]
    granted_at: str
    expires_at: str


class IntentsPostBody(TypedDict):
    debit: NotRequired[str]
    credit: NotRequired[str]
    amount: NotRequired[str]
    currency: NotRequired[str]
    value_date: NotRequired[str]
    narrative: NotRequired[str]
    rows: NotRequired[List[IntentsPostBodyRowsItem]]
    idem_key: NotRequired[str]
    intent_id: NotRequired[str]
    use_case: NotRequired[str]
    constraints: NotRequired[Dict[str, Any]]
    fx_snapshot: NotRequired[str]
    consent: NotRequired[IntentsPostBodyConsent]
    metadata: NotRequired[Dict[str, str]]


class IntentsListAnswerIntentsItemAmountsItem(TypedDict):
    currency: str
    amount: str


class IntentsListAnswerIntentsItemRepeats(TypedDict):
    count: int
    last_at: str


class IntentsListAnswerIntentsItemEventHeadSignature(TypedDict):
    seq: int
    event_hash: str
    event_ts: str
    kid: str
    signature: str


class IntentsListAnswerIntentsItemEvent(TypedDict):
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
    head_signature: IntentsListAnswerIntentsItemEventHeadSignature | None
    hash_version: int
    intent_status: Literal["proposed", "validated", "executed", "rejected", "unknown"] | None
    payload: Dict[str, Any]


class IntentsListAnswerIntentsItem(TypedDict):
    intent_id: str
    status: Literal["proposed", "executed", "rejected"]
    use_case: str
    value_date: str
    actor_id: str
    created_at: str
    seq: int
    narrative: str | None
    debit_code: str | None
    credit_code: str | None
    rows: int
    amounts: List[IntentsListAnswerIntentsItemAmountsItem]
    error: str | None
    approval_id: str | None
    repeats: IntentsListAnswerIntentsItemRepeats | None
    metadata: Dict[str, str]
    event: IntentsListAnswerIntentsItemEvent


class IntentsListAnswer(TypedDict):
    intents: List[IntentsListAnswerIntentsItem]
    next: str | None
    as_of: int


class IntentsExecuteAnswerBalancesItem(TypedDict):
    accountId: str
    code: str
    currency: str
    balance: str


class IntentsExecuteAnswerProof(TypedDict):
    tlog_proof: str | None
    path: str
    expected_at: str | None


class IntentsExecuteAnswer(TypedDict):
    ok: bool
    status: Literal["executed", "proposed", "rejected"]
    intentId: str
    eventId: str
    eventHash: str
    seq: int
    duplicate: bool
    error: NotRequired[str]
    approvalId: NotRequired[str]
    balances: NotRequired[List[IntentsExecuteAnswerBalancesItem]]
    details: NotRequired[Any]
    proof: NotRequired[IntentsExecuteAnswerProof]
    code: NotRequired[str]
    message: NotRequired[str]
    requestId: NotRequired[str]


class IntentsExecuteBodyProposedActionsItem(TypedDict):
    debitAccount: str
    creditAccount: str
    amount: str
    currency: str
    valueDate: NotRequired[str]
    narrative: NotRequired[str]


class IntentsExecuteBodySnapshotIds(TypedDict):
    fx: NotRequired[str | None]


class IntentsExecuteBodyConsent(TypedDict):
    scope: List[str]
    reference: NotRequired[str]
    granted_at: str
    expires_at: str


class IntentsExecuteBody(TypedDict):
    intent_id: str
    tenant_id: str
    actor: NotRequired[str]
    use_case: str
    idem_key: NotRequired[str]
    value_date: str
    constraints: NotRequired[Dict[str, Any]]
    proposed_actions: List[IntentsExecuteBodyProposedActionsItem]
    snapshot_ids: NotRequired[IntentsExecuteBodySnapshotIds]
    consent: IntentsExecuteBodyConsent
    signature: NotRequired[str | None]
    metadata: NotRequired[Dict[str, str]]


class IntentsBatchAnswerResultsItemReceiptBalancesItem(TypedDict):
    account_id: str
    code: str
    currency: str
    balance: str


class IntentsBatchAnswerResultsItemReceiptProof(TypedDict):
    tlog_proof: str | None
    path: str
    expected_at: str | None


class IntentsBatchAnswerResultsItemReceipt(TypedDict):
    ok: bool
    status: Literal["executed", "proposed", "rejected"]
    intent_id: str
    event_id: str
    event_hash: str
    seq: int
    duplicate: bool
    error: NotRequired[str]
    approval_id: NotRequired[str]
    balances: NotRequired[List[IntentsBatchAnswerResultsItemReceiptBalancesItem]]
    details: NotRequired[Any]
    proof: NotRequired[IntentsBatchAnswerResultsItemReceiptProof]


class IntentsBatchAnswerResultsItemError(TypedDict):
    code: str
    error: str
    message: str
    details: NotRequired[Any]


class IntentsBatchAnswerResultsItem(TypedDict):
    index: int
    intent_id: str
    status: int
    receipt: NotRequired[IntentsBatchAnswerResultsItemReceipt]
    error: NotRequired[IntentsBatchAnswerResultsItemError]


class IntentsBatchAnswerDetails(TypedDict):
    eligible: int


class IntentsBatchAnswer(TypedDict):
    ok: bool
    executed: NotRequired[int]
    results: NotRequired[List[IntentsBatchAnswerResultsItem]]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[IntentsBatchAnswerDetails]


class IntentsBatchBodyIntentsItemProposedActionsItem(TypedDict):
    debit_account: str
    credit_account: str
    amount: str
    currency: str
    value_date: NotRequired[str]
    narrative: NotRequired[str]


class IntentsBatchBodyIntentsItemSnapshotIds(TypedDict):
    fx: NotRequired[str | None]


class IntentsBatchBodyIntentsItemConsent(TypedDict):
    scope: List[str]
    reference: NotRequired[str]
    granted_at: str
    expires_at: str


class IntentsBatchBodyIntentsItem(TypedDict):
    intent_id: str
    tenant_id: str
    actor: NotRequired[str]
    use_case: str
    idem_key: NotRequired[str]
    value_date: str
    constraints: NotRequired[Dict[str, Any]]
    proposed_actions: List[IntentsBatchBodyIntentsItemProposedActionsItem]
    snapshot_ids: NotRequired[IntentsBatchBodyIntentsItemSnapshotIds]
    consent: IntentsBatchBodyIntentsItemConsent
    signature: NotRequired[str | None]
    metadata: NotRequired[Dict[str, str]]


class IntentsBatchBody(TypedDict):
    intents: List[IntentsBatchBodyIntentsItem]
    atomic: NotRequired[bool]


class IntentsPreviewAnswerHeldHeldForRatesItem(TypedDict):
    currency: str
    rate: str


class IntentsPreviewAnswerHeldHeldFor(TypedDict):
    code: str
    limit: NotRequired[str]
    amount: NotRequired[str]
    currency: NotRequired[str]
    rates: NotRequired[List[IntentsPreviewAnswerHeldHeldForRatesItem]]


class IntentsPreviewAnswerHeld(TypedDict):
    held_for: IntentsPreviewAnswerHeldHeldFor
    needed: int
    eligible: int


class IntentsPreviewAnswer(TypedDict):
    outcome: Literal["executed", "proposed", "rejected", "refused"]
    code: str | None
    message: str | None
    details: NotRequired[Any]
    held: IntentsPreviewAnswerHeld | None


class IntentsPreviewBodyIntentProposedActionsItem(TypedDict):
    debit_account: str
    credit_account: str
    amount: str
    currency: str
    value_date: NotRequired[str]
    narrative: NotRequired[str]


class IntentsPreviewBodyIntentSnapshotIds(TypedDict):
    fx: NotRequired[str | None]


class IntentsPreviewBodyIntentConsent(TypedDict):
    scope: List[str]
    reference: NotRequired[str]
    granted_at: str
    expires_at: str


class IntentsPreviewBodyIntent(TypedDict):
    intent_id: str
    tenant_id: str
    actor: NotRequired[str]
    use_case: str
    idem_key: NotRequired[str]
    value_date: str
    constraints: NotRequired[Dict[str, Any]]
    proposed_actions: List[IntentsPreviewBodyIntentProposedActionsItem]
    snapshot_ids: NotRequired[IntentsPreviewBodyIntentSnapshotIds]
    consent: IntentsPreviewBodyIntentConsent
    signature: NotRequired[str | None]
    metadata: NotRequired[Dict[str, str]]


class IntentsPreviewBody(TypedDict):
    intent: IntentsPreviewBodyIntent


class IntentsTotalsAnswerAmountsItem(TypedDict):
    currency: str
    amount: str
    count: int


class IntentsTotalsAnswerByStatus(TypedDict):
    proposed: int
    executed: int
    rejected: int


class IntentsTotalsAnswer(TypedDict):
    count: int
    amounts: List[IntentsTotalsAnswerAmountsItem]
    by_status: IntentsTotalsAnswerByStatus
    complete: bool


class IntentsGetAnswerIntentReceiptBalancesItem(TypedDict):
    account_id: str
    code: str
    currency: str
    balance: str


class IntentsGetAnswerIntentReceiptProof(TypedDict):
    tlog_proof: str | None
    path: str
    expected_at: str | None


class IntentsGetAnswerIntentReceipt(TypedDict):
    ok: bool
    status: Literal["executed", "proposed", "rejected"]
    intent_id: str
    event_id: str
    event_hash: str
    seq: int
    duplicate: bool
    error: NotRequired[str]
    approval_id: NotRequired[str]
    balances: NotRequired[List[IntentsGetAnswerIntentReceiptBalancesItem]]
    details: NotRequired[Any]
    proof: NotRequired[IntentsGetAnswerIntentReceiptProof]


class IntentsGetAnswerIntentApproval(TypedDict):
    id: str
    status: Literal["pending", "approved", "rejected"]


class IntentsGetAnswerIntentHoldRowsItem(TypedDict):
    line: int
    debit_account_id: str
    debit_code: str
    credit_account_id: str
    credit_code: str
    amount: str
    currency: str
    value_date: str
    narrative: str
    rest: str


class IntentsGetAnswerIntentHold(TypedDict):
    intent_id: str
    status: Literal["open", "captured", "voided", "expired"]
    value_date: str
    expires_at: str
    placed_at: str
    placed_seq: int
    actor_id: str
    closed_by: str | None
    captured_by: List[str]
    rows: List[IntentsGetAnswerIntentHoldRowsItem]


class IntentsGetAnswerIntentSchedule(TypedDict):
    id: str
    on: str


class IntentsGetAnswerIntentRepeats(TypedDict):
    count: int
    last_at: str


class IntentsGetAnswerIntentPostingsItem(TypedDict):
    line: int
    debit_account_id: str
    debit_code: str
    credit_account_id: str
    credit_code: str
    amount: str
    currency: str
    value_date: str
    narrative: str


class IntentsGetAnswerIntentEventsItemHeadSignature(TypedDict):
    seq: int
    event_hash: str
    event_ts: str
    kid: str
    signature: str


class IntentsGetAnswerIntentEventsItem(TypedDict):
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
    head_signature: IntentsGetAnswerIntentEventsItemHeadSignature | None
    hash_version: int
    intent_status: Literal["proposed", "validated", "executed", "rejected", "unknown"] | None
    payload: Dict[str, Any]


class IntentsGetAnswerIntent(TypedDict):
    intent_id: str
    status: Literal["executed", "proposed", "rejected"]
    use_case: str
    value_date: str
    actor_id: str
    created_at: str
    receipt: IntentsGetAnswerIntentReceipt
    approval: IntentsGetAnswerIntentApproval | None
    hold: IntentsGetAnswerIntentHold | None
    reverses: str | None
    reversed_by: str | None
    schedule: IntentsGetAnswerIntentSchedule | None
    repeats: IntentsGetAnswerIntentRepeats | None
    metadata: Dict[str, str]
    postings: List[IntentsGetAnswerIntentPostingsItem]
    events: List[IntentsGetAnswerIntentEventsItem]


class IntentsGetAnswer(TypedDict):
    intent: IntentsGetAnswerIntent


class Intents:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def post(
        self,
        body: IntentsPostBody,
        *,
        proof: Literal["tlog-proof"] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> IntentsPostAnswer:
        """Post: a debit, a credit, an amount and what it is for, exactly once for its idempotency key; the answer says what was filled in. Needs the grant `propose`."""
        return self._transport.call(
            "POST",
            "/api/v1/intents",
            query={"proof": proof},
            body=body,
            repeats="one",
            idempotency_key=idempotency_key,
            also={202: ("ok", "status", "intent_id", "event_id", "event_hash", "seq", "duplicate", "defaults",), 422: ("ok", "status", "intent_id", "event_id", "event_hash", "seq", "duplicate", "error", "defaults", "code", "message", "requestId",)},
            timeout=timeout,
        )

    def list(
        self,
        *,
        status: Literal["proposed", "executed", "rejected"] | None = None,
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
        q: str | None = None,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> IntentsListAnswer:
        """Intents as they stand, the one asked for last first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/intents",
            query={"status": status, "account": account, "entity": entity, "party_id": party_id, "currency": currency, "amount_from": amount_from, "amount_to": amount_to, "value_from": value_from, "value_to": value_to, "booked_from": booked_from, "booked_to": booked_to, "metadata": metadata, "use_case": use_case, "actor": actor, "q": q, "limit": limit, "after": after},
            repeats="always",
            timeout=timeout,
        )

    def execute(
        self,
        body: IntentsExecuteBody,
        *,
        proof: Literal["tlog-proof"] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> IntentsExecuteAnswer:
        """Post a double-entry intent, exactly once for its idempotency key. Needs the grant `propose`."""
        return self._transport.call(
            "POST",
            "/api/v1/intents/execute",
            query={"proof": proof},
            body=body,
            repeats="one",
            idempotency_key=idempotency_key,
            also={202: ("ok", "status", "intentId", "eventId", "eventHash", "seq", "duplicate",), 422: ("ok", "status", "intentId", "eventId", "eventHash", "seq", "duplicate", "error", "code", "message", "requestId",)},
            timeout=timeout,
        )

    def batch(
        self,
        body: IntentsBatchBody,
        *,
        proof: Literal["tlog-proof"] | None = None,
        timeout: float | None = None,
    ) -> IntentsBatchAnswer:
        """Post up to 500 intents, each exactly once for its own idempotency key; all or nothing where `atomic` says so. Needs the grant `propose`."""
        return self._transport.call(
            "POST",
            "/api/v1/intents/batch",
            query={"proof": proof},
            body=body,
            repeats="each",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def preview(
        self,
        body: IntentsPreviewBody,
        *,
        timeout: float | None = None,
    ) -> IntentsPreviewAnswer:
        """What an intent would come to if it were posted now: done, held for whom, or why not; nothing is written and no key is used. Needs the grant `read`."""
        return self._transport.call(
            "POST",
            "/api/v1/intents/preview",
            body=body,
            repeats="always",
            timeout=timeout,
        )

    def export(
        self,
        format: str,
        *,
        status: Literal["proposed", "executed", "rejected"] | None = None,
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
        q: str | None = None,
        timeout: float | None = None,
    ) -> File:
        """All intents that the filters leave, the one asked for last first, as a file: CSV, or an intent a line as JSON. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/intents/export/{segment(format)}",
            query={"status": status, "account": account, "entity": entity, "party_id": party_id, "currency": currency, "amount_from": amount_from, "amount_to": amount_to, "value_from": value_from, "value_to": value_to, "booked_from": booked_from, "booked_to": booked_to, "metadata": metadata, "use_case": use_case, "actor": actor, "q": q},
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )

    def totals(
        self,
        *,
        status: Literal["proposed", "executed", "rejected"] | None = None,
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
        q: str | None = None,
        timeout: float | None = None,
    ) -> IntentsTotalsAnswer:
        """How many intents the filters leave, by status, and what their rows sum to. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/intent-totals",
            query={"status": status, "account": account, "entity": entity, "party_id": party_id, "currency": currency, "amount_from": amount_from, "amount_to": amount_to, "value_from": value_from, "value_to": value_to, "booked_from": booked_from, "booked_to": booked_to, "metadata": metadata, "use_case": use_case, "actor": actor, "q": q},
            repeats="always",
            timeout=timeout,
        )

    def get(
        self,
        intent_id: str,
        *,
        timeout: float | None = None,
    ) -> IntentsGetAnswer:
        """The present state of an intent, its postings and events. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/intents/{segment(intent_id)}",
            repeats="always",
            timeout=timeout,
        )
