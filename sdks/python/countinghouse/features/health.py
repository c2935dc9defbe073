# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import Transport


class HealthGetAnswerCounts(TypedDict):
    events: int
    postings: int
    accounts: int


class HealthGetAnswerInvariantsMissingPostingsItem(TypedDict):
    id: str
    seq: int


class HealthGetAnswerInvariantsHashBreaksItem(TypedDict):
    seq: int
    prev_hash: str
    expected_prev_hash: str
    what: Literal["prev_hash", "hash_version", "payload_hash", "event_hash", "event_ts", "payload", "seq", "head", "anchor", "log_anchored", "signed_head", "uncovered", "checkpoint", "key", "stored_key"]


class HealthGetAnswerInvariantsBalanceDriftItem(TypedDict):
    id: str
    code: str
    value_date: str | None
    currency: str
    reported_balance: str
    derived_balance: str


class HealthGetAnswerInvariants(TypedDict):
    missingPostings: List[HealthGetAnswerInvariantsMissingPostingsItem]
    hashBreaks: List[HealthGetAnswerInvariantsHashBreaksItem]
    balanceDrift: List[HealthGetAnswerInvariantsBalanceDriftItem]


class HealthGetAnswerCoverage(TypedDict):
    through: int
    first_contradiction: int | None


class HealthGetAnswerChecked(TypedDict):
    from_seq: int
    to_seq: int
    at: str
    complete: bool


class HealthGetAnswerLoss(TypedDict):
    lost_from: int
    lost_to: int
    mark_hash: str
    mark_ts: str
    found_at: str


class HealthGetAnswerBackupDrill(TypedDict):
    at: str
    ok: bool
    seq: int | None
    rpo_seconds: float | None
    rto_seconds: float | None


class HealthGetAnswerBackup(TypedDict):
    reached_at: str | None
    copied_at: str | None
    drill: HealthGetAnswerBackupDrill | None


class HealthGetAnswerWitnessesItem(TypedDict):
    name: str
    state: Literal["current", "waiting", "silent", "refused"]
    cosigned_to: int | None
    failing_since: str | None
    refused_at: str | None
    last_error: str | None


class HealthGetAnswerDatabase(TypedDict):
    mode: Literal["read-write", "read-only"]
    replica_age_seconds: float | None


class HealthGetAnswerDisk(TypedDict):
    used_percent: float
    full_percent: float


class HealthGetAnswerFullFound(TypedDict):
    missing_postings: int
    hash_breaks: int
    balance_drift: int
    contradictions: int
    differences: int


class HealthGetAnswerFull(TypedDict):
    id: str
    state: Literal["waiting", "running", "done", "failed"]
    asked_by: str
    asked_at: str
    started_at: str | None
    ended_at: str | None
    step: str
    done: int
    total: int
    events_per_second: int | None
    ok: bool | None
    found: HealthGetAnswerFullFound | None


class HealthGetAnswer(TypedDict):
    ok: bool
    counts: HealthGetAnswerCounts
    invariants: HealthGetAnswerInvariants
    coverage: HealthGetAnswerCoverage
    checked: HealthGetAnswerChecked
    broken_at: str | None
    loss: HealthGetAnswerLoss | None
    backup: HealthGetAnswerBackup | None
    witnesses: List[HealthGetAnswerWitnessesItem]
    database: HealthGetAnswerDatabase
    disk: HealthGetAnswerDisk
    full: HealthGetAnswerFull | None


class Health:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> HealthGetAnswer:
        """Re-derives postings, hashes and balances of the organisation and reports every difference. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/health",
            repeats="always",
            timeout=timeout,
        )
