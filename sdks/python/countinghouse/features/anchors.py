# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, TypedDict

from ..transport import File, Transport, segment


class AnchorsListAnswerAnchorsItemCosignaturesItem(TypedDict):
    name: str
    at: str


class AnchorsListAnswerAnchorsItem(TypedDict):
    id: str
    hour: str | None
    from_seq: int
    to_seq: int
    root_hash: str
    checkpoint: str
    kid: str
    created_at: str
    anchored: bool
    anchored_at: str | None
    anchor_ref: str | None
    time_stamp: str | None
    cosignatures: List[AnchorsListAnswerAnchorsItemCosignaturesItem]


class AnchorsListAnswer(TypedDict):
    anchors: List[AnchorsListAnswerAnchorsItem]
    next: str | None


class AnchorsConsistencyAnswerFromCosignaturesItem(TypedDict):
    name: str
    at: str


class AnchorsConsistencyAnswerFrom(TypedDict):
    id: str
    hour: str | None
    from_seq: int
    to_seq: int
    root_hash: str
    checkpoint: str
    kid: str
    created_at: str
    anchored: bool
    anchored_at: str | None
    anchor_ref: str | None
    time_stamp: str | None
    cosignatures: List[AnchorsConsistencyAnswerFromCosignaturesItem]


class AnchorsConsistencyAnswerToCosignaturesItem(TypedDict):
    name: str
    at: str


class AnchorsConsistencyAnswerTo(TypedDict):
    id: str
    hour: str | None
    from_seq: int
    to_seq: int
    root_hash: str
    checkpoint: str
    kid: str
    created_at: str
    anchored: bool
    anchored_at: str | None
    anchor_ref: str | None
    time_stamp: str | None
    cosignatures: List[AnchorsConsistencyAnswerToCosignaturesItem]


AnchorsConsistencyAnswer = TypedDict(
    "AnchorsConsistencyAnswer",
    {
        "from": "AnchorsConsistencyAnswerFrom",
        "to": "AnchorsConsistencyAnswerTo",
        "path": "List[str]",
    },
)


class AnchorsProofAnswerAnchorCosignaturesItem(TypedDict):
    name: str
    at: str


class AnchorsProofAnswerAnchor(TypedDict):
    id: str
    hour: str | None
    from_seq: int
    to_seq: int
    root_hash: str
    checkpoint: str
    kid: str
    created_at: str
    anchored: bool
    anchored_at: str | None
    anchor_ref: str | None
    time_stamp: str | None
    cosignatures: List[AnchorsProofAnswerAnchorCosignaturesItem]


class AnchorsProofAnswer(TypedDict):
    seq: int
    event_hash: str
    leaf_hash: str
    leaf_index: int
    tree_size: int
    root_hash: str
    path: List[str]
    anchor: AnchorsProofAnswerAnchor | None


class Anchors:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        before: int | None = None,
        timeout: float | None = None,
    ) -> AnchorsListAnswer:
        """Anchors of the log, newest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/anchors",
            query={"limit": limit, "after": after, "before": before},
            repeats="always",
            timeout=timeout,
        )

    def consistency(
        self,
        *,
        from_: str,
        to: str,
        timeout: float | None = None,
    ) -> AnchorsConsistencyAnswer:
        """Prove that the log of one anchor grew to that of another. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/anchors/consistency",
            query={"from": from_, "to": to},
            repeats="always",
            timeout=timeout,
        )

    def proof(
        self,
        seq: str,
        *,
        anchor: str | None = None,
        timeout: float | None = None,
    ) -> AnchorsProofAnswer:
        """Prove that the log holds an event. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/events/{segment(seq)}/proof",
            query={"anchor": anchor},
            repeats="always",
            timeout=timeout,
        )

    def receipt(
        self,
        intent_id: str,
        *,
        timeout: float | None = None,
    ) -> File:
        """The receipt of an intent as a file that anybody can check without asking us. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/intents/{segment(intent_id)}/proof",
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )

    def cose_receipt(
        self,
        intent_id: str,
        *,
        timeout: float | None = None,
    ) -> File:
        """The same receipt as a COSE receipt (RFC 9942). Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/intents/{segment(intent_id)}/proof.cose",
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )
