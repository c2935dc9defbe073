# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import Transport


class PerformanceSummaryAnswerMetricsItemHistoryItem(TypedDict):
    at: str
    value: float | None


class PerformanceSummaryAnswerMetricsItem(TypedDict):
    name: Literal["validation p95", "execution p95", "projection lag p95", "replay throughput", "evidence write success", "outbox backlog"]
    unit: str
    value: float | None
    judged: bool
    target: float
    direction: Literal["lower", "higher"]
    history: List[PerformanceSummaryAnswerMetricsItemHistoryItem]
    measurements: int


class PerformanceSummaryAnswerAnchorsItem(TypedDict):
    id: str
    root_hash: str
    from_seq: int
    to_seq: int
    anchored: bool
    anchor_ref: str | None
    created_at: str


class PerformanceSummaryAnswerSloViolationsItem(TypedDict):
    metric: Literal["validation p95", "execution p95", "projection lag p95", "replay throughput", "evidence write success", "outbox backlog"]
    value: float
    target: float
    unit: str
    direction: Literal["lower", "higher"]


class PerformanceSummaryAnswer(TypedDict):
    ok: bool
    updated_at: str
    metrics: List[PerformanceSummaryAnswerMetricsItem]
    anchors: List[PerformanceSummaryAnswerAnchorsItem]
    slo_violations: List[PerformanceSummaryAnswerSloViolationsItem]


class Performance:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def summary(
        self,
        *,
        timeout: float | None = None,
    ) -> PerformanceSummaryAnswer:
        """What was measured over the last 24 hours, held against its targets, and the latest anchors. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/performance",
            repeats="always",
            timeout=timeout,
        )
