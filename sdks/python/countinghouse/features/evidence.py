# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Any, Dict, List, TypedDict

from ..transport import Transport, segment


class EvidenceListAnswerEvidenceItemAmountsItem(TypedDict):
    currency: str
    amount: str


class EvidenceListAnswerEvidenceItemAnchor(TypedDict):
    id: str
    to_seq: int
    anchored: bool


class EvidenceListAnswerEvidenceItem(TypedDict):
    id: str
    intent_id: str | None
    name: str
    narrative: str | None
    amounts: List[EvidenceListAnswerEvidenceItemAmountsItem]
    seq: int
    content_sha256: str
    content_type: str
    size: int
    created_at: str
    uri: str
    metadata: Dict[str, Any]
    anchor: EvidenceListAnswerEvidenceItemAnchor | None


class EvidenceListAnswerFailure(TypedDict):
    code: str
    since: str
    tries: int


class EvidenceListAnswer(TypedDict):
    evidence: List[EvidenceListAnswerEvidenceItem]
    waiting: int
    failure: EvidenceListAnswerFailure | None
    next: str | None


class EvidenceGetAnswerEvidenceAmountsItem(TypedDict):
    currency: str
    amount: str


class EvidenceGetAnswerEvidenceAnchor(TypedDict):
    id: str
    to_seq: int
    anchored: bool


class EvidenceGetAnswerEvidence(TypedDict):
    id: str
    intent_id: str | None
    name: str
    narrative: str | None
    amounts: List[EvidenceGetAnswerEvidenceAmountsItem]
    seq: int
    content_sha256: str
    content_type: str
    size: int
    created_at: str
    uri: str
    metadata: Dict[str, Any]
    anchor: EvidenceGetAnswerEvidenceAnchor | None


class EvidenceGetAnswer(TypedDict):
    evidence: EvidenceGetAnswerEvidence


class Evidence:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        intent_id: str | None = None,
        after: int | None = None,
        timeout: float | None = None,
    ) -> EvidenceListAnswer:
        """Evidence bundles, the latest first, and what waits to be written. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/evidence",
            query={"limit": limit, "intent_id": intent_id, "after": after},
            repeats="always",
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> EvidenceGetAnswer:
        """An evidence bundle, with a new address. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/evidence/{segment(id)}",
            repeats="always",
            timeout=timeout,
        )

    def content(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> Any:
        """The content of an evidence bundle, its hash checked before the first byte. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/evidence/{segment(id)}/content",
            repeats="always",
            timeout=timeout,
        )
