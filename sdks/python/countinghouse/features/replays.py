# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict

from ..transport import Transport


class ReplaysLatestAnswerReplayResultChainFault(TypedDict):
    seq: int
    what: str


class ReplaysLatestAnswerReplayResultVerdictFaultsItem(TypedDict):
    seq: int
    what: str


class ReplaysLatestAnswerReplayResultDifferencesItemCellsItem(TypedDict):
    column: str
    stored: Any
    replayed: Any


class ReplaysLatestAnswerReplayResultDifferencesItem(TypedDict):
    table: str
    key: Dict[str, Any]
    what: Literal["differs", "only_stored", "only_replayed"]
    cells: List[ReplaysLatestAnswerReplayResultDifferencesItemCellsItem]


class ReplaysLatestAnswerReplayResult(TypedDict):
    equal: bool
    events: int
    postings: int
    chain_fault: ReplaysLatestAnswerReplayResultChainFault | None
    verdict_faults: List[ReplaysLatestAnswerReplayResultVerdictFaultsItem]
    differences: List[ReplaysLatestAnswerReplayResultDifferencesItem]


class ReplaysLatestAnswerReplay(TypedDict):
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
    result: ReplaysLatestAnswerReplayResult | None


class ReplaysLatestAnswer(TypedDict):
    replay: ReplaysLatestAnswerReplay | None


class Replays:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def latest(
        self,
        *,
        timeout: float | None = None,
    ) -> ReplaysLatestAnswer:
        """How far the last replay is, or what it found. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/replays/latest",
            repeats="always",
            timeout=timeout,
        )
