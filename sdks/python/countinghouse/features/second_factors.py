# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import Transport


class SecondFactorsMembersAnswerMembersItem(TypedDict):
    id: str
    email: str
    name: str
    role: Literal["owner", "member", "auditor"]
    active: bool
    passkeys: int
    last_sign_in_at: str | None


class SecondFactorsMembersAnswer(TypedDict):
    required: bool
    members: List[SecondFactorsMembersAnswerMembersItem]


class SecondFactors:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def members(
        self,
        *,
        timeout: float | None = None,
    ) -> SecondFactorsMembersAnswer:
        """Which members have a second factor or passkeys, and when they signed in last. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/second-factors",
            repeats="always",
            timeout=timeout,
        )
