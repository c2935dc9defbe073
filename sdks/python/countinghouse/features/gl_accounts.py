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


class GlAccountsCreateAnswerDetails(TypedDict):
    eligible: int


class GlAccountsCreateAnswer(TypedDict):
    gl: NotRequired[GlAccountsCreateAnswerGl]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[GlAccountsCreateAnswerDetails]


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


class GlAccountsUseStandardChartAnswerDetails(TypedDict):
    eligible: int


class GlAccountsUseStandardChartAnswer(TypedDict):
    created: NotRequired[int]
    existing: NotRequired[int]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[GlAccountsUseStandardChartAnswerDetails]


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


class GlAccountsChangeAnswerDetails(TypedDict):
    eligible: int


class GlAccountsChangeAnswer(TypedDict):
    gl: NotRequired[GlAccountsChangeAnswerGl]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[GlAccountsChangeAnswerDetails]


class GlAccountsChangeBody(TypedDict):
    title: NotRequired[str]
    parent_id: NotRequired[str | None]


class GlAccountsDeleteAnswerDetails(TypedDict):
    eligible: int


class GlAccountsDeleteAnswer(TypedDict):
    ok: bool
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[GlAccountsDeleteAnswerDetails]


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
            also={202: ("ok", "status", "approval_id", "details",)},
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
            also={202: ("ok", "status", "approval_id", "details",)},
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
            also={202: ("ok", "status", "approval_id", "details",)},
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
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )
