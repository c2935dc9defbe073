# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, NotRequired, TypedDict

from ..transport import Transport


class SigningKeysListAnswerKeysItemPublicJwk(TypedDict):
    kty: Literal["OKP", "EC"]
    crv: Literal["Ed25519", "P-256"]
    x: str
    y: NotRequired[str]


class SigningKeysListAnswerKeysItem(TypedDict):
    kid: str
    purpose: Literal["chain", "intent"]
    label: str
    algorithm: Literal["EdDSA", "ES256"]
    created_at: str
    active: bool
    status: Literal["ACTIVE", "SUNSETTING", "revoked"]
    user_id: str | None
    user_email: str | None
    origin: Literal["generated", "registered"]
    retired_at: str | None
    public_jwk: SigningKeysListAnswerKeysItemPublicJwk


class SigningKeysListAnswer(TypedDict):
    keys: List[SigningKeysListAnswerKeysItem]


class SigningKeys:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> SigningKeysListAnswer:
        """Signing keys, the latest first: the chain’s and those of people. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/signing-keys",
            repeats="always",
            timeout=timeout,
        )
