# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ..transport import Transport


class BrandingGetAnswerBranding(TypedDict):
    display_name: str | None
    logo_url: str | None
    primary_color: str | None
    accent_color: str | None


class BrandingGetAnswer(TypedDict):
    branding: BrandingGetAnswerBranding


class BrandingSetAnswerBranding(TypedDict):
    display_name: str | None
    logo_url: str | None
    primary_color: str | None
    accent_color: str | None


class BrandingSetAnswerDetails(TypedDict):
    eligible: int


class BrandingSetAnswer(TypedDict):
    branding: NotRequired[BrandingSetAnswerBranding]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[BrandingSetAnswerDetails]


class BrandingSetBody(TypedDict):
    display_name: NotRequired[str | None]
    logo_url: NotRequired[str | None]
    primary_color: NotRequired[str | None]
    accent_color: NotRequired[str | None]


class Branding:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> BrandingGetAnswer:
        """The branding of the organisation. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/branding",
            repeats="always",
            timeout=timeout,
        )

    def set(
        self,
        body: BrandingSetBody,
        *,
        timeout: float | None = None,
    ) -> BrandingSetAnswer:
        """Set the branding: what is absent or null is cleared. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/v1/branding",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )
