# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import Transport


class SettingsGetAnswerSettingsPostingDefaultsConsent(TypedDict):
    scope: List[str]
    reference: str
    granted_at: str


class SettingsGetAnswerSettingsPostingDefaults(TypedDict):
    consent: SettingsGetAnswerSettingsPostingDefaultsConsent | None
    fx_snapshot: Literal["latest"] | None


class SettingsGetAnswerSettings(TypedDict):
    primary_contact_email: str | None
    logo_url: str | None
    locale: str | None
    signing_mode: Literal["DEV", "STANDARD", "EXTERNAL_JWKS"]
    enforce_signed_intents: bool
    jwks_url: str | None
    interest_day_count: str
    interest_counter_account_id: str | None
    reporting_currency: str
    fiscal_year_start: int
    four_eyes: bool
    second_factor_required: bool
    posting_defaults: SettingsGetAnswerSettingsPostingDefaults
    reporting_currency_open: bool


class SettingsGetAnswerOrg(TypedDict):
    name: str
    read_only: bool
    signing_mode: Literal["DEV", "STANDARD", "EXTERNAL_JWKS"]


class SettingsGetAnswer(TypedDict):
    settings: SettingsGetAnswerSettings
    org: SettingsGetAnswerOrg


class Settings:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> SettingsGetAnswer:
        """The profile and settings of the organisation. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/settings",
            repeats="always",
            timeout=timeout,
        )
