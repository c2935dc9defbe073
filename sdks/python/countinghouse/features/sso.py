# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import Transport


class SsoListAnswerNextSaml(TypedDict):
    id: str
    entity_id: str
    acs_url: str


class SsoListAnswerConnectionsItemSamlCertificatesItem(TypedDict):
    sha256: str
    pem: str
    not_after: str


class SsoListAnswerConnectionsItemSaml(TypedDict):
    sign_on_url: str
    certificates: List[SsoListAnswerConnectionsItemSamlCertificatesItem]
    email_attribute: str
    name_attribute: str
    subject_attribute: str | None
    entity_id: str
    acs_url: str


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


class SsoListAnswerConnectionsItemDirectory(TypedDict):
    token_set_at: str
    token_set_by: str


class SsoListAnswerConnectionsItem(TypedDict):
    id: str
    name: str
    protocol: Literal["oidc", "saml"]
    issuer: str
    client_id: str
    scope: str
    saml: SsoListAnswerConnectionsItemSaml | None
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
    directory: SsoListAnswerConnectionsItemDirectory | None


class SsoListAnswer(TypedDict):
    redirect_uri: str
    scim_url: str
    next_saml: SsoListAnswerNextSaml
    connections: List[SsoListAnswerConnectionsItem]


class Sso:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> SsoListAnswer:
        """Connections of single sign-on with their domains, the address that a provider sends people back to, and where directories call. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/sso/connections",
            repeats="always",
            timeout=timeout,
        )
