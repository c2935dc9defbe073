# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..transport import Transport


class CommentsListAnswerCommentsItemAuthor(TypedDict):
    id: str
    name: str


class CommentsListAnswerCommentsItemMentionsItem(TypedDict):
    id: str
    name: str


class CommentsListAnswerCommentsItem(TypedDict):
    id: str
    subject: Literal["intent", "approval", "exception", "period", "task"]
    subject_id: str
    period_id: str | None
    text: str | None
    author: CommentsListAnswerCommentsItemAuthor
    mentions: List[CommentsListAnswerCommentsItemMentionsItem]
    written_at: str
    edited_at: str | None
    removed_at: str | None
    fixed_at: str
    seq: int


class CommentsListAnswer(TypedDict):
    comments: List[CommentsListAnswerCommentsItem]
    before: int | None
    next: str | None


class CommentsMentionsAnswerCommentsItemAuthor(TypedDict):
    id: str
    name: str


class CommentsMentionsAnswerCommentsItemMentionsItem(TypedDict):
    id: str
    name: str


class CommentsMentionsAnswerCommentsItem(TypedDict):
    id: str
    subject: Literal["intent", "approval", "exception", "period", "task"]
    subject_id: str
    period_id: str | None
    text: str | None
    author: CommentsMentionsAnswerCommentsItemAuthor
    mentions: List[CommentsMentionsAnswerCommentsItemMentionsItem]
    written_at: str
    edited_at: str | None
    removed_at: str | None
    fixed_at: str
    seq: int


class CommentsMentionsAnswer(TypedDict):
    comments: List[CommentsMentionsAnswerCommentsItem]


class Comments:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        subject: Literal["intent", "approval", "exception", "period", "task"],
        subject_id: str,
        after: str | None = None,
        before: int | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> CommentsListAnswer:
        """The comments on an intent, approval, exception, period or close task: the latest, oldest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/comments",
            query={"subject": subject, "subject_id": subject_id, "after": after, "before": before, "limit": limit},
            repeats="always",
            timeout=timeout,
        )

    def mentions(
        self,
        *,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> CommentsMentionsAnswer:
        """The latest comments that mention the caller, newest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            "/api/v1/comments/mentions",
            query={"limit": limit},
            repeats="always",
            timeout=timeout,
        )
