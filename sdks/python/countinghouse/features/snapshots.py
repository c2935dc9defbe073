# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Any, Dict, List, Literal, NotRequired, TypedDict

from ..transport import Transport


class SnapshotsListAnswerSnapshotsItem(TypedDict):
    id: str
    snapshot_id: str
    kind: Literal["reference", "fx", "config"]
    label: str
    seq: int
    event_hash: str
    root_hash: str | None
    taken_at: str
    effective_at: str
    source: str
    uri: str | None
    metadata: Dict[str, Any]


class SnapshotsListAnswer(TypedDict):
    snapshots: List[SnapshotsListAnswerSnapshotsItem]


class SnapshotsTakeAnswerSnapshot(TypedDict):
    id: str
    snapshot_id: str
    kind: Literal["reference", "fx", "config"]
    label: str
    seq: int
    event_hash: str
    root_hash: str | None
    takenAt: str
    taken_at: str
    effective_at: str
    source: str
    uri: str | None
    metadata: Dict[str, Any]


class SnapshotsTakeAnswer(TypedDict):
    snapshot: SnapshotsTakeAnswerSnapshot


class SnapshotsTakeBody(TypedDict):
    kind: Literal["reference", "fx", "config"]
    label: NotRequired[str]
    source: NotRequired[str]
    effective_at: NotRequired[str | None]


class SnapshotsTakeV1AnswerSnapshot(TypedDict):
    id: str
    snapshot_id: str
    kind: Literal["reference", "fx", "config"]
    label: str
    seq: int
    event_hash: str
    root_hash: str | None
    takenAt: str
    taken_at: str
    effective_at: str
    source: str
    uri: str | None
    metadata: Dict[str, Any]


class SnapshotsTakeV1Answer(TypedDict):
    snapshot: SnapshotsTakeV1AnswerSnapshot


class SnapshotsTakeV1Body(TypedDict):
    kind: Literal["reference", "fx", "config"]
    label: NotRequired[str]
    source: NotRequired[str]
    effective_at: NotRequired[str | None]


class Snapshots:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        kind: Literal["reference", "fx", "config"] | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> SnapshotsListAnswer:
        """Snapshots, newest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/snapshots",
            query={"kind": kind, "limit": limit},
            repeats="always",
            timeout=timeout,
        )

    def take(
        self,
        body: SnapshotsTakeBody,
        *,
        timeout: float | None = None,
    ) -> SnapshotsTakeAnswer:
        """Capture a snapshot. Needs the grant `post`."""
        return self._transport.call(
            "POST",
            "/api/internal/snapshots/take",
            body=body,
            repeats="never",
            timeout=timeout,
        )

    def take_v1(
        self,
        body: SnapshotsTakeV1Body,
        *,
        timeout: float | None = None,
    ) -> SnapshotsTakeV1Answer:
        """Capture a snapshot. Needs the grant `post`."""
        return self._transport.call(
            "POST",
            "/api/v1/snapshots/take",
            body=body,
            repeats="never",
            timeout=timeout,
        )
