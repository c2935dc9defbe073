# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import Transport


class SignInsListAnswerSignInsItemPerson(TypedDict):
    id: str
    email: str
    name: str


class SignInsListAnswerSignInsItem(TypedDict):
    id: str
    at: str
    person: SignInsListAnswerSignInsItemPerson
    outcome: Literal["signed_in", "wrong_password", "wrong_code", "wrong_passkey", "not_admitted", "barred"]
    address: str
    user_agent: str


class SignInsListAnswer(TypedDict):
    sign_ins: List[SignInsListAnswerSignInsItem]


class SignIns:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        failed: Literal["0", "1"] | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> SignInsListAnswer:
        """Recent sign-ins of members, and failed ones, newest first; of each member since they joined. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/sign-ins",
            query={"failed": failed, "limit": limit},
            repeats="always",
            timeout=timeout,
        )
