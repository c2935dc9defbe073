# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, TypedDict

from ..transport import File, Transport, segment


class AttachmentsListAnswerAttachmentsItem(TypedDict):
    sha256: str
    size: int
    content_type: str
    name: str
    added_at: str
    added_by: str
    seq: int
    stored: bool


class AttachmentsListAnswer(TypedDict):
    attachments: List[AttachmentsListAnswerAttachmentsItem]


class AttachmentsAddAnswerAttachment(TypedDict):
    sha256: str
    size: int
    content_type: str
    name: str
    added_at: str
    added_by: str
    seq: int
    stored: bool


class AttachmentsAddAnswer(TypedDict):
    attachment: AttachmentsAddAnswerAttachment


class Attachments:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        intent_id: str,
        *,
        timeout: float | None = None,
    ) -> AttachmentsListAnswer:
        """The files on an intent. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/internal/intents/{segment(intent_id)}/attachments",
            repeats="always",
            timeout=timeout,
        )

    def add(
        self,
        intent_id: str,
        file: File,
        *,
        timeout: float | None = None,
    ) -> AttachmentsAddAnswer:
        """Attach a file of at most 10 MB to an intent: multipart/form-data with one part called file. Needs the grant `post`."""
        return self._transport.call(
            "POST",
            f"/api/internal/intents/{segment(intent_id)}/attachments",
            file=file,
            repeats="never",
            timeout=timeout,
        )

    def download(
        self,
        intent_id: str,
        sha256: str,
        *,
        timeout: float | None = None,
    ) -> File:
        """The content of a file on an intent, its hash checked before the first byte. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/internal/intents/{segment(intent_id)}/attachments/{segment(sha256)}",
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )
