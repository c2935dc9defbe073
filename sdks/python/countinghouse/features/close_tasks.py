# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import Transport, segment


class CloseTasksTemplateAnswerTasksItem(TypedDict):
    title: str
    group: str
    owner_id: str | None
    owner_role: Literal["owner", "member"] | None
    check: Literal["bank_rows", "holds", "approvals", "imports", "revaluation", "locked", "published"] | None
    due_days: int


class CloseTasksTemplateAnswer(TypedDict):
    tasks: List[CloseTasksTemplateAnswerTasksItem]


class CloseTasksListAnswerTasksItem(TypedDict):
    id: str
    title: str
    group: str
    owner_id: str | None
    owner_role: Literal["owner", "member"] | None
    due_on: str
    check: Literal["bank_rows", "holds", "approvals", "imports", "revaluation", "locked", "published"] | None
    done: bool
    done_at: str | None
    done_by: str | None
    left: int | None
    late: bool
    comments: int


class CloseTasksListAnswer(TypedDict):
    tasks: List[CloseTasksListAnswerTasksItem]
    from_template: bool


class CloseTasks:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def template(
        self,
        *,
        timeout: float | None = None,
    ) -> CloseTasksTemplateAnswer:
        """The tasks that each period begins with. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/close-template",
            repeats="always",
            timeout=timeout,
        )

    def list(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> CloseTasksListAnswer:
        """The tasks of a period in their order, with what is done, and what the ledger knows of it. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/periods/{segment(id)}/tasks",
            repeats="always",
            timeout=timeout,
        )
