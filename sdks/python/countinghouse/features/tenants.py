# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import Transport


class TenantsMineAnswerTenantsItem(TypedDict):
    id: str
    name: str
    role: Literal["owner", "member", "auditor"]
    read_only: bool
    broken: bool
    capabilities: List[Literal["tenant:admin", "tenant:owner", "tenant:auditor"]]
    reporting_currency: str
    signing_mode: Literal["DEV", "STANDARD", "EXTERNAL_JWKS"]
    enforce_signed_intents: bool
    second_factor_required: bool
    barred: Literal["ADDRESS_NOT_ALLOWED", "SSO_REQUIRED", "SSO_SECOND_FACTOR_MISSING", "SECOND_FACTOR_REQUIRED"] | None
    members: int
    owners: int


class TenantsMineAnswer(TypedDict):
    tenants: List[TenantsMineAnswerTenantsItem]
    current_id: str | None
    has_cookie: bool
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
            "/api/v1/tenants",
            repeats="always",
            timeout=timeout,
        )
