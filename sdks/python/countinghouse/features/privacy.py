# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Literal, TypedDict

from ..transport import Transport


class PrivacyStatusAnswerPrivacy(TypedDict):
    tokenised: bool
    key_version: int
    records: int
    plain: int
    behind: int
    sign_in_emails: int
    encryption: Literal["idle", "running"]
    erasures: int
    tokenised_at: str | None
    rotated_at: str | None
    reencrypted_at: str | None
    erased_at: str | None
    references: Literal["clear", "token"]
    references_set_at: str | None


class PrivacyStatusAnswer(TypedDict):
    privacy: PrivacyStatusAnswerPrivacy


class Privacy:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def status(
        self,
        *,
        timeout: float | None = None,
    ) -> PrivacyStatusAnswer:
        """How personal words are kept, and how far their encryption is. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/privacy",
            repeats="always",
            timeout=timeout,
        )
