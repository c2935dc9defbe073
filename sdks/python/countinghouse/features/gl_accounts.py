# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, NotRequired, TypedDict

from ..transport import Transport, segment


GlAccountsListAnswerGlItem = TypedDict(
    "GlAccountsListAnswerGlItem",
    {
        "id": "str",
        "code": "str",
        "title": "str",
        "class": "Literal[\"A\", \"L\", \"E\", \"I\", \"X\"]",
        "normal_balance": "Literal[\"DR\", \"CR\"]",
        "parent_id": "str | None",
        "usage_count": "int",
    },
)


class GlAccountsListAnswer(TypedDict):
    gl: List[GlAccountsListAnswerGlItem]


GlAccountsCreateAnswerGl = TypedDict(
    "GlAccountsCreateAnswerGl",
    {
        "id": "str",
        "code": "str",
        "title": "str",
        "class": "Literal[\"A\", \"L\", \"E\", \"I\", \"X\"]",
        "normal_balance": "Literal[\"DR\", \"CR\"]",
        "parent_id": "str | None",
        "usage_count": "int",
    },
)


class GlAccountsCreateAnswer(TypedDict):
    gl: GlAccountsCreateAnswerGl


GlAccountsCreateBody = TypedDict(
    "GlAccountsCreateBody",
    {
        "code": "str",
        "title": "str",
        "class": "NotRequired[Literal[\"A\", \"L\", \"E\", \"I\", \"X\"]]",
        "normal_balance": "NotRequired[Literal[\"DR\", \"CR\"]]",
        "parent_id": "NotRequired[str | None]",
    },
)


class GlAccountsUseStandardChartAnswer(TypedDict):
    created: int
    existing: int


GlAccountsChangeAnswerGl = TypedDict(
    "GlAccountsChangeAnswerGl",
    {
        "id": "str",
        "code": "str",
        "title": "str",
        "class": "Literal[\"A\", \"L\", \"E\", \"I\", \"X\"]",
        "normal_balance": "Literal[\"DR\", \"CR\"]",
        "parent_id": "str | None",
        "usage_count": "int",
    },
)


class GlAccountsChangeAnswer(TypedDict):
    gl: GlAccountsChangeAnswerGl


class GlAccountsChangeBody(TypedDict):
    title: NotRequired[str]
    parent_id: NotRequired[str | None]


class GlAccountsDeleteAnswer(TypedDict):
    ok: bool


class GlAccounts:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> GlAccountsListAnswer:
        """The chart of accounts. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/gl-accounts",
            repeats="always",
            timeout=timeout,
        )

    def create(
        self,
        body: GlAccountsCreateBody,
        *,
        timeout: float | None = None,
    ) -> GlAccountsCreateAnswer:
        """Add a GL account. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/v1/gl-accounts",
            body=body,
            repeats="never",
            timeout=timeout,
        )

    def use_standard_chart(
        self,
        *,
        timeout: float | None = None,
    ) -> GlAccountsUseStandardChartAnswer:
        """Add what the chart of accounts lacks of the standard one. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/v1/gl-accounts/standard-chart",
            repeats="never",
            timeout=timeout,
        )

    def change(
        self,
        id: str,
        body: GlAccountsChangeBody,
        *,
        timeout: float | None = None,
    ) -> GlAccountsChangeAnswer:
        """Change what a GL account is called, or which one it stands below. Needs the grant `admin`."""
        return self._transport.call(
            "PATCH",
            f"/api/v1/gl-accounts/{segment(id)}",
            body=body,
            repeats="never",
            timeout=timeout,
        )

    def delete(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> GlAccountsDeleteAnswer:
        """Delete an unused GL account. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            f"/api/v1/gl-accounts/{segment(id)}/delete",
            repeats="never",
            timeout=timeout,
        )
