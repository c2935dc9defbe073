# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import List, Literal, NotRequired, TypedDict

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


class AttachmentsAddAnswerDetails(TypedDict):
    eligible: int


class AttachmentsAddAnswer(TypedDict):
    attachment: NotRequired[AttachmentsAddAnswerAttachment]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[AttachmentsAddAnswerDetails]


class AttachmentsListOfAccountAnswerAttachmentsItem(TypedDict):
    sha256: str
    size: int
    content_type: str
    name: str
    added_at: str
    added_by: str
    seq: int
    stored: bool


class AttachmentsListOfAccountAnswer(TypedDict):
    attachments: List[AttachmentsListOfAccountAnswerAttachmentsItem]


class AttachmentsAddToAccountAnswerAttachment(TypedDict):
    sha256: str
    size: int
    content_type: str
    name: str
    added_at: str
    added_by: str
    seq: int
    stored: bool


class AttachmentsAddToAccountAnswerDetails(TypedDict):
    eligible: int


class AttachmentsAddToAccountAnswer(TypedDict):
    attachment: NotRequired[AttachmentsAddToAccountAnswerAttachment]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[AttachmentsAddToAccountAnswerDetails]


class AttachmentsListOfPartyAnswerAttachmentsItem(TypedDict):
    sha256: str
    size: int
    content_type: str
    name: str
    added_at: str
    added_by: str
    seq: int
    stored: bool


class AttachmentsListOfPartyAnswer(TypedDict):
    attachments: List[AttachmentsListOfPartyAnswerAttachmentsItem]


class AttachmentsAddToPartyAnswerAttachment(TypedDict):
    sha256: str
    size: int
    content_type: str
    name: str
    added_at: str
    added_by: str
    seq: int
    stored: bool


class AttachmentsAddToPartyAnswerDetails(TypedDict):
    eligible: int


class AttachmentsAddToPartyAnswer(TypedDict):
    attachment: NotRequired[AttachmentsAddToPartyAnswerAttachment]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[AttachmentsAddToPartyAnswerDetails]


class AttachmentsListOfPeriodAnswerAttachmentsItem(TypedDict):
    sha256: str
    size: int
    content_type: str
    name: str
    added_at: str
    added_by: str
    seq: int
    stored: bool


class AttachmentsListOfPeriodAnswer(TypedDict):
    attachments: List[AttachmentsListOfPeriodAnswerAttachmentsItem]


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
            f"/api/v1/intents/{segment(intent_id)}/attachments",
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
            f"/api/v1/intents/{segment(intent_id)}/attachments",
            file=file,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
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
            f"/api/v1/intents/{segment(intent_id)}/attachments/{segment(sha256)}",
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )

    def list_of_account(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> AttachmentsListOfAccountAnswer:
        """The files on an account. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/accounts/{segment(id)}/attachments",
            repeats="always",
            timeout=timeout,
        )

    def add_to_account(
        self,
        id: str,
        file: File,
        *,
        timeout: float | None = None,
    ) -> AttachmentsAddToAccountAnswer:
        """Attach a file of at most 10 MB to an account: multipart/form-data with one part called file. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            f"/api/v1/accounts/{segment(id)}/attachments",
            file=file,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def download_from_account(
        self,
        id: str,
        sha256: str,
        *,
        timeout: float | None = None,
    ) -> File:
        """The content of a file on an account, its hash checked before the first byte. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/accounts/{segment(id)}/attachments/{segment(sha256)}",
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )

    def list_of_party(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> AttachmentsListOfPartyAnswer:
        """The files on a party. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/parties/{segment(id)}/attachments",
            repeats="always",
            timeout=timeout,
        )

    def add_to_party(
        self,
        id: str,
        file: File,
        *,
        timeout: float | None = None,
    ) -> AttachmentsAddToPartyAnswer:
        """Attach a file of at most 10 MB to a party: multipart/form-data with one part called file. Needs the grant `admin`."""
        return self._transport.call(
            "POST",
            f"/api/v1/parties/{segment(id)}/attachments",
            file=file,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def download_from_party(
        self,
        id: str,
        sha256: str,
        *,
        timeout: float | None = None,
    ) -> File:
        """The content of a file on a party, its hash checked before the first byte. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/parties/{segment(id)}/attachments/{segment(sha256)}",
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )

    def list_of_period(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> AttachmentsListOfPeriodAnswer:
        """The files on a period. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/periods/{segment(id)}/attachments",
            repeats="always",
            timeout=timeout,
        )

    def download_from_period(
        self,
        id: str,
        sha256: str,
        *,
        timeout: float | None = None,
    ) -> File:
        """The content of a file on a period, its hash checked before the first byte. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/periods/{segment(id)}/attachments/{segment(sha256)}",
            repeats="always",
            takes_file=True,
            timeout=timeout,
        )
