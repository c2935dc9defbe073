# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import Transport


class TenantsMineAnswerTenantsItem(TypedDict):
    id: str
    name: str
    role: Literal["owner", "member", "auditor"]
    readOnly: bool
    broken: bool
    capabilities: List[Literal["tenant:admin", "tenant:owner", "tenant:auditor"]]
    reportingCurrency: str
    signingMode: Literal["DEV", "STANDARD", "EXTERNAL_JWKS"]
    enforceSignedIntents: bool
    secondFactorRequired: bool
    barred: Literal["ADDRESS_NOT_ALLOWED", "SSO_REQUIRED", "SSO_SECOND_FACTOR_MISSING", "SECOND_FACTOR_REQUIRED"] | None
    members: int
    owners: int


class TenantsMineAnswer(TypedDict):
    tenants: List[TenantsMineAnswerTenantsItem]
    currentId: str | None
    hasCookie: bool
    address: str


class Tenants:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def mine(
        self,
        *,
        timeout: float | None = None,
    ) -> TenantsMineAnswer:
        """The organisations of the signed-in person. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/internal/tenants/mine",
            repeats="always",
            timeout=timeout,
        )
