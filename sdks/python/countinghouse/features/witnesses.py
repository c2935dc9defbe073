# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import Transport


class WitnessesListAnswerWitnessesItem(TypedDict):
    id: str
    name: str
    vkey: str
    url: str
    added_at: str
    state: Literal["current", "waiting", "silent", "refused"]
    cosigned_to: int | None
    cosigned_at: str | None
    failing_since: str | None
    refused_at: str | None
    last_error: str | None
    next_try_at: str | None


class WitnessesListAnswer(TypedDict):
    log_vkey: str
    witnesses: List[WitnessesListAnswerWitnessesItem]


class Witnesses:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> WitnessesListAnswer:
        """Witnesses of the log, how far each has cosigned it, and the key by which they know the log. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/witnesses",
            repeats="always",
            timeout=timeout,
        )
