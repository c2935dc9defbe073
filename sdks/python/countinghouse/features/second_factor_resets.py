# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, TypedDict

from ..transport import Transport


class SecondFactorResetsListAnswerResetsItem(TypedDict):
    user_id: str
    effective_at: str


class SecondFactorResetsListAnswer(TypedDict):
    resets: List[SecondFactorResetsListAnswerResetsItem]


class SecondFactorResets:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> SecondFactorResetsListAnswer:
        """Lost second factors of members that are to be removed, and from when on. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/second-factor-resets",
            repeats="always",
            timeout=timeout,
        )
