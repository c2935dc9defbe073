# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import Transport


class ApiKeysListAnswerApiKeysItemServiceAccount(TypedDict):
    id: str
    name: str


class ApiKeysListAnswerApiKeysItemOldSecret(TypedDict):
    hint: str
    ends_at: str
    last_used_at: str | None


class ApiKeysListAnswerApiKeysItemAllowListItem(TypedDict):
    network: str
    note: str | None


class ApiKeysListAnswerApiKeysItem(TypedDict):
    id: str
    name: str
    grant: Literal["read", "propose", "post", "admin"]
    hint: str
    user_id: str
    user_email: str | None
    service_account: ApiKeysListAnswerApiKeysItemServiceAccount | None
    user_role: Literal["owner", "member", "auditor"] | None
    created_at: str
    expires_at: str
    revoked_at: str | None
    last_used_at: str | None
    rotated_at: str | None
    secret_last_used_at: str | None
    old_secret: ApiKeysListAnswerApiKeysItemOldSecret | None
    rate_per_minute: int | None
    allow_list: List[ApiKeysListAnswerApiKeysItemAllowListItem]
    status: Literal["active", "expired", "revoked"]


class ApiKeysListAnswer(TypedDict):
    api_keys: List[ApiKeysListAnswerApiKeysItem]


class ApiKeysOwnAnswerApiKeyServiceAccount(TypedDict):
    id: str
    name: str


class ApiKeysOwnAnswerApiKeyOldSecret(TypedDict):
    hint: str
    ends_at: str
    last_used_at: str | None


class ApiKeysOwnAnswerApiKeyAllowListItem(TypedDict):
    network: str
    note: str | None


class ApiKeysOwnAnswerApiKey(TypedDict):
    id: str
    name: str
    grant: Literal["read", "propose", "post", "admin"]
    hint: str
    user_id: str
    user_email: str | None
    service_account: ApiKeysOwnAnswerApiKeyServiceAccount | None
    user_role: Literal["owner", "member", "auditor"] | None
    created_at: str
    expires_at: str
    revoked_at: str | None
    last_used_at: str | None
    rotated_at: str | None
    secret_last_used_at: str | None
    old_secret: ApiKeysOwnAnswerApiKeyOldSecret | None
    rate_per_minute: int | None
    allow_list: List[ApiKeysOwnAnswerApiKeyAllowListItem]
    status: Literal["active", "expired", "revoked"]


class ApiKeysOwnAnswer(TypedDict):
    tenant_id: str
    api_key: ApiKeysOwnAnswerApiKey | None


class ApiKeys:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> ApiKeysListAnswer:
        """API keys, the latest first; those that ended too. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/api-keys",
            repeats="always",
            timeout=timeout,
        )

    def own(
        self,
        *,
        timeout: float | None = None,
    ) -> ApiKeysOwnAnswer:
        """The API key that this is asked with, and what it may do; null where it is asked without one. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/api-key",
            repeats="always",
            timeout=timeout,
        )
