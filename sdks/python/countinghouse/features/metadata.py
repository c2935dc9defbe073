# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from typing import Dict, List, Literal, NotRequired, TypedDict

from ..transport import Transport, segment


class MetadataOfIntentAnswerChangesItem(TypedDict):
    seq: int
    changed_at: str
    actor_id: str
    changes: Dict[str, str | None]


class MetadataOfIntentAnswer(TypedDict):
    metadata: Dict[str, str]
    changes: List[MetadataOfIntentAnswerChangesItem]
    next: str | None


class MetadataAnnotateIntentAnswerDetails(TypedDict):
    eligible: int


class MetadataAnnotateIntentAnswer(TypedDict):
    metadata: NotRequired[Dict[str, str]]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[MetadataAnnotateIntentAnswerDetails]


class MetadataAnnotateIntentBody(TypedDict):
    metadata: Dict[str, str | None]


class MetadataOfAccountAnswerChangesItem(TypedDict):
    seq: int
    changed_at: str
    actor_id: str
    changes: Dict[str, str | None]


class MetadataOfAccountAnswer(TypedDict):
    metadata: Dict[str, str]
    changes: List[MetadataOfAccountAnswerChangesItem]
    next: str | None


class MetadataAnnotateAccountAnswerDetails(TypedDict):
    eligible: int


class MetadataAnnotateAccountAnswer(TypedDict):
    metadata: NotRequired[Dict[str, str]]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[MetadataAnnotateAccountAnswerDetails]


class MetadataAnnotateAccountBody(TypedDict):
    metadata: Dict[str, str | None]


class MetadataOfEntityAnswerChangesItem(TypedDict):
    seq: int
    changed_at: str
    actor_id: str
    changes: Dict[str, str | None]


class MetadataOfEntityAnswer(TypedDict):
    metadata: Dict[str, str]
    changes: List[MetadataOfEntityAnswerChangesItem]
    next: str | None


class MetadataAnnotateEntityAnswerDetails(TypedDict):
    eligible: int


class MetadataAnnotateEntityAnswer(TypedDict):
    metadata: NotRequired[Dict[str, str]]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[MetadataAnnotateEntityAnswerDetails]


class MetadataAnnotateEntityBody(TypedDict):
    metadata: Dict[str, str | None]


class MetadataOfPartyAnswerChangesItem(TypedDict):
    seq: int
    changed_at: str
    actor_id: str
    changes: Dict[str, str | None]


class MetadataOfPartyAnswer(TypedDict):
    metadata: Dict[str, str]
    changes: List[MetadataOfPartyAnswerChangesItem]
    next: str | None


class MetadataAnnotatePartyAnswerDetails(TypedDict):
    eligible: int


class MetadataAnnotatePartyAnswer(TypedDict):
    metadata: NotRequired[Dict[str, str]]
    ok: NotRequired[bool]
    status: NotRequired[Literal["proposed"]]
    approval_id: NotRequired[str]
    details: NotRequired[MetadataAnnotatePartyAnswerDetails]


class MetadataAnnotatePartyBody(TypedDict):
    metadata: Dict[str, str | None]


class Metadata:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def of_intent(
        self,
        intent_id: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> MetadataOfIntentAnswer:
        """The metadata of an intent, and its changes, the latest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/intents/{segment(intent_id)}/metadata",
            query={"limit": limit, "after": after},
            repeats="always",
            timeout=timeout,
        )

    def annotate_intent(
        self,
        intent_id: str,
        body: MetadataAnnotateIntentBody,
        *,
        timeout: float | None = None,
    ) -> MetadataAnnotateIntentAnswer:
        """Change metadata of an intent: the keys named, null removes one; what it posted stays as it is. Needs the grant `post`."""
        return self._transport.call(
            "PATCH",
            f"/api/v1/intents/{segment(intent_id)}/metadata",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def of_account(
        self,
        id: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> MetadataOfAccountAnswer:
        """The metadata of an account, and its changes, the latest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/accounts/{segment(id)}/metadata",
            query={"limit": limit, "after": after},
            repeats="always",
            timeout=timeout,
        )

    def annotate_account(
        self,
        id: str,
        body: MetadataAnnotateAccountBody,
        *,
        timeout: float | None = None,
    ) -> MetadataAnnotateAccountAnswer:
        """Change metadata of an account: the keys named, null removes one. Needs the grant `admin`."""
        return self._transport.call(
            "PATCH",
            f"/api/v1/accounts/{segment(id)}/metadata",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def of_entity(
        self,
        id: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> MetadataOfEntityAnswer:
        """The metadata of an entity, and its changes, the latest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/entities/{segment(id)}/metadata",
            query={"limit": limit, "after": after},
            repeats="always",
            timeout=timeout,
        )

    def annotate_entity(
        self,
        id: str,
        body: MetadataAnnotateEntityBody,
        *,
        timeout: float | None = None,
    ) -> MetadataAnnotateEntityAnswer:
        """Change metadata of an entity: the keys named, null removes one. Needs the grant `admin`."""
        return self._transport.call(
            "PATCH",
            f"/api/v1/entities/{segment(id)}/metadata",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )

    def of_party(
        self,
        id: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> MetadataOfPartyAnswer:
        """The metadata of a party, and its changes, the latest first. Needs the grant `read`."""
        return self._transport.call(
            "GET",
            f"/api/v1/parties/{segment(id)}/metadata",
            query={"limit": limit, "after": after},
            repeats="always",
            timeout=timeout,
        )

    def annotate_party(
        self,
        id: str,
        body: MetadataAnnotatePartyBody,
        *,
        timeout: float | None = None,
    ) -> MetadataAnnotatePartyAnswer:
        """Change metadata of a party: the keys named, null removes one. Needs the grant `admin`."""
        return self._transport.call(
            "PATCH",
            f"/api/v1/parties/{segment(id)}/metadata",
            body=body,
            repeats="never",
            also={202: ("ok", "status", "approval_id", "details",)},
            timeout=timeout,
        )
