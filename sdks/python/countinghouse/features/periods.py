# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import File, Transport, segment


class PeriodsListAnswerPeriodsItemFilesItem(TypedDict):
    format: Literal["csv", "pdf"]
    sha256: str
    size_bytes: int


class PeriodsListAnswerPeriodsItem(TypedDict):
    id: str
    period_code: str
    period_start: str
    period_end: str
    status: Literal["closing", "locked", "published"]
    started_at: str
    started_by: str
    started_seq: int
    valuation_snapshot_id: str
    snapshot_kind: Literal["reference", "fx", "config"]
    start_evidence_ref: str | None
    locked_at: str | None
    locked_by: str | None
    locked_seq: int | None
    lock_evidence_ref: str | None
    adjustments_snapshot_id: str | None
    adjustments_snapshot_kind: Literal["reference", "fx", "config"] | None
    adjusting_event_id: str | None
    adjusting_event_seq: int | None
    trial_balance_sha256: str | None
    accounts_count: int | None
    accounts_sha256: str | None
    published_at: str | None
    published_by: str | None
    published_seq: int | None
    publish_evidence_ref: str | None
    statement_uri: str | None
    reopened_at: str | None
    reopened_by: str | None
    reopened_seq: int | None
    files: List[PeriodsListAnswerPeriodsItemFilesItem]


class PeriodsListAnswer(TypedDict):
    periods: List[PeriodsListAnswerPeriodsItem]


class PeriodsGetAnswerPeriodFilesItem(TypedDict):
    format: Literal["csv", "pdf"]
    sha256: str
    size_bytes: int


class PeriodsGetAnswerPeriod(TypedDict):
    id: str
    period_code: str
    period_start: str
    period_end: str
    status: Literal["closing", "locked", "published"]
    started_at: str
    started_by: str
    started_seq: int
    valuation_snapshot_id: str
    snapshot_kind: Literal["reference", "fx", "config"]
    start_evidence_ref: str | None
    locked_at: str | None
    locked_by: str | None
    locked_seq: int | None
    lock_evidence_ref: str | None
    adjustments_snapshot_id: str | None
    adjustments_snapshot_kind: Literal["reference", "fx", "config"] | None
    adjusting_event_id: str | None
    adjusting_event_seq: int | None
    trial_balance_sha256: str | None
    accounts_count: int | None
    accounts_sha256: str | None
    published_at: str | None
    published_by: str | None
    published_seq: int | None
    publish_evidence_ref: str | None
    statement_uri: str | None
    reopened_at: str | None
    reopened_by: str | None
    reopened_seq: int | None
    files: List[PeriodsGetAnswerPeriodFilesItem]


class PeriodsGetAnswerBalancesItem(TypedDict):
    gl_account_id: str
    code: str
    title: str
    currency: str
    minor_units: int
    balance: str
    balance_minor: str


class PeriodsGetAnswerWorkPendingApprovalsItem(TypedDict):
    id: str
    intent_id: str | None


class PeriodsGetAnswerWorkAdjustmentsItem(TypedDict):
    intent_id: str
    event_id: str
    seq: int
    event_ts: str


class PeriodsGetAnswerWorkSchedulesItem(TypedDict):
    id: str
    name: str
    status: str
    next_on: str


class PeriodsGetAnswerWorkImportsItem(TypedDict):
    id: str
    file_name: str
    waiting: int


class PeriodsGetAnswerWorkBankRowsItem(TypedDict):
    account_id: str
    account_code: str
    unmatched: int


class PeriodsGetAnswerWorkRevaluation(TypedDict):
    runs: int
    last_at: str | None
    foreign_accounts: int


class PeriodsGetAnswerWork(TypedDict):
    open_holds: List[str]
    pending_approvals: List[PeriodsGetAnswerWorkPendingApprovalsItem]
    adjustments: List[PeriodsGetAnswerWorkAdjustmentsItem]
    adjustment_count: int
    schedules: List[PeriodsGetAnswerWorkSchedulesItem]
    imports: List[PeriodsGetAnswerWorkImportsItem]
    bank_rows: List[PeriodsGetAnswerWorkBankRowsItem]
    revaluation: PeriodsGetAnswerWorkRevaluation


class PeriodsGetAnswer(TypedDict):
    period: PeriodsGetAnswerPeriod
    balances: List[PeriodsGetAnswerBalancesItem]
    work: PeriodsGetAnswerWork


class PeriodsCompareAnswerAFilesItem(TypedDict):
    format: Literal["csv", "pdf"]
    sha256: str
    size_bytes: int


class PeriodsCompareAnswerA(TypedDict):
    id: str
    period_code: str
    period_start: str
    period_end: str
    status: Literal["closing", "locked", "published"]
    started_at: str
    started_by: str
    started_seq: int
    valuation_snapshot_id: str
    snapshot_kind: Literal["reference", "fx", "config"]
    start_evidence_ref: str | None
    locked_at: str | None
    locked_by: str | None
    locked_seq: int | None
    lock_evidence_ref: str | None
    adjustments_snapshot_id: str | None
    adjustments_snapshot_kind: Literal["reference", "fx", "config"] | None
    adjusting_event_id: str | None
    adjusting_event_seq: int | None
    trial_balance_sha256: str | None
    accounts_count: int | None
    accounts_sha256: str | None
    published_at: str | None
    published_by: str | None
    published_seq: int | None
    publish_evidence_ref: str | None
    statement_uri: str | None
    reopened_at: str | None
    reopened_by: str | None
    reopened_seq: int | None
    files: List[PeriodsCompareAnswerAFilesItem]


class PeriodsCompareAnswerBFilesItem(TypedDict):
    format: Literal["csv", "pdf"]
    sha256: str
    size_bytes: int


class PeriodsCompareAnswerB(TypedDict):
    id: str
    period_code: str
    period_start: str
    period_end: str
    status: Literal["closing", "locked", "published"]
    started_at: str
    started_by: str
    started_seq: int
    valuation_snapshot_id: str
    snapshot_kind: Literal["reference", "fx", "config"]
    start_evidence_ref: str | None
    locked_at: str | None
    locked_by: str | None
    locked_seq: int | None
    lock_evidence_ref: str | None
    adjustments_snapshot_id: str | None
    adjustments_snapshot_kind: Literal["reference", "fx", "config"] | None
    adjusting_event_id: str | None
    adjusting_event_seq: int | None
    trial_balance_sha256: str | None
    accounts_count: int | None
    accounts_sha256: str | None
    published_at: str | None
    published_by: str | None
    published_seq: int | None
    publish_evidence_ref: str | None
    statement_uri: str | None
    reopened_at: str | None
    reopened_by: str | None
    reopened_seq: int | None
    files: List[PeriodsCompareAnswerBFilesItem]


class PeriodsCompareAnswerLinesItem(TypedDict):
    gl_account_id: str
    code: str
    title: str
    currency: str
    minor_units: int
    a: str
    a_minor: str
    b: str
    b_minor: str
    difference: str
    difference_minor: str


class PeriodsCompareAnswer(TypedDict):
    a: PeriodsCompareAnswerA
    b: PeriodsCompareAnswerB
    lines: List[PeriodsCompareAnswerLinesItem]


class Periods:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> PeriodsListAnswer:
        """Accounting periods, the latest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/periods",
            repeats="always",
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> PeriodsGetAnswer:
        """A period with the trial balance that its lock sealed, and what it waits for. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/periods/{segment(id)}",
            repeats="always",
            timeout=timeout,
        )

    def compare(
        self,
        id: str,
        other: str,
        *,
        timeout: float | None = None,
    ) -> PeriodsCompareAnswer:
        """Two sealed trial balances side by side, and what the second has more. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/periods/{segment(id)}/compare/{segment(other)}",
            repeats="always",
            timeout=timeout,
        )

    def compare_file(
        self,
        id: str,
        other: str,
        *,
        format: Literal["csv"],
        timeout: float | None = None,
    ) -> File:
        """Two sealed trial balances side by side, and what the second has more. As a file. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/periods/{segment(id)}/compare/{segment(other)}",
            query={"format": format},
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )

    def statement(
        self,
        id: str,
        format: str,
        *,
        timeout: float | None = None,
    ) -> File:
        """The published statement as the server made it, its hash checked before the first byte. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/periods/{segment(id)}/statement/{segment(format)}",
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )
