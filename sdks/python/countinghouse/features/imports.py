# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Dict, List, Literal, NotRequired, TypedDict

from ..transport import Transport, segment


class ImportsCheckAnswerImportCounts(TypedDict):
    intents: int
    ready: int
    duplicate: int
    rejected: int
    invalid: int
    posted: int
    executed: int
    held: int
    failed: int


class ImportsCheckAnswerImport(TypedDict):
    id: str
    kind: Literal["intents", "opening_balances"]
    file_name: str
    status: Literal["checked", "posting", "done"]
    created_by: str
    created_at: str
    posted_by: str | None
    finished_at: str | None
    counts: ImportsCheckAnswerImportCounts


ImportsCheckAnswer = TypedDict(
    "ImportsCheckAnswer",
    {
        "import": "ImportsCheckAnswerImport",
    },
)


class ImportsCheckBody(TypedDict):
    kind: Literal["intents", "opening_balances"]
    file_name: NotRequired[str]
    content: str
    decimal_comma: NotRequired[bool]
    value_date: NotRequired[str]
    counter_accounts: NotRequired[Dict[str, str]]


class ImportsListAnswerImportsItemCounts(TypedDict):
    intents: int
    ready: int
    duplicate: int
    rejected: int
    invalid: int
    posted: int
    executed: int
    held: int
    failed: int


class ImportsListAnswerImportsItem(TypedDict):
    id: str
    kind: Literal["intents", "opening_balances"]
    file_name: str
    status: Literal["checked", "posting", "done"]
    created_by: str
    created_at: str
    posted_by: str | None
    finished_at: str | None
    counts: ImportsListAnswerImportsItemCounts


class ImportsListAnswer(TypedDict):
    imports: List[ImportsListAnswerImportsItem]


class ImportsGetAnswerImportCounts(TypedDict):
    intents: int
    ready: int
    duplicate: int
    rejected: int
    invalid: int
    posted: int
    executed: int
    held: int
    failed: int


class ImportsGetAnswerImport(TypedDict):
    id: str
    kind: Literal["intents", "opening_balances"]
    file_name: str
    status: Literal["checked", "posting", "done"]
    created_by: str
    created_at: str
    posted_by: str | None
    finished_at: str | None
    counts: ImportsGetAnswerImportCounts


class ImportsGetAnswerIntentsItem(TypedDict):
    line: int
    lines: int
    reference: str
    summary: str
    fate: Literal["ready", "duplicate", "rejected", "invalid"]
    code: str | None
    message: str | None
    result: Literal["executed", "held", "rejected", "duplicate", "refused"] | None
    intent_id: str | None
    seq: int | None


ImportsGetAnswer = TypedDict(
    "ImportsGetAnswer",
    {
        "import": "ImportsGetAnswerImport",
        "intents": "List[ImportsGetAnswerIntentsItem]",
        "next": "str | None",
    },
)


class ImportsPostAnswerImportCounts(TypedDict):
    intents: int
    ready: int
    duplicate: int
    rejected: int
    invalid: int
    posted: int
    executed: int
    held: int
    failed: int


class ImportsPostAnswerImport(TypedDict):
    id: str
    kind: Literal["intents", "opening_balances"]
    file_name: str
    status: Literal["checked", "posting", "done"]
    created_by: str
    created_at: str
    posted_by: str | None
    finished_at: str | None
    counts: ImportsPostAnswerImportCounts


ImportsPostAnswer = TypedDict(
    "ImportsPostAnswer",
    {
        "import": "ImportsPostAnswerImport",
    },
)


class Imports:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def check(
        self,
        body: ImportsCheckBody,
        *,
        timeout: float | None = None,
    ) -> ImportsCheckAnswer:
        """Read a file of intents and say what each would come to; nothing is posted. Needs the grant `propose`."""
        return self._transport.call(
            "POST",
            "/api/v1/imports/check",
            body=body,
            repeats="never",
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> ImportsListAnswer:
        """Imports, newest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/imports",
            query={"limit": limit},
            repeats="always",
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        fate: Literal["ready", "duplicate", "rejected", "invalid"] | None = None,
        q: str | None = None,
        after: int | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> ImportsGetAnswer:
        """How far an import got, and a page of its intents. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/imports/{segment(id)}",
            query={"fate": fate, "q": q, "after": after, "limit": limit},
            repeats="always",
            timeout=timeout,
        )

    def post(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> ImportsPostAnswer:
        """Post what is ready, in your name; again after an end it goes on with what is left. Needs the grant `propose`."""
        return self._transport.call(
            "POST",
            f"/api/v1/imports/{segment(id)}/post",
            repeats="never",
            timeout=timeout,
        )
