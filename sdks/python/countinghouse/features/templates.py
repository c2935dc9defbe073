# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Any, Dict, List, Literal, NotRequired, TypedDict

from ..transport import Transport, segment


class TemplatesListAnswerTemplatesItemRowsItem(TypedDict):
    debit_account: str
    credit_account: str
    amount: str | None
    currency: str
    narrative: str


class TemplatesListAnswerTemplatesItem(TypedDict):
    id: str
    name: str
    use_case: str
    constraints: Dict[str, Any]
    rows: List[TemplatesListAnswerTemplatesItemRowsItem]
    saved_at: str
    saved_by: str


class TemplatesListAnswer(TypedDict):
    templates: List[TemplatesListAnswerTemplatesItem]


class TemplatesCreateAnswerTemplateRowsItem(TypedDict):
    debit_account: str
    credit_account: str
    amount: str | None
    currency: str
    narrative: str


class TemplatesCreateAnswerTemplate(TypedDict):
    id: str
    name: str
    use_case: str
    constraints: Dict[str, Any]
    rows: List[TemplatesCreateAnswerTemplateRowsItem]
    saved_at: str
    saved_by: str


class TemplatesCreateAnswerDetails(TypedDict):
    eligible: int


class TemplatesCreateAnswer(TypedDict):
    template: NotRequired[TemplatesCreateAnswerTemplate]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[TemplatesCreateAnswerDetails]


class TemplatesCreateBodyRowsItem(TypedDict):
    debit_account: str
    credit_account: str
    amount: NotRequired[str | None]
    currency: str
    narrative: NotRequired[str]


class TemplatesCreateBody(TypedDict):
    name: str
    use_case: NotRequired[str]
    constraints: NotRequired[Dict[str, Any]]
    rows: List[TemplatesCreateBodyRowsItem]


class TemplatesReplaceAnswerTemplateRowsItem(TypedDict):
    debit_account: str
    credit_account: str
    amount: str | None
    currency: str
    narrative: str


class TemplatesReplaceAnswerTemplate(TypedDict):
    id: str
    name: str
    use_case: str
    constraints: Dict[str, Any]
    rows: List[TemplatesReplaceAnswerTemplateRowsItem]
    saved_at: str
    saved_by: str


class TemplatesReplaceAnswerDetails(TypedDict):
    eligible: int


class TemplatesReplaceAnswer(TypedDict):
    template: NotRequired[TemplatesReplaceAnswerTemplate]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[TemplatesReplaceAnswerDetails]


class TemplatesReplaceBodyRowsItem(TypedDict):
    debit_account: str
    credit_account: str
    amount: NotRequired[str | None]
    currency: str
    narrative: NotRequired[str]


class TemplatesReplaceBody(TypedDict):
    name: str
    use_case: NotRequired[str]
    constraints: NotRequired[Dict[str, Any]]
    rows: List[TemplatesReplaceBodyRowsItem]


class TemplatesRemoveAnswerDetails(TypedDict):
    eligible: int


class TemplatesRemoveAnswer(TypedDict):
    ok: bool
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[TemplatesRemoveAnswerDetails]


class Templates:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        q: str | None = None,
        timeout: float | None = None,
    ) -> TemplatesListAnswer:
        """Intent templates by name. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/templates",
            query={"q": q},
            repeats="always",
            timeout=timeout,
        )

    def create(
        self,
        body: TemplatesCreateBody,
        *,
        timeout: float | None = None,
    ) -> TemplatesCreateAnswer:
        """Save an intent template. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            "/api/v1/templates",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def replace(
        self,
        id: str,
        body: TemplatesReplaceBody,
        *,
        timeout: float | None = None,
    ) -> TemplatesReplaceAnswer:
        """Replace an intent template as a whole. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            f"/api/v1/templates/{segment(id)}",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def remove(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> TemplatesRemoveAnswer:
        """Remove an intent template; what was made from it stays. Needs the grant `admin`."""
        return self._transport.call(
            "DELETE",
            f"/api/v1/templates/{segment(id)}",
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )
