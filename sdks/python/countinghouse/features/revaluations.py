# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Any, List, Literal, NotRequired, TypedDict

from ..transport import Transport, segment


class RevaluationsGetAnswerRevaluationPeriodFilesItem(TypedDict):
    format: Literal["csv", "pdf"]
    sha256: str
    size_bytes: int


class RevaluationsGetAnswerRevaluationPeriod(TypedDict):
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
    files: List[RevaluationsGetAnswerRevaluationPeriodFilesItem]


class RevaluationsGetAnswerRevaluationSnapshot(TypedDict):
    id: str
    kind: Literal["reference", "fx", "config"]
    label: str
    effective_at: str


class RevaluationsGetAnswerRevaluationLinesItemRateLegsItem(TypedDict):
    base_currency: str
    quote_currency: str
    rate: str
    asof: str
    source: str
    inverted: bool


class RevaluationsGetAnswerRevaluationLinesItemRate(TypedDict):
    rate: str
    derived: Literal["none", "inverse", "cross"]
    via: str | None
    legs: List[RevaluationsGetAnswerRevaluationLinesItemRateLegsItem]


class RevaluationsGetAnswerRevaluationLinesItem(TypedDict):
    account_id: str
    code: str
    entity_id: str | None
    entity_code: str | None
    currency: str
    minor_units: int
    base_currency: str
    base_minor_units: int
    balance: str
    balance_minor: str
    carrying: str
    carrying_minor: str
    rate: RevaluationsGetAnswerRevaluationLinesItemRate | None
    valued: str | None
    valued_minor: str | None
    difference: str | None
    difference_minor: str | None
    posted: str
    posted_minor: str
    left: str
    left_minor: str
    inactive: bool


class RevaluationsGetAnswerRevaluationRunsItemIntentsItem(TypedDict):
    intent_id: str
    reversed_by: str | None


class RevaluationsGetAnswerRevaluationRunsItem(TypedDict):
    run: int
    seq: int
    valuation_snapshot_id: str
    snapshot_kind: Literal["reference", "fx", "config"]
    known_at_seq: int
    accounts: int
    posted_at: str
    posted_by: str
    intents: List[RevaluationsGetAnswerRevaluationRunsItemIntentsItem]


class RevaluationsGetAnswerRevaluationBarred(TypedDict):
    code: str
    message: str
    details: NotRequired[Any]


class RevaluationsGetAnswerRevaluation(TypedDict):
    period: RevaluationsGetAnswerRevaluationPeriod
    snapshot: RevaluationsGetAnswerRevaluationSnapshot | None
    lines: List[RevaluationsGetAnswerRevaluationLinesItem]
    runs: List[RevaluationsGetAnswerRevaluationRunsItem]
    barred: RevaluationsGetAnswerRevaluationBarred | None


class RevaluationsGetAnswer(TypedDict):
    revaluation: RevaluationsGetAnswerRevaluation


class Revaluations:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        id: str,
        *,
        valuation_snapshot_id: str | None = None,
        timeout: float | None = None,
    ) -> RevaluationsGetAnswer:
        """What a revaluation of the period comes to, account by account, and what was posted. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/periods/{segment(id)}/revaluation",
            query={"valuation_snapshot_id": valuation_snapshot_id},
            repeats="always",
            timeout=timeout,
        )
