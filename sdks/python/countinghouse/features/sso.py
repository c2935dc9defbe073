# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import Transport


class SsoListAnswerConnectionsItemRolesItem(TypedDict):
    group: str
    role: Literal["member", "auditor"]


class SsoListAnswerConnectionsItemDomainsItemRecord(TypedDict):
    name: str
    value: str


class SsoListAnswerConnectionsItemDomainsItem(TypedDict):
    domain: str
    verified_at: str | None
    record: SsoListAnswerConnectionsItemDomainsItemRecord


class SsoListAnswerConnectionsItem(TypedDict):
    id: str
    name: str
    issuer: str
    client_id: str
    scope: str
    groups_claim: str
    roles: List[SsoListAnswerConnectionsItemRolesItem]
    default_role: Literal["member", "auditor"] | None
    second_factor: Literal["told", "trusted"]
    enabled: bool
    required: bool
    owners_by_password: bool
    created_at: str
    created_by: str
    domains: List[SsoListAnswerConnectionsItemDomainsItem]


class SsoListAnswer(TypedDict):
    redirect_uri: str
    connections: List[SsoListAnswerConnectionsItem]


class Sso:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> SsoListAnswer:
        """Connections of single sign-on with their domains, and the address that a provider sends people back to. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/sso/connections",
            repeats="always",
            timeout=timeout,
        )
