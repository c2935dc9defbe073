# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import Transport


class ServiceAccountsListAnswerServiceAccountsItemEntitiesItem(TypedDict):
    id: str
    code: str
    role: Literal["entity_admin", "entity_member"]


class ServiceAccountsListAnswerServiceAccountsItem(TypedDict):
    id: str
    name: str
    role: Literal["owner", "member", "auditor"]
    status: Literal["active", "deactivated"]
    created_at: str
    created_by: str
    deactivated_at: str | None
    live_keys: int
    last_used_at: str | None
    entities: List[ServiceAccountsListAnswerServiceAccountsItemEntitiesItem]


class ServiceAccountsListAnswer(TypedDict):
    service_accounts: List[ServiceAccountsListAnswerServiceAccountsItem]


class ServiceAccounts:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> ServiceAccountsListAnswer:
        """Service accounts, those in use first; each with its roles, and when its keys were last used. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/service-accounts",
            repeats="always",
            timeout=timeout,
        )
